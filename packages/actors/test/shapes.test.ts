import { measureEnvelope, measurePitch, SHAPES, solve } from '@talking-avatar/animation';
import { withCorrectives } from '@talking-avatar/avatar/testing';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import { afterAll, describe, expect, it } from 'vitest';
import { at, dot, smoothNormals } from '../src/geometry/mesh/index.ts';
import { shapeFigure } from '../src/ict/identity.ts';
import { readAssets } from '../src/makehuman/read.ts';
import { RECIPES } from '../src/recipes/index.ts';
import { analyzeFace, buildShapes, type Field, findEyeballs, keepBrowsInShape, measureLipGap } from '../src/shapes/index.ts';
import { findSockets } from '../src/shapes/linings.ts';
import { FACES } from './faces.ts';

const assets = readAssets();
afterAll(() => assets.end());

const spoken = await createEmbeddedEngine().speak({
  text: 'A bamboo room from people. Maybe home poems bother my brave uncle Bob.',
  language: 'en-US',
  sex: 'male',
  speed: 1,
});
const clip = solve({
  timeline: spoken.timeline,
  loudness: measureEnvelope(spoken.audio),
  pitch: measurePitch(spoken.audio),
  emotion: { expression: 'neutral', level: 0 },
  seed: 'lips',
  fps: 60,
});

const MM = 1e-3;
const faces = FACES.map(study);

function study(id: string) {
  const recipe = RECIPES.find((recipe) => recipe.id === id)!;
  const face = analyzeFace(assets, recipe.build, shapeFigure(assets, recipe));
  const eyes = findEyeballs(assets, face.positions);
  return { id, face, eyes, ...buildShapes(assets, face, eyes) };
}
type Studied = (typeof faces)[number];

function pose({ face, fields, correctives }: Studied, weights: Readonly<Record<string, number>>): Float32Array {
  const posed = face.positions.slice();
  for (const [name, weight] of Object.entries(withCorrectives({ correctives }, weights))) {
    const field = fields.get(name) ?? correctives.find((corrective) => corrective.name === name)!.field;
    if (weight === 0) continue;
    for (let i = 0; i < posed.length; i++) posed[i]! += weight * field[i]!;
  }
  return posed;
}

const lengths = (field: Field): number[] =>
  Array.from({ length: field.length / 3 }, (_, v) => Math.hypot(field[3 * v]!, field[3 * v + 1]!, field[3 * v + 2]!));

