import type { Part, Substance } from '@talking-avatar/avatar/model';
import { Bvh, smoothStep } from './mesh/index.ts';

/** Number of rays per vertex, and their length in meters. */
const RAYS = 28;
const REACH = 0.12;
/** Distance of the ray origin from the surface, in meters. */
const RAY_OFFSET = 0.0007;
/** Opacity of a beard card, which has a few hairs with skin showing through. */
const BEARD_OPACITY = 0.12;
/** Fraction of light that each material absorbs. Hair has many gaps and layers. Lash and brow cards do not absorb any light. */
const OPACITY: Readonly<Record<Substance, number>> = {
  skin: 1,
  eye: 1,
  teeth: 1,
  tongue: 1,
  cloth: 1,
  hair: 0.28,
  lashes: 0,
  brows: 0,
  generic: 1,
};
/** Pose that exposes surfaces hidden at rest: eyelids, lips, and the inside of the mouth. */
const OPENED_POSE: Readonly<Record<string, number>> = { jawOpen: 0.6, eyeBlinkLeft: 1, eyeBlinkRight: 1 };
/** Weight of the open pose where it is lighter than the rest pose. */
const OPENED_SHARE = 0.65;
/** Occlusion of the eyes. Too few of their vertices are visible to capture the eyelid shadow, so the renderer computes it each frame. */
const EYE_OCCLUSION = 0.7;
/** Minimum occlusion value for cloth, which lets some light through. */
const MIN_OCCLUSION = 0.2;

/** Bakes ambient occlusion by ray casting. @returns one array per part, with a value for each vertex from 0 (occluded) to 1 (open) */
export function bakeAmbientOcclusion(parts: readonly Part[]): Float32Array[] {
  const rest = parts.map(({ positions, normals }) => ({ positions, normals }));
  const opened = parts.map((part) => pose(part, OPENED_POSE));
  const inMouth = ({ substance }: Part): boolean => substance === 'teeth' || substance === 'tongue';
  const atRest = castRays(parts, rest, (part) =>
    inMouth(part) || part.substance === 'eye' || part.substance === 'hair' ? [] : part.occlusion.keys(),
  );
  const openedOcclusion = castRays(parts, opened, (part, p) =>
    inMouth(part)
      ? part.occlusion.keys()
      : part.substance === 'skin'
        ? // Vertices that are fully lit at rest cannot get any lighter.
          [...movedBy(part, OPENED_POSE)].filter((v) => atRest[p]![v]! < 1)
        : [],
  );
  const tongueOut = castRays(
    parts,
    parts.map((part) => pose(part, { ...OPENED_POSE, tongueOut: 1 })),
    (part) => (part.substance === 'tongue' ? part.occlusion.keys() : []),
  );
  return parts.map((part, p) => {
    const { substance } = part;
    // Hair already has its own occlusion.
    if (substance === 'hair') return part.occlusion;
    if (substance === 'teeth' || substance === 'tongue') {
      const { positions, normals } = rest[p]!;
      const front = foremost(positions) + MOUTH_DEPTH.before[substance];
      return openedOcclusion[p]!.map((value, v) => {
        const seen = Math.max(value, TONGUE_OUT_SHARE * tongueOut[p]![v]!);
        const reflected = AMBIENT_SHARE[substance] + (1 - AMBIENT_SHARE[substance]) * seen ** INTERREFLECTION;
        const inner = substance === 'teeth' ? innerTeethLight(positions, normals, v, front) : 1;
        return reflected * inner * mouthLight(front - positions[3 * v + 2]!);
      });
    }
    if (substance === 'cloth') return atRest[p]!.map((value) => MIN_OCCLUSION + (1 - MIN_OCCLUSION) * value);
    if (substance === 'eye') return atRest[p]!.fill(EYE_OCCLUSION);
    if (substance !== 'skin') return atRest[p]!;
    return atRest[p]!.map((value, v) => value + OPENED_SHARE * Math.max(0, openedOcclusion[p]![v]! - value));
  });
}

/** Exponent that approximates light bouncing between the teeth and the tongue, which ray casting misses. */
const INTERREFLECTION = 0.4;
/** Fraction of light that reaches all of the teeth and the tongue, however narrow the gaps between them. */
const AMBIENT_SHARE = { teeth: 0.6, tongue: 0.6 } as const;
/** Weight given to the light on an extended tongue. */
const TONGUE_OUT_SHARE = 0.7;
/** Depths (in meters) behind the front of a part over which the mouth gets darker, down to `least`. Tongues start `before` deeper. */
const MOUTH_DEPTH = { from: 0.006, to: 0.034, least: 0.02, before: { teeth: 0, tongue: 0.006 } } as const;
const mouthLight = (depth: number): number => 1 - (1 - MOUTH_DEPTH.least) * smoothStep(MOUTH_DEPTH.from, MOUTH_DEPTH.to, depth);

