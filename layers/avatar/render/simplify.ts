import type { ActorModel, Part, Substance } from '../model/index.ts';
import type { Camera } from './camera.ts';

/** What is made of more triangles than a camera far away can show. Hair is not: its sheets hang on nothing that they could be joined with. */
const JOINED: ReadonlySet<Substance> = new Set(['skin', 'cloth', 'eye', 'teeth', 'tongue']);

/** How far a surface may be from where it was, and its shading be off, in pixels. */
const TOLERANCE = 0.4;

/** Pixels of this size and larger hide what is left out, metres: from nearer, as good as every triangle is seen. */
export const SIMPLIFY_FROM = 0.00075;

/** Shapes in which the surface must stay in its place too; those of one group move different vertices. */
const SHAPES = [
  ['jawOpen'],
  ['eyeBlinkLeft', 'eyeBlinkRight', 'mouthPucker'],
  ['mouthSmileLeft', 'mouthSmileRight', 'browInnerUp'],
] as const;

/** Lips and lids stay as they are: what these shapes move by more than so many metres. */
const KEPT = {
  shapes: [
    'mouthClose',
    'mouthFunnel',
    'mouthPucker',
    'mouthSmileLeft',
    'mouthSmileRight',
    'eyeBlinkLeft',
    'eyeBlinkRight',
  ],
  motion: 0.002,
};

/** Floats of a vertex beside its place: normal, texture place, occlusion, and where each group of shapes moves it. */
const FLOATS = 6 + 3 * SHAPES.length;

/** Tolerances that a normal turns by one, that the light changes by one; textures of this many metres across. */
const WEIGHTS = { normal: 4, light: 4, texture: 0.1 };

/** Metres between two rows of a frame, where the actor stands. @param height of the frame, pixels */
export function pixelSize({ viewProjection, position: [x, , z] }: Camera, height: number): number {
  return (2 * Math.hypot(x, z)) / (viewProjection[5]! * height);
}

/**
 * Finds fewer triangles of the same vertices for the parts of an actor, where a camera is too far away to show the difference: a
 * triangle costs as much as the blocks of pixels that it touches.
 *
 * @param pixel metres
 * @returns indices by part; a part that stays as it is is not there
 */
export async function simplifyActor(actor: ActorModel, pixel: number): Promise<Map<Part, Uint32Array>> {
  if (pixel < SIMPLIFY_FROM) return new Map();
  // Only those that need it wait for it, and keep it in memory.
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
  await MeshoptSimplifier.ready;
  const parts = actor.parts.filter(({ substance }) => JOINED.has(substance));
  return new Map(parts.map((part) => [part, simplify(MeshoptSimplifier, part, pixel * TOLERANCE)]));
}

type Simplifier = typeof import('meshoptimizer/simplifier').MeshoptSimplifier;

/** @param error metres */
function simplify(simplifier: Simplifier, part: Part, error: number): Uint32Array {
  const { normal, light, texture } = WEIGHTS;
  const weights = [...Array(3).fill(normal * error), texture, texture, light * error, ...Array(FLOATS - 6).fill(1)];
  const { indices, positions } = part;
  const attributes = attributesOf(part);
  const [fewer] = simplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    attributes,
    FLOATS,
    weights,
    keptOf(part),
    0,
    error,
    ['ErrorAbsolute'],
  );
  return fewer;
}

/** Which vertices stay: 1 for each that does. */
function keptOf({ positions, morphs, substance }: Part): Uint8Array {
  const kept = new Uint8Array(positions.length / 3);
  if (substance !== 'skin') return kept;
  for (const name of KEPT.shapes) {
    const morph = morphs.get(name);
    for (const [k, vertex] of (morph?.vertices ?? []).entries()) {
      const [x, y, z] = morph!.positions.subarray(k * 3, k * 3 + 3);
      if (Math.hypot(x!, y!, z!) > KEPT.motion) kept[vertex] = 1;
    }
  }
  return kept;
}

function attributesOf({ positions, normals, uvs, occlusion, morphs }: Part): Float32Array {
  const count = positions.length / 3;
  const attributes = new Float32Array(count * FLOATS);
  for (let vertex = 0; vertex < count; vertex++) {
    const at = vertex * FLOATS;
    attributes.set(normals.subarray(vertex * 3, vertex * 3 + 3), at);
    attributes.set(uvs.subarray(vertex * 2, vertex * 2 + 2), at + 3);
    attributes[at + 5] = occlusion[vertex]!;
  }
  for (const [group, names] of SHAPES.entries()) {
    for (const name of names) {
      const morph = morphs.get(name);
      for (const [k, vertex] of (morph?.vertices ?? []).entries()) {
        const at = vertex * FLOATS + 6 + group * 3;
        for (let axis = 0; axis < 3; axis++) attributes[at + axis]! += morph!.positions[k * 3 + axis]!;
      }
    }
  }
  return attributes;
}