describe.each(faces)("the shapes of $id's face", (studied) => {
  const { face, fields, eyes } = studied;
  const gapOf = (weights: Readonly<Record<string, number>>): number =>
    Math.max(...measureLipGap(pose(studied, weights), face.triangles, face.line).heights);

  it("are ARKit's, and none is empty or beyond a face's abilities", () => {
    // The tongue has its own shapes.
    const names = [...SHAPES.filter((name) => name !== 'tongueOut'), 'lowerLipBite'];
    expect([...fields.keys()].sort()).toEqual(names.sort());
    for (const [name, field] of fields) {
      const furthest = Math.max(...lengths(field));
      expect(furthest, name).toBeGreaterThan(0.4 * MM);
      expect(furthest, name).toBeLessThan(name === 'jawOpen' || name === 'mouthClose' ? 40 * MM : 22 * MM);
    }
  });

  it('keep the lips closed at rest and in shapes with closed lips', () => {
    expect(gapOf({})).toBeLessThan(0.3 * MM);
    for (const closed of ['mouthSmile', 'mouthFrown', 'mouthDimple', 'mouthStretch', 'mouthPress'])
      expect(gapOf({ [`${closed}Left`]: 1, [`${closed}Right`]: 1 }), closed).toBeLessThan(0.3 * MM);
    for (const closed of ['mouthRollLower', 'mouthRollUpper', 'mouthShrugLower', 'cheekPuff'])
      expect(gapOf({ [closed]: 1 }), closed).toBeLessThan(0.3 * MM);
    const between = face.line.y.map((y, i) => y + 0.1 * face.line.dropY[i]!);
    const parted = measureLipGap(pose(studied, { jawOpen: 0.2 }), face.triangles, { ...face.line, y: between });
    expect(Math.max(...parted.heights)).toBeGreaterThan(2.5 * MM);
  });

  it('keep the lips closed on each p, b, and m from the solver, even between rounded vowels', () => {
    const closures = spoken.timeline.phones.filter(({ symbol }) => /^[pbm]/.test(symbol));
    expect(closures.length).toBeGreaterThan(5);
    for (const { symbol, start, end } of closures) {
      const frame = Math.round(((start + end) / 2) * clip.fps);
      const weights = [...clip.channels].flatMap(([name, values]) => (fields.has(name) ? [[name, values[frame]!]] : []));
      expect(gapOf(Object.fromEntries(weights)), `${symbol} at ${start}`).toBeLessThan(0.3 * MM);
    }
  });

  it('slide the forehead over the skull without rising through hair', () => {
    const normals = smoothNormals(face.positions, face.triangles);
    for (const [name, field] of fields)
      for (let v = 0; v < normals.length / 3; v++)
        if (face.positions[3 * v + 1]! > eyes.left.center[1] + 42 * MM)
          expect(dot(at(field, v), at(normals, v)), name).toBeLessThan(0.1 * MM);
  });

  it('raise brows as a whole, because they are painted on the skin and would swell', () => {
    const [x, y, z] = eyes.left.center;
    const height = () => y + 15 * MM;
    const density = (place: readonly number[]) =>
      place[2]! > z && Math.abs(place[0]! - x) < 20 * MM && Math.abs(place[1]! - height()) < 4 * MM ? 1 : 0;
    const hairs = [...Array(face.positions.length / 3).keys()].filter((v) => density(at(face.positions, v)) > 0);
    const swelling = (shapes: ReadonlyMap<string, Field>): number =>
      Math.max(
        ...hairs.flatMap((v) =>
          hairs
            .filter((w) => Math.abs(face.positions[3 * v]! - face.positions[3 * w]!) < 3 * MM)
            .map((w) => shapes.get('browInnerUp')![3 * v + 1]! - shapes.get('browInnerUp')![3 * w + 1]!),
        ),
      );
    const kept = keepBrowsInShape(fields, face, eyes, { height, density });
    expect(hairs.length).toBeGreaterThan(8);
    expect(swelling(fields)).toBeGreaterThan(1.5 * MM);
    expect(swelling(kept)).toBeLessThan(0.8 * MM);
    expect(kept.get('jawOpen')).toBe(fields.get('jawOpen'));
  });

  it('place the line where the lips meet between their rims', () => {
    const { line, cavity, positions } = face;
    for (const [i, x] of line.places.entries()) {
      const rims = cavity.rims.filter((v) => Math.abs(positions[3 * v]! - x) < 4 * MM);
      const heights = rims.map((v) => positions[3 * v + 1]!);
      expect(line.y[i]!, `at ${x}`).toBeGreaterThan(Math.min(...heights) - 2 * MM);
      expect(line.y[i]!, `at ${x}`).toBeLessThan(Math.max(...heights) + 2 * MM);
    }
    expect(line.half).toBeCloseTo(Math.max(...cavity.rims.map((v) => positions[3 * v]!)), 5);
  });

  it("keep the mouth's lining within the cheeks", () => {
    for (const weights of [{}, { jawOpen: 0.7 }, { jawOpen: 1 }, { jawOpen: 1, mouthClose: 1 }]) {
      const posed = pose(studied, weights);
      const { vertices, rims } = face.cavity;
      const skin = trianglesWithout(face.triangles, vertices);
      for (const v of vertices) {
        const [x, y, z] = [posed[3 * v]!, posed[3 * v + 1]!, posed[3 * v + 2]!];
        const toRim = Math.min(...rims.map((rim) => Math.hypot(...[x, y, z].map((value, k) => value - posed[3 * rim + k]!))));
        // Close to the rims, the lining is the inside of the lips.
        if (x < 12 * MM || toRim < 6 * MM) continue;
        expect(nearestAside(posed, skin, y, z), `vertex ${v} at ${JSON.stringify(weights)}`).toBeGreaterThan(x);
      }
    }
  });

  it("keep the mouth's lining behind the lips and chin in smiles", () => {
    const smile = { mouthSmileLeft: 0.64, mouthSmileRight: 0.62, jawOpen: 0.14 };
    for (const weights of [smile, { ...smile, mouthPucker: 0.21 }, { mouthSmileLeft: 0.9, mouthSmileRight: 0.9, jawOpen: 0.2 }]) {
      const posed = pose(studied, weights);
      const { vertices, rims } = face.cavity;
      const skin = trianglesWithout(face.triangles, vertices);
      for (const v of vertices) {
        const [x, y, z] = [posed[3 * v]!, posed[3 * v + 1]!, posed[3 * v + 2]!];
        const isInside = rims.every((rim) => Math.hypot(...[x, y, z].map((value, k) => value - posed[3 * rim + k]!)) > 6 * MM);
        if (!isInside || Math.abs(x) > 12 * MM) continue;
        expect(thickness(foremost(posed, skin, x, y) - z), `vertex ${v} at ${JSON.stringify(weights)}`).toBeGreaterThan(0);
      }
    }
  });

  it('bring the lips together when mouthClose closes an open jaw', () => {
    for (const weight of [0.2, 0.5, 0.8]) {
      const posed = pose(studied, { jawOpen: weight, mouthClose: weight });
      const lowered = face.line.dropY.map((drop, i) => face.line.y[i]! + 0.4 * weight * drop);
      const depth = face.line.dropZ.map((drop, i) => face.line.z[i]! + 0.4 * weight * drop);
      const gap = measureLipGap(posed, face.triangles, { ...face.line, y: lowered, z: depth });
      expect(Math.max(...gap.heights), `at ${weight}`).toBeLessThan(0.3 * MM);
    }
  });

  it('cover the eyeball in a blink, without exposing it on the way', () => {
    for (const side of ['Left', 'Right'] as const) {
      const { center, radius } = eyes[side === 'Left' ? 'left' : 'right'];
      expect(openHeight(pose(studied, {}), face.triangles, center)).toBeGreaterThan(0.25);
      expect(openHeight(pose(studied, { [`eyeBlink${side}`]: 1 }), face.triangles, center)).toBeLessThan(0.03);
      const depth = (positions: Float32Array, v: number): number =>
        Math.hypot(...[0, 1, 2].map((k) => positions[3 * v + k]! - center[k]!)) - radius;
      // Only checks the skin of the lids, because their inner sheets are inside the eyeball.
      const moved = lengths(fields.get(`eyeBlink${side}`)!).flatMap((length, v) =>
        length > MM && depth(face.positions, v) > 0.8 * MM ? [v] : [],
      );
      for (const weight of [0.25, 0.5, 0.75, 1]) {
        const posed = pose(studied, { [`eyeBlink${side}`]: weight });
        expect(Math.min(...moved.map((v) => depth(posed, v))), `${side} at ${weight}`).toBeGreaterThan(0);
      }
    }
  });

  it('mirror each other', () => {
    for (const [name, left] of fields) {
      const right = fields.get(name.replace(/Left$/, 'Right'));
      if (!name.endsWith('Left') || !right) continue;
      const mirrored = face.symmetry.mirror(left);
      expect(Math.max(...mirrored.map((value, i) => Math.abs(value - right[i]!))), name).toBeLessThan(0.3 * MM);
    }
  });

  it('move the parts they are named after', () => {
    const middle = (name: string): [x: number, y: number] => {
      const field = fields.get(name)!;
      const weights = lengths(field);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const mean = (k: number): number => weights.reduce((sum, weight, v) => sum + weight * face.positions[3 * v + k]!, 0) / total;
      return [mean(0), mean(1)];
    };
    const [eye, mouth] = [eyes.left.center[1], face.line.y[face.line.y.length >> 1]!];
    for (const name of fields.keys()) {
      const [x, y] = middle(name);
      if (name.endsWith('Left') && !/^(jaw|mouth)Left$/.test(name)) expect(x, name).toBeGreaterThan(0.004);
      if (/^(eye|brow)/.test(name)) expect(y, name).toBeGreaterThan(eye - 0.02);
      if (/^(mouth|jaw|lower)/.test(name)) expect(y, name).toBeLessThan(mouth + 0.025);
      if (/^brow/.test(name)) expect(y, name).toBeGreaterThan(eye);
    }
  });
});

