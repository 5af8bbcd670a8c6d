import { bell, clamp, smoothStep } from '../geometry/mesh/index.ts';
import { diffuseField, holdMouthCorners } from './diffuse.ts';
import { type Face, mirrorField, pushField } from './face.ts';
import { addFields, createField, type Field, maskField } from './field.ts';
import { jawWeights, shiftJaw } from './jaw.ts';
import { closeLips, type LipCoordinates, lipField } from './lips.ts';
import { retractMouthCavity } from './mouth-cavity.ts';
import { sealLips } from './seal.ts';

/** How far the jaw slides, metres. */
export const JAW_FORWARD: readonly [number, number, number] = [0, -0.0005, 0.006];
export const JAW_ASIDE = 0.0065;

/** Shapes of jaw, lips and cheeks; those of one side are halves of a whole, which sum to it. */
export function mouthShapes(face: Face): Map<string, Field> {
  const { positions, symmetry, open, line, unit, triangles } = face;
  const shapes = new Map<string, Field>();
  /** A field with the lips brought together. */
  const sealed = (field: Field): Field =>
    symmetry.even(addFields([1, field], [1, sealLips(positions, field, line, open, triangles)]));
  /** With the mouth's lining within the cheeks, also when the jaw is open as well. */
  const lined = (field: Field): Field => {
    const both = addFields([1, positions], [1, open], [1, field]);
    return addFields([1, field], [1, retractMouthCavity(both, triangles, face.lining)]);
  };
  const inHalves = (name: string, whole: Field): void => {
    const { left, right } = symmetry.halves(positions, lined(symmetry.even(whole)));
    shapes.set(`${name}Left`, left).set(`${name}Right`, right);
  };
  const toEachSide = (name: string, left: Field): void => {
    shapes.set(`${name}Left`, left).set(`${name}Right`, symmetry.mirror(left));
  };
  const lips = (
    move: (place: LipCoordinates, x: number, v: number) => readonly [number, number, number] | undefined,
  ): Field => symmetry.even(lipField(positions, line, open, move));
  const lowerness = (v: number): number =>
    smoothStep(0.25, 0.75, open[3 * v + 1]! / line.dropY[line.dropY.length >> 1]!);

  const shares = jawWeights(positions, open, face.hinge);
  shapes.set('jawOpen', open);
  shapes.set('jawForward', sealed(shiftJaw(positions, shares, JAW_FORWARD)));
  toEachSide('jaw', shiftJaw(positions, shares, [JAW_ASIDE, 0, 0]));

  const closed = closeLips(positions, line, open);
  const seam = sealLips(positions, addFields([1, open], [1, closed]), line, open, triangles);
  const close = symmetry.even(addFields([1, closed], [1, seam]));
  shapes.set('mouthClose', lined(close));
  shapes.set('mouthFunnel', lined(symmetry.even(addFields([0.85, unit('mouth-protusion')]))));
  shapes.set('mouthPucker', lined(sealed(unit('mouth-pursing'))));

  const corner = [line.half, line.y[0]!, line.z[0]!] as const;
  const [cx, cy, cz] = corner;
  toEachSide(
    'mouth',
    createField(positions, (x, y, z) => {
      const share = bell(Math.hypot(x * 0.75, (y - cy) * 1.1, Math.min(0, z - cz)), 0.045);
      return share > 0 ? [0.008 * share, 0, -0.0015 * share * clamp(x / 0.03)] : undefined;
    }),
  );
  inHalves('mouthSmile', sealed(holdMouthCorners(face, diffuseField(face, unit('mouth-corner-puller')))));
  inHalves('mouthFrown', sealed(diffuseField(face, unit('mouth-depression'))));
  const retraction = diffuseField(face, unit('mouth-retraction'));
  const dent = mirrorField(face, pushField(face, [cx + 0.004, cy, cz], 0.02, [0.001, 0.0015, -0.0055]));
  inHalves('mouthDimple', sealed(addFields([0.55, retraction], [1, dent])));
  const pull = mirrorField(face, pushField(face, corner, 0.028, [0.003, -0.004, 0]));
  inHalves('mouthStretch', sealed(addFields([1, retraction], [1, pull], [0.5, unit('neck-platysma')])));

  shapes.set('mouthRollLower', sealed(lips((place) => rollIn(place, place.lower))));
  shapes.set('mouthRollUpper', sealed(lips((place) => rollIn(place, 1 - place.lower))));
  // Beyond ARKit: the lower lip under the upper teeth, as for f and v.
  shapes.set('lowerLipBite', lips(bite));
  shapes.set('mouthShrugLower', lips(shrugLower));
  shapes.set('mouthShrugUpper', sealed(lips(shrugUpper)));
  inHalves('mouthPress', sealed(lips(press)));
  inHalves(
    'mouthLowerDown',
    maskField(positions, unit('mouth-depression-retraction'), (_x, _y, _z, v) => lowerness(v)),
  );
  inHalves(
    'mouthUpperUp',
    maskField(positions, diffuseField(face, unit('mouth-elevation')), (_x, _y, _z, v) => 1 - lowerness(v)),
  );

  const puff = mirrorField(face, puffCheek(face, corner));
  const underNose = pushField(face, [0, cy + 0.013, cz + 0.02], 0.02, [0, 0, 0.0022]);
  shapes.set('cheekPuff', sealed(addFields([1, puff], [1, underNose])));
  toEachSide(
    'noseSneer',
    maskField(
      positions,
      addFields([1, unit('nose-left-elevation')], [0.4, unit('nose-compression')], [0.35, unit('mouth-elevation')]),
      (x) => smoothStep(-0.006, 0.01, x),
    ),
  );
  return shapes;
}

