import { smoothStep } from '../geometry/mesh/index.ts';
import type { Assets } from '../makehuman/index.ts';
import { addFields, type Field, Symmetry } from '../shapes/field.ts';
import { fitHinge, type Hinge, hingeDisplacement } from '../shapes/jaw.ts';
import { findMouthCavity } from '../shapes/linings.ts';
import { readCorrespondence } from './correspondence.ts';
import { type HeadModel, readHeadModel } from './read.ts';

/** Measurements of the head model: middle of the lip line, point between the eyes, half mouth width, and eye-to-lip height, in meters. */
export const MODEL = {
  lips: { y: -0.0336, z: 0.1126 },
  betweenEyes: 0.06233,
  halfMouth: 0.02535,
  eyesAboveLips: 0.0696,
} as const;
/** Minimum drop of the lower teeth vertices when the jaw opens, in meters. */
const LOWER_TEETH = 0.005;
/** Range of heights on the neck of the MakeHuman base mesh over which fields fade out, in meters. */
const NECK = { from: 0.57, to: 0.61 };
/** Distance from the lip rims past which the lining of the mouth is on the jaw and the palate, in meters. */
const LINING = 0.016;
const LINING_PASSES = 80;
/** Range of displacements that are faded out (from `to` down to `from`), in meters. */
const TRACES = { from: 0.00012, to: 0.0004 };
/** The head model opens its jaw as if to yawn, whereas an ARKit weight of 1 is a wide-open mouth. */
const JAW_OPEN = 0.88;
const OF_JAW_OPEN = /^(jawOpen|mouthClose)$/;
/** Expressions with one ARKit shape for both sides, and expressions missing from ARKit. */
const ONE_SHAPE = /^(browInnerUp|cheekPuff)_/;
const NOT_IN_ARKIT = /^(PupilDilate|cheekRaiser)_/;

/** Expressions and identities of the head model on the MakeHuman base mesh, at the size of the head model, in meters. */
export interface CarriedHead {
  /** Symmetric fields by ARKit name. On other faces, they do not bring the lips and eyelids together yet. */
  expressions: ReadonlyMap<string, Field>;
  /** Jaw motion in the head model: the rotation for `jawOpen`, and the translations for other shapes. */
  hinge: Hinge;
  slides: ReadonlyMap<string, readonly [number, number, number]>;
  /** Returns an identity component as a symmetric field, minus the shift of the eyes in height and depth. */
  identity(component: number): Field;
}

const known = new WeakMap<object, CarriedHead>();

/** Transfers the head model to the MakeHuman base mesh, once per set of assets. */
export function carryHead(assets: Assets): CarriedHead {
  const head = known.get(assets.base) ?? carry(assets);
  known.set(assets.base, head);
  return head;
}

function carry({ base, target }: Assets): CarriedHead {
  const model = readHeadModel();
  const { vertices, corners, weights } = readCorrespondence();
  const symmetry = new Symmetry(base.positions);
  const toBase = (field: Float32Array): Field => {
    const carried = new Float32Array(base.positions.length);
    vertices.forEach((vertex, i) => {
      const share = smoothStep(NECK.from, NECK.to, base.positions[3 * vertex + 1]!);
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let c = 3 * i; c < 3 * i + 3; c++) sum += weights[c]! * field[3 * corners[c]! + k]!;
        carried[3 * vertex + k] = share * sum;
      }
    });
    return carried;
  };
  const jaw = measureJaw(model);
  const fillLining = createLining(base, target('expression/units/caucasian/mouth-open'));
  const jawMotion = (name: string): ((y: number, z: number) => readonly [number, number, number]) | undefined => {
    if (name !== 'jawOpen') return jaw.slides.has(name) ? () => jaw.slides.get(name)! : undefined;
    return (y, z) => hingeDisplacement(jaw.hinge, y, z);
  };
  const expressions = new Map<string, Field>();
  for (const name of model.expressionNames) {
    if (NOT_IN_ARKIT.test(name) || /_R$|Right$/.test(name)) continue;
    const read = (side: string): Field => addFields([OF_JAW_OPEN.test(side) ? JAW_OPEN : 1, withoutTraces(toBase(model.expression(side)))]);
    const motion = jawMotion(name);
    if (ONE_SHAPE.test(name) || !/_L$|Left$/.test(name)) {
      const sides = ONE_SHAPE.test(name) ? [name, name.replace(/_L$/, '_R')] : [name];
      const whole = symmetry.symmetrize(addFields(...sides.map((side) => [1, read(side)] as const)));
      expressions.set(name.replace(/_L$/, ''), fillLining(whole, motion));
    } else {
      const other = name.replace(/_L$/, '_R').replace(/Left$/, 'Right');
      const left = addFields([0.5, read(name)], [0.5, symmetry.mirror(read(other))]);
      const filled = fillLining(left, motion);
      expressions.set(name.replace(/_L$/, 'Left'), filled);
      expressions.set(other.replace(/_R$/, 'Right'), symmetry.mirror(filled));
    }
  }
  const white = [...new Set(model.triangles('M_ScleraLeft').vertices)];
  const identity = (component: number): Field => {
    const field = model.identity(component);
    const shift = [0, 1, 2].map((k) => (k && white.reduce((sum, v) => sum + field[3 * v + k]!, 0)) / white.length);
    return symmetry.symmetrize(toBase(field.map((value, i) => value - shift[i % 3]!)));
  };
  return { expressions, ...jaw, identity };
}