it.each(['bruno', 'jamal'])('the linings of the eye sockets of %s stay behind lids and cheeks in a blink', (id) => {
  const studied = study(id);
  const { face } = studied;
  const { vertices, rims } = findSockets(assets.base);
  const skin = trianglesWithout(face.triangles, vertices);
  const inside = [...vertices].filter((v) => !rims.includes(v));
  expect(inside.length).toBeGreaterThan(20);
  const posed = pose(studied, { eyeBlinkLeft: 1, eyeBlinkRight: 1 });
  for (const v of inside) {
    const [x, y, z] = [posed[3 * v]!, posed[3 * v + 1]!, posed[3 * v + 2]!];
    expect(thickness(foremost(posed, skin, x, y) - z), `vertex ${v}`).toBeGreaterThan(0);
  }
});

const trianglesWithout = (triangles: Uint32Array, left: ReadonlySet<number>): number[] =>
  Array.from({ length: triangles.length / 3 }, (_, t) => [...triangles.subarray(3 * t, 3 * t + 3)])
    .filter((corners) => !corners.every((v) => left.has(v)))
    .flat();

/**
 * Returns the smallest distance of the surface from the middle of the face at a given height and depth, on the left. Infinity if there is
 * no surface.
 */
const nearestAside = (positions: Float32Array, triangles: readonly number[], y: number, z: number): number =>
  Math.min(...crossings(positions, triangles, [1, 2], [y, z]).filter((x) => x > 2 * MM), Number.POSITIVE_INFINITY);

