import type { Part, Substance } from '../../../layers/avatar/model/index.ts';
import { Bvh, smoothStep } from './mesh/index.ts';

/** Rays from a vertex, and how far they look, metres. */
const RAYS = 28;
const REACH = 0.12;
/** Rays begin this far before the surface, metres. */
const LIFT = 0.0007;
/** How much of the light each substance stops; hair is full of gaps, cards of lashes and brows stop none. */
const OPACITY: Readonly<Record<Substance, number>> = {
  skin: 1,
  eye: 1,
  teeth: 1,
  tongue: 1,
  cloth: 1,
  hair: 0.4,
  lashes: 0,
  brows: 0,
};
/** The pose in which what is folded away at rest is seen: lids, lips, the inside of the mouth. */
const OPENED: Readonly<Record<string, number>> = { jawOpen: 0.6, eyeBlinkLeft: 1, eyeBlinkRight: 1 };
/** How much the opened pose counts where it is lighter. */
const OPENED_SHARE = 0.65;

/** Eyes: too few vertices show for rays to find the shadow of the lids, which are drawn with the frame. */
const EYES_LIT = 0.7;

/** Cloth and hair let some light through: nothing of them is darker. */
const FLOOR = 0.2;

/** How open to the light each vertex of each part is, by casting rays: 0 hidden..1 open, one array a part. */
export function bakeAmbientOcclusion(parts: readonly Part[]): Float32Array[] {
  const rest = parts.map(({ positions, normals }) => ({ positions, normals }));
  const opened = parts.map((part) => pose(part, OPENED));
  const inMouth = ({ substance }: Part): boolean => substance === 'teeth' || substance === 'tongue';
  const atRest = castAll(parts, rest, (part) =>
    inMouth(part) || part.substance === 'eye' ? [] : part.occlusion.keys(),
  );
  const lit = castAll(parts, opened, (part) =>
    inMouth(part) ? part.occlusion.keys() : part.substance === 'skin' ? movedBy(part, OPENED) : [],
  );
  const putOut = castAll(
    parts,
    parts.map((part) => pose(part, { ...OPENED, tongueOut: 1 })),
    (part) => (part.substance === 'tongue' ? part.occlusion.keys() : []),
  );
  return parts.map(({ substance }, p) => {
    if (substance === 'teeth' || substance === 'tongue') {
      const { positions, normals } = rest[p]!;
      const front = foremost(positions) + MOUTH.before[substance];
      return lit[p]!.map((value, v) => {
        const seen = Math.max(value, OUT_SHARE * putOut[p]![v]!);
        const passed = EVEN[substance] + (1 - EVEN[substance]) * seen ** PASSED_ON;
        const inner = substance === 'teeth' ? innerLight(positions, normals, v, front) : 1;
        return passed * inner * mouthLight(front - positions[3 * v + 2]!);
      });
    }
    if (substance === 'cloth' || substance === 'hair') return atRest[p]!.map((value) => FLOOR + (1 - FLOOR) * value);
    if (substance === 'eye') return atRest[p]!.fill(EYES_LIT);
    if (substance !== 'skin') return atRest[p]!;
    return atRest[p]!.map((value, v) => value + OPENED_SHARE * Math.max(0, lit[p]![v]! - value));
  });
}

/** Teeth and tongue pass light on to each other: they are lighter than what rays alone find, by this exponent. */
const PASSED_ON = 0.4;
/** So much of the light falls on all of them, however narrow the gaps are that rays find between two teeth. */
const EVEN = { teeth: 0.6, tongue: 0.6 } as const;
/** How much the light counts that falls on the tongue when it is put out. */
const OUT_SHARE = 0.7;
/** The mouth grows dark towards the throat: from so far behind the foremost of a part to so far, down to this light; the tongue's tip is behind the teeth; metres. */
const MOUTH = { from: 0.006, to: 0.034, least: 0.02, before: { teeth: 0, tongue: 0.006 } } as const;
const mouthLight = (depth: number): number => 1 - (1 - MOUTH.least) * smoothStep(MOUTH.from, MOUTH.to, depth);