/** Teeth facing the center of the mouth (`behind` their front) get darker by up to `less`, from `from` to `to` meters behind it. */
const INNER_TEETH = { behind: 0.03, less: 0.7, from: 0.004, to: 0.009 };

function innerTeethLight(positions: Float32Array, normals: Float32Array, v: number, front: number): number {
  const [x, z] = [positions[3 * v]!, positions[3 * v + 2]! - front + INNER_TEETH.behind];
  const outward = (normals[3 * v]! * x + normals[3 * v + 2]! * z) / (Math.hypot(x, z) || 1);
  const depth = front - positions[3 * v + 2]!;
  return 1 - INNER_TEETH.less * smoothStep(0.15, -0.55, outward) * smoothStep(INNER_TEETH.from, INNER_TEETH.to, depth);
}

const foremost = (positions: Float32Array): number =>
  positions.reduce((front, value, i) => (i % 3 === 2 ? Math.max(front, value) : front), -9);

interface Posed {
  positions: Float32Array;
  normals: Float32Array;
}

function pose({ positions, normals, morphs }: Part, weights: Readonly<Record<string, number>>): Posed {
  const posed = { positions: positions.slice(), normals: normals.slice() };
  for (const [shape, weight] of Object.entries(weights)) {
    const morph = morphs.get(shape);
    morph?.vertices.forEach((vertex, i) => {
      for (let k = 0; k < 3; k++) {
        posed.positions[3 * vertex + k]! += weight * morph.positions[3 * i + k]!;
        posed.normals[3 * vertex + k]! += weight * morph.normals[3 * i + k]!;
      }
    });
  }
  return posed;
}

const movedBy = ({ morphs }: Part, weights: Readonly<Record<string, number>>): Set<number> =>
  new Set(Object.keys(weights).flatMap((shape) => [...(morphs.get(shape)?.vertices ?? [])]));

/** Computes the occlusion of all parts in a pose. @param selectVertices vertices to cast rays from; all others stay 0 */
function castRays(
  parts: readonly Part[],
  posed: readonly Posed[],
  selectVertices: (part: Part, p: number) => Iterable<number>,
): Float32Array[] {
  const opaque = parts.flatMap(({ substance, indices, material }, p) =>
    OPACITY[substance] > 0
      ? [
          {
            p,
            indices,
            opacity: substance === 'hair' && material.alpha === 'blend' ? BEARD_OPACITY : OPACITY[substance],
          },
        ]
      : [],
  );
  const corners = new Float32Array(opaque.reduce((sum, { indices }) => sum + 3 * indices.length, 0));
  let filled = 0;
  for (const { p, indices } of opaque)
    for (const v of indices) for (let k = 3 * v; k < 3 * v + 3; k++) corners[filled++] = posed[p]!.positions[k]!;
  const bvh = new Bvh({
    corners,
    opacities: Float32Array.from(opaque.flatMap(({ opacity, indices }) => new Array(indices.length / 3).fill(opacity))),
  });
  return parts.map((part, p) => castVertexRays(bvh, posed[p]!, selectVertices(part, p)));
}

/** Directions around +z with a cosine-weighted distribution, as for a diffuse surface (Hammersley points). */
const DIRECTIONS = Array.from({ length: RAYS }, (_, i) => {
  let bits = 0;
  for (let b = 0; b < 8; b++) if (i & (1 << b)) bits += 0.5 ** (b + 1);
  const radius = Math.sqrt((i + 0.5) / RAYS);
  const angle = 2 * Math.PI * bits;
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - radius * radius)] as const;
});

function castVertexRays(bvh: Bvh, { positions, normals }: Posed, vertices: Iterable<number>): Float32Array {
  const open = new Float32Array(positions.length / 3);
  for (const v of vertices) {
    const length = Math.hypot(normals[3 * v]!, normals[3 * v + 1]!, normals[3 * v + 2]!) || 1;
    const nx = normals[3 * v]! / length;
    const ny = normals[3 * v + 1]! / length;
    const nz = normals[3 * v + 2]! / length;
    // Orthonormal basis around the normal (Duff et al. 2017, "Building an Orthonormal Basis, Revisited").
    const sign = nz >= 0 ? 1 : -1;
    const a = -1 / (sign + nz);
    const b = nx * ny * a;
    const [tx, ty, tz] = [1 + sign * nx * nx * a, sign * b, -sign * nx];
    const [sx, sy, sz] = [b, sign + ny * ny * a, -ny];
    const [ox, oy, oz] = [
      positions[3 * v]! + RAY_OFFSET * nx,
      positions[3 * v + 1]! + RAY_OFFSET * ny,
      positions[3 * v + 2]! + RAY_OFFSET * nz,
    ];
    let sum = 0;
    for (const [x, y, z] of DIRECTIONS) {
      const dx = x * tx + y * sx + z * nx;
      const dy = x * ty + y * sy + z * ny;
      const dz = x * tz + y * sz + z * nz;
      sum += bvh.transmittance(ox, oy, oz, dx, dy, dz, REACH);
    }
    open[v] = sum / RAYS;
  }
  return open;
}
