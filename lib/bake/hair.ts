import type { Material, Part } from '../../layers/avatar/model/index.ts';
import { type Corner, type FineStyle, growFineHair, meanAt, type Root } from './geometry/fine-hair.ts';
import { smoothStep, type Vector } from './geometry/mesh/index.ts';
import { type Growth, growsOnChin, growsOnHead, hairDensity, type Opacity } from './geometry/scalp.ts';
import { findStrands, type StrandDirection } from './geometry/strands.ts';
import type { Hair } from './makehuman/index.ts';

/** What is read from the texture of a hair's cards. */
export interface CardImage {
  opacity: Opacity;
  strands: StrandDirection;
}

/** Hair of an actor: its recipe, its part, and what the texture of its cards shows. */
export interface GrownHair {
  recipe: Hair;
  part: Part;
  image: CardImage;
}

/** Share of spherical normals in the normals of hair: on a sphere around the head, cards have no seams. */
const SPHERICAL_SHARE = 0.85;
/** Centre of that sphere relative to the eyes, metres. */
const SPHERE_CENTRE = { above: 0.015, behind: 0.09 };

/** Blends spherical normals into those of hair, which is then lit as a volume instead of as cards. */
function roundNormals({ positions, normals }: Part, [, y, z]: Vector): void {
  const centre = [0, y + SPHERE_CENTRE.above, z - SPHERE_CENTRE.behind];
  for (let at = 0; at < positions.length; at += 3) {
    const out = centre.map((from, k) => positions[at + k]! - from);
    const length = Math.hypot(...out);
    const mixed = out.map((value, k) => (SPHERICAL_SHARE * value) / length + (1 - SPHERICAL_SHARE) * normals[at + k]!);
    const mixedLength = Math.hypot(...mixed) || 1;
    for (let k = 0; k < 3; k++) normals[at + k] = mixed[k]! / mixedLength;
  }
}

/**
 * Prepares a hair's part for lighting: normals and strands.
 *
 * @param eye position of an eye
 */
export function lightHair(part: Part, { strands }: CardImage, eye: Vector): Part {
  roundNormals(part, eye);
  return { ...part, strands: findStrands(part, strands) };
}

type RootAt = (place: Vector, corner: Corner) => Root | undefined;
type Look = Omit<FineStyle, 'material'>;

/** Fine hair at the hairline, and around a beard. */
const HAIRLINE: Look = { length: 0.018, width: 0.0032, lift: 0.25, stray: 0.35, spacing: 0.0034, stretches: 2 };
const CURLY_HAIRLINE: Look = { length: 0.006, width: 0.005, lift: 0.5, stray: 1.4, spacing: 0.0034, stretches: 1 };
const STUBBLE: Look = { length: 0.008, width: 0.004, lift: 0.25, stray: 0.5, spacing: 0.0045, stretches: 1 };
/** Tufts on curly hair, and short hairs of a beard. */
const TUFTS: Look = { length: 0.009, width: 0.011, lift: 0.8, stray: 3.1, spacing: 0.0128, stretches: 1 };
const BEARD: Look = {
  ...{ length: 0.012, width: 0.007, lift: 0.45, stray: 0.35 },
  ...{ spacing: 0.0084, stretches: 1, above: -0.001 },
};

/**
 * Density of hair around a point, of which fine hair grows: none up to `none`, short from there, as long as it gets from
 * `full`; none from `hidden` on, under the other hair.
 */
const EDGE = { none: 0.05, full: 0.25, hidden: 0.6 } as const;
/** Skin that faces farther back carries no fine hair: no camera shows it. Cosine to the front. */
const FACES_FRONT = -0.5;
/** Distance over which density is compared to find its direction, metres. */
const STEP = 0.003;
/** Least opacity of cards that carry fine hair, and least occlusion value, which hair below other hair has not. */
const CARRIES = { opacity: 0.6, open: 0.3 } as const;

/**
 * A moustache leaves the lip in sight: height of the lip's edge above the middle of the mouth, half width of what lies
 * above the lip, and least factor for the length of hair there; metres.
 */
const LIP = { edge: 0.01, half: 0.034, shortest: 0.3 } as const;

/** Returns the factor for the length of hair that grows down to the lip. */
function shorten([x, y]: Vector, mouth: number, length: number): number {
  if (y < mouth || Math.abs(x) > LIP.half) return 1;
  return Math.min(1, Math.max(LIP.shortest, (y - mouth - LIP.edge) / length));
}

/** Distance from the edge of hair to which its density reaches, metres. */
const REACH = 0.011;

/**
 * Grows fine hair where hair ends on the skin, and on its surface. The edges of cards would otherwise show as cuts.
 *
 * @param hair with the part of `lightHair`, shaded
 * @param skin of the actor
 * @param isLip whether a texture coordinate of the skin is on the red of the lips
 * @param eye position of an eye
 * @param mouth height of the mouth, metres
 * @returns undefined if nothing grows
 */