/**
 * What of the teeth looks at the middle of the mouth, so far behind the foremost, gets less light: so much less at the most, from so
 * far behind the foremost to so far; metres.
 */
const INNER = { behind: 0.03, less: 0.7, from: 0.004, to: 0.009 };

function innerLight(positions: Float32Array, normals: Float32Array, v: number, front: number): number {
  const [x, z] = [positions[3 * v]!, positions[3 * v + 2]! - front + INNER.behind];
  const outwards = (normals[3 * v]! * x + normals[3 * v + 2]! * z) / (Math.hypot(x, z) || 1);
  const depth = front - positions[3 * v + 2]!;
  return 1 - INNER.less * smoothStep(0.15, -0.55, outwards) * smoothStep(INNER.from, INNER.to, depth);
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

/** Vertices that a pose moves. */
const movedBy = ({ morphs }: Part, weights: Readonly<Record<string, number>>): Set<number> =>
  new Set(Object.keys(weights).flatMap((shape) => [...(morphs.get(shape)?.vertices ?? [])]));

/** @param wanted The vertices of a part to cast from; the others stay 0. */
function castAll(
  parts: readonly Part[],
  posed: readonly Posed[],
  wanted: (part: Part) => Iterable<number>,
): Float32Array[] {
  const solid = parts.flatMap(({ substance, indices }, p) =>
    OPACITY[substance] > 0 ? [{ p, substance, indices }] : [],
  );
  const bvh = new Bvh({
    corners: Float32Array.from(
      solid.flatMap(({ p, indices }) =>
        [...indices].flatMap((v) => [...posed[p]!.positions.subarray(3 * v, 3 * v + 3)]),
      ),
    ),
    opacities: Float32Array.from(
      solid.flatMap(({ substance, indices }) => new Array(indices.length / 3).fill(OPACITY[substance])),
    ),
  });
  return parts.map((part, p) => cast(bvh, posed[p]!, wanted(part)));
}

/** Directions about +z, denser about the middle as the light that falls on a matt surface (Hammersley points). */
const DIRECTIONS = Array.from({ length: RAYS }, (_, i) => {
  let bits = 0;
  for (let b = 0; b < 8; b++) if (i & (1 << b)) bits += 0.5 ** (b + 1);
  const radius = Math.sqrt((i + 0.5) / RAYS);
  const angle = 2 * Math.PI * bits;
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - radius * radius)] as const;
});

function cast(bvh: Bvh, { positions, normals }: Posed, vertices: Iterable<number>): Float32Array {
  const open = new Float32Array(positions.length / 3);
  for (const v of vertices) {
    const length = Math.hypot(normals[3 * v]!, normals[3 * v + 1]!, normals[3 * v + 2]!) || 1;
    const [nx, ny, nz] = [normals[3 * v]! / length, normals[3 * v + 1]! / length, normals[3 * v + 2]! / length];
    // A frame about the normal (Duff et al. 2017, "Building an Orthonormal Basis, Revisited").
    const sign = nz >= 0 ? 1 : -1;
    const a = -1 / (sign + nz);
    const b = nx * ny * a;
    const [tx, ty, tz] = [1 + sign * nx * nx * a, sign * b, -sign * nx];
    const [sx, sy, sz] = [b, sign + ny * ny * a, -ny];
    const [ox, oy, oz] = [
      positions[3 * v]! + LIFT * nx,
      positions[3 * v + 1]! + LIFT * ny,
      positions[3 * v + 2]! + LIFT * nz,
    ];
    let sum = 0;
    for (const [x, y, z] of DIRECTIONS) {
      const [dx, dy, dz] = [x * tx + y * sx + z * nx, x * ty + y * sy + z * ny, x * tz + y * sz + z * nz];
      sum += bvh.light(ox, oy, oz, dx, dy, dz, REACH);
    }
    open[v] = sum / RAYS;
  }
  return open;
}