/** Where a cheek bulges most, from the corner of the mouth: aside, up, back; how far about, and how much, metres. */
const PUFF = { aside: 0.017, up: 0.008, back: 0.016, reach: 0.044, by: 0.015 };

/** The left cheek blown up: everything goes away from the middle of the mouth, less so up and down. */
function puffCheek({ positions }: Face, [cx, cy, cz]: readonly [number, number, number]): Field {
  return createField(positions, (x, y, z) => {
    const share = bell(Math.hypot(x - cx - PUFF.aside, y - cy - PUFF.up, 0.7 * (z - cz + PUFF.back)), PUFF.reach);
    if (share === 0) return undefined;
    const out = [x, 0.5 * (y - cy), Math.max(0, z - cz + 2 * PUFF.back)] as const;
    const scale = (PUFF.by * share) / Math.hypot(...out);
    return [scale * out[0], scale * out[1], scale * out[2]];
  });
}

type Move = readonly [number, number, number] | undefined;

/** The red of a lip drawn in over the teeth. */
function rollIn({ above, before, within }: LipCoordinates, own: number): Move {
  const share = own * within * bell(above, 0.017) * smoothStep(-0.014, -0.004, before);
  return share > 0 ? [0, -0.55 * above * share, -0.0032 * share] : undefined;
}

/** The lower lip drawn up and back to the edge of the upper teeth; the upper lip makes way. */
function bite({ above, before, within, lower }: LipCoordinates): Move {
  const share = within * smoothStep(-0.014, -0.004, before);
  const own = lower * bell(above + 0.003, 0.016);
  const other = (1 - lower) * bell(above, 0.014);
  if (share * (own + other) === 0) return undefined;
  return [0, share * (0.0012 * own + 0.0022 * other), share * (-0.004 * own)];
}

/** The chin pushes the lower lip up. */
function shrugLower({ above, lower, within, before }: LipCoordinates): Move {
  const share = lower * within * smoothStep(-0.045, -0.008, above) * smoothStep(-0.02, -0.008, before);
  return share > 0 ? [0, 0.0042 * share, 0.0026 * share * bell(above + 0.004, 0.02)] : undefined;
}

/** The upper lip is pushed up and out: most above its edge, so that the mouth stays nearly closed. */
function shrugUpper({ above, lower, within, before }: LipCoordinates): Move {
  const share = (1 - lower) * within * smoothStep(0.022, 0.005, above) * smoothStep(-0.02, -0.008, before);
  return share > 0 ? [0, 0.0034 * share * smoothStep(-0.004, 0.006, above), 0.0024 * share] : undefined;
}

/** The lips pressed on each other: the red grows thin and goes in, the skin above and below it comes forwards a little. */
function press({ above, before, within }: LipCoordinates): Move {
  const share = within * smoothStep(-0.012, -0.004, before);
  const red = bell(above, 0.018);
  const about = bell(Math.abs(above) - 0.014, 0.01);
  return share * (red + about) > 0
    ? [0, -0.62 * above * red * share, (0.0012 * about - 0.003 * red) * share]
    : undefined;
}