/** Returns the depth of the frontmost surface at a point, as seen from the front. -Infinity if there is no surface. */
const foremost = (positions: Float32Array, triangles: readonly number[], x: number, y: number): number =>
  Math.max(...crossings(positions, triangles, [0, 1], [x, y]), Number.NEGATIVE_INFINITY);

/**
 * Returns how far the skin is in front of its lining, which is negative if it is behind. Infinity if only the back of the head is behind
 * it, as in an open mouth.
 */
const thickness = (before: number): number => (before > -10 * MM ? before : Number.POSITIVE_INFINITY);

/** Returns where triangles cross the line on which two axes have these values, as coordinates on the third axis. */
function crossings(
  positions: Float32Array,
  triangles: readonly number[],
  [p, q]: readonly [number, number],
  [atP, atQ]: readonly [number, number],
): number[] {
  const along = 3 - p - q;
  const found: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    // Most triangles are completely on one side.
    const isBelow = positions[a + p]! < atP;
    if (positions[b + p]! < atP === isBelow && positions[c + p]! < atP === isBelow && positions[a + p]! !== atP) continue;
    const [bp, bq] = [positions[b + p]! - positions[a + p]!, positions[b + q]! - positions[a + q]!];
    const [cp, cq] = [positions[c + p]! - positions[a + p]!, positions[c + q]! - positions[a + q]!];
    const [dp, dq] = [atP - positions[a + p]!, atQ - positions[a + q]!];
    const area = bp * cq - cp * bq;
    const u = (dp * cq - cp * dq) / area;
    const v = (bp * dq - dp * bq) / area;
    if (!(u >= 0 && v >= 0 && u + v <= 1)) continue;
    const start = positions[a + along]!;
    found.push(start + u * (positions[b + along]! - start) + v * (positions[c + along]! - start));
  }
  return found;
}

/** Largest height in front of an eye, near its middle, that the lids leave uncovered, in radians. */
function openHeight(positions: Float32Array, triangles: Uint32Array, center: readonly number[]): number {
  let open = 0;
  for (const dx of [-0.006, -0.003, 0, 0.003, 0.006]) {
    const spans: [number, number][] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const heights: number[] = [];
      for (let k = 0; k < 3; k++) {
        const [a, b] = [3 * triangles[t + k]!, 3 * triangles[t + ((k + 1) % 3)]!];
        const x = center[0]! + dx;
        if (positions[a]! <= x === positions[b]! <= x) continue;
        const s = (x - positions[a]!) / (positions[b]! - positions[a]!);
        const y = positions[a + 1]! + s * (positions[b + 1]! - positions[a + 1]!) - center[1]!;
        const z = positions[a + 2]! + s * (positions[b + 2]! - positions[a + 2]!) - center[2]!;
        if (z > 0.005 && Math.hypot(y, z) < 0.03) heights.push(Math.atan2(y, z));
      }
      if (heights.length === 2) spans.push([Math.min(...heights), Math.max(...heights)]);
    }
    spans.sort((a, b) => a[0] - b[0]);
    let top = spans[0]![1];
    for (const [from, to] of spans) {
      if (Math.abs(from + top) < 0.9) open = Math.max(open, from - top);
      top = Math.max(top, to);
    }
  }
  return open;
}