export function growHairOf(
  { recipe, part, image }: GrownHair,
  { skin, isLip, eye, mouth }: { skin: Part; isLip: (u: number, v: number) => boolean; eye: Vector; mouth: number },
  material: Material,
  name: string,
): Part | undefined {
  const { beard = false, curls = false, hairline = true } = recipe;
  const grows: Growth = beard ? growsOnChin(eye, mouth) : growsOnHead(eye);
  const density = hairDensity(
    { mesh: { ...part, triangles: part.indices, uvTriangles: part.indices }, ...part, ...image, reach: REACH },
    grows,
  );
  const grow = (host: Part, rootAt: RootAt, look: Look): Part => {
    const trimmed: RootAt = (place, corner) => {
      const root = rootAt(place, corner);
      return root && beard ? { ...root, size: root.size * shorten(place, mouth, look.length) } : root;
    };
    return growFineHair(name, host, trimmed, { ...look, material });
  };
  const edge = hairline
    ? [
        grow(
          skin,
          rootsAtEdge(skin, density, { grows, isLip, beard }),
          beard ? STUBBLE : curls ? CURLY_HAIRLINE : HAIRLINE,
        ),
      ]
    : [];
  const top = beard || curls ? [grow(part, rootsOnHair(part, image, beard), beard ? BEARD : TUFTS)] : [];
  const grown = [...edge, ...top].filter(({ indices }) => indices.length > 0);
  return grown.length ? grown.reduce(joinParts) : undefined;
}

/** Hair grows into the hair that is there; beards grow down. */
function rootsAtEdge(
  skin: Part,
  density: (place: Vector) => number,
  { grows, isLip, beard }: { grows: Growth; isLip: (u: number, v: number) => boolean; beard: boolean },
): RootAt {
  return (place, corner) => {
    if (grows(place) < 0.5 || skin.normals[3 * corner.vertices[0] + 2]! < FACES_FRONT) return undefined;
    const here = density(place);
    if (here < EDGE.none || here > EDGE.hidden) return undefined;
    const [u, v] = [0, 1].map((axis) =>
      corner.vertices.reduce((sum, vertex, k) => sum + corner.weights[k]! * skin.uvs[2 * vertex + axis]!, 0),
    ) as [number, number];
    if (isLip(u, v)) return undefined;
    const slope = [0, 1, 2].map((axis) => {
      const moved = (by: number): Vector =>
        place.map((value, k) => (k === axis ? value + by : value)) as unknown as Vector;
      return density(moved(STEP)) - density(moved(-STEP));
    }) as unknown as Vector;
    const steepness = Math.hypot(...slope) || 1;
    const into = slope.map((value) => value / steepness) as unknown as Vector;
    const normal = unit(meanAt(skin.normals, corner));
    const size = 0.45 + 0.55 * smoothStep(EDGE.none, EDGE.full, here);
    return { direction: beard ? [0.3 * into[0], 0.3 * into[1] - 1, 0.3 * into[2]] : into, normal, size };
  };
}

/** How far hair hangs down from the direction of the strands below it, relative to its length. */
const WEIGHT = 0.5;

/** Hair grows along the strands of the hair below it, and hangs down. */
function rootsOnHair({ normals, strands, occlusion, uvs }: Part, { opacity }: CardImage, beard: boolean): RootAt {
  return (_place, corner) => {
    const { vertices, weights } = corner;
    const mean = (values: Float32Array, size: number, axis: number): number =>
      vertices.reduce((sum, vertex, k) => sum + weights[k]! * values[size * vertex + axis]!, 0);
    if (!beard && mean(occlusion, 1, 0) < CARRIES.open) return undefined;
    if (opacity(mean(uvs, 2, 0), mean(uvs, 2, 1)) < CARRIES.opacity) return undefined;
    const [x, y, z] = meanAt(strands!, corner);
    const down = y > 0 ? -1 : 1;
    return { direction: [down * x, down * y - WEIGHT, down * z], normal: unit(meanAt(normals, corner)), size: 1 };
  };
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

/** Joins two parts of the same material. */
function joinParts(a: Part, b: Part): Part {
  const count = a.positions.length / 3;
  const floats = (pick: (part: Part) => Float32Array): Float32Array => Float32Array.from([...pick(a), ...pick(b)]);
  const names = new Set([...a.morphs.keys(), ...b.morphs.keys()]);
  const none = { vertices: new Uint32Array(), positions: new Float32Array(), normals: new Float32Array() };
  return {
    ...a,
    positions: floats(({ positions }) => positions),
    normals: floats(({ normals }) => normals),
    strands: floats(({ strands }) => strands!),
    uvs: floats(({ uvs }) => uvs),
    occlusion: floats(({ occlusion }) => occlusion),
    indices: Uint32Array.from([...a.indices, ...b.indices.map((index) => index + count)]),
    joints: Uint8Array.from([...a.joints, ...b.joints]),
    weights: floats(({ weights }) => weights),
    morphs: new Map(
      [...names].map((name) => {
        const [one, two] = [a.morphs.get(name) ?? none, b.morphs.get(name) ?? none];
        return [
          name,
          {
            vertices: Uint32Array.from([...one.vertices, ...two.vertices.map((vertex) => vertex + count)]),
            positions: Float32Array.from([...one.positions, ...two.positions]),
            normals: Float32Array.from([...one.normals, ...two.normals]),
          },
        ];
      }),
    ),
  };
}