/** Removes displacements too small to see. Scans leave traces of them all over the head, and every shape would have to store them. */
function withoutTraces(field: Field): Field {
  const kept = field.slice();
  for (let v = 0; v < field.length; v += 3) {
    const share = smoothStep(TRACES.from, TRACES.to, Math.hypot(field[v]!, field[v + 1]!, field[v + 2]!));
    for (let k = v; k < v + 3; k++) kept[k]! *= share;
  }
  return kept;
}

/** Measures the motion of the lower teeth, which is also the motion of the jaw. */
function measureJaw(model: HeadModel): Pick<CarriedHead, 'hinge' | 'slides'> {
  const open = model.expression('jawOpen');
  const lower = [...new Set(model.triangles('M_Teeth').vertices)].filter((v) => open[3 * v + 1]! < -LOWER_TEETH);
  const slide = (name: string): readonly [number, number, number] => {
    const field = model.expression(name);
    const mean = (k: number): number => lower.reduce((sum, v) => sum + field[3 * v + k]!, 0) / lower.length;
    return [mean(0), mean(1), mean(2)];
  };
  const hinge = fitHinge(model.positions, open, lower);
  const [[x, y, z], [, , forward]] = [slide('jawLeft'), slide('jawForward')];
  return {
    hinge: { ...hinge, angle: JAW_OPEN * hinge.angle },
    slides: new Map([
      ['jawLeft', [x, y, z]],
      ['jawRight', [-x, y, z]],
      ['jawForward', [0, slide('jawForward')[1], forward]],
    ]),
  };
}

/**
 * Returns a function that extends a field from the lip rims over the lining of the mouth (harmonic interpolation).
 * @param open MakeHuman open-mouth target, which shows which vertices follow the jaw
 */
function createLining(
  base: Assets['base'],
  open: ReturnType<Assets['target']>,
): (field: Field, motion?: (y: number, z: number) => readonly [number, number, number]) => Field {
  const { positions, triangles, bodyTriangles } = base;
  const cavity = findMouthCavity(base);
  const isRim = new Set(cavity.rims);
  const drops = new Map([...open.vertices].map((v, i) => [v, -open.offsets[3 * i + 1]!]));
  const most = Math.max(...cavity.rims.map((v) => drops.get(v) ?? 0));
  const lips = cavity.rims.reduce((sum, v) => sum + positions[3 * v + 1]! / cavity.rims.length, 0);
  const front = Math.max(...cavity.rims.map((v) => positions[3 * v + 2]!));
  const neighbors = new Map([...cavity.vertices].map((v) => [v, new Set<number>()]));
  for (let t = 0; t < 3 * bodyTriangles; t += 3) {
    const own = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (!own.every((v) => cavity.vertices.has(v))) continue;
    for (const a of own) for (const b of own) if (a !== b) neighbors.get(a)!.add(b);
  }
  const deep = new Set(
    [...cavity.vertices].filter((v) =>
      cavity.rims.every((rim) => Math.hypot(...[0, 1, 2].map((k) => positions[3 * v + k]! - positions[3 * rim + k]!)) > LINING),
    ),
  );
  return (field, motion) => {
    const filled = field.slice();
    if (motion)
      for (const v of deep) {
        const share = Math.min(1, (drops.get(v) ?? 0) / (0.8 * most));
        const at = motion(MODEL.lips.y + positions[3 * v + 1]! - lips, MODEL.lips.z + positions[3 * v + 2]! - front);
        for (let k = 0; k < 3; k++) filled[3 * v + k] = share * at[k]!;
      }
    for (let pass = 0; pass < LINING_PASSES; pass++)
      for (const [v, around] of neighbors) {
        if (isRim.has(v) || deep.has(v)) continue;
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (const other of around) sum += filled[3 * other + k]!;
          filled[3 * v + k] = sum / around.size;
        }
      }
    return filled;
  };
}
