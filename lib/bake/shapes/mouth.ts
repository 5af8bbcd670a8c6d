import { bell, clamp, smoothStep } from '../geometry/mesh/index.ts';
import { diffuseField, holdMouthCorners } from './diffuse.ts';
import { type Face, mirrorField, pushField } from './face.ts';
import { addFields, createField, type Field, maskField } from './field.ts';
import { jawWeights, shiftJaw } from './jaw.ts';
import { closeLips, type LipCoordinates, lipField } from './lips.ts';
import { retractMouthCavity } from './mouth-cavity.ts';
import { closeLipGap } from './seal.ts';

/** Displacements of the jaw, metres. */
export const JAW_FORWARD: readonly [number, number, number] = [0, -0.0005, 0.006];
export const JAW_SIDEWAYS = 0.0065;

/** Builds the shapes of jaw, lips and cheeks. Shapes of one side are halves of a symmetric whole. */
export function mouthShapes(face: Face): Map<string, Field> {
  const { positions, symmetry, open, line, unit, triangles } = face;
  const shapes = new Map<string, Field>();
  /** Adds the correction that closes the lips. */
  const withClosedLips = (field: Field): Field =>
    symmetry.symmetrize(addFields([1, field], [1, closeLipGap(positions, field, line, open, triangles)]));
  /** Keeps the mouth cavity inside the cheeks, also when the jaw is open as well. */
  const withinCheeks = (field: Field): Field => {
    const both = addFields([1, positions], [1, open], [1, field]);
    return addFields([1, field], [1, retractMouthCavity(both, triangles, face.cavity)]);
  };
  const inHalves = (name: string, whole: Field): void => {
    const { left, right } = symmetry.halves(positions, withinCheeks(symmetry.symmetrize(whole)));
    shapes.set(`${name}Left`, left).set(`${name}Right`, right);
  };
  const toEachSide = (name: string, left: Field): void => {
    shapes.set(`${name}Left`, left).set(`${name}Right`, symmetry.mirror(left));
  };
  const fromLips = (
    move: (place: LipCoordinates, x: number, v: number) => readonly [number, number, number] | undefined,
  ): Field => symmetry.symmetrize(lipField(positions, line, open, move));
  const lowerLipWeight = (v: number): number =>
    smoothStep(0.25, 0.75, open[3 * v + 1]! / line.dropY[line.dropY.length >> 1]!);

  const shares = jawWeights(positions, open, face.hinge);
  shapes.set('jawOpen', open);
  shapes.set('jawForward', withClosedLips(shiftJaw(positions, shares, JAW_FORWARD)));
  toEachSide('jaw', shiftJaw(positions, shares, [JAW_SIDEWAYS, 0, 0]));

  const closed = closeLips(positions, line, open);
  const seam = closeLipGap(positions, addFields([1, open], [1, closed]), line, open, triangles);
  const close = symmetry.symmetrize(addFields([1, closed], [1, seam]));
  shapes.set('mouthClose', withinCheeks(close));
  shapes.set('mouthFunnel', withinCheeks(symmetry.symmetrize(addFields([0.85, unit('mouth-protusion')]))));
  shapes.set('mouthPucker', withinCheeks(withClosedLips(unit('mouth-pursing'))));

  const corner = [line.half, line.y[0]!, line.z[0]!] as const;
  const [cx, cy, cz] = corner;
  toEachSide(
    'mouth',
    createField(positions, (x, y, z) => {
      const share = bell(Math.hypot(x * 0.75, (y - cy) * 1.1, Math.min(0, z - cz)), 0.045);
      return share > 0 ? [0.008 * share, 0, -0.0015 * share * clamp(x / 0.03)] : undefined;
    }),
  );
  inHalves('mouthSmile', withClosedLips(holdMouthCorners(face, diffuseField(face, unit('mouth-corner-puller')))));
  inHalves('mouthFrown', withClosedLips(diffuseField(face, unit('mouth-depression'))));
  const retraction = diffuseField(face, unit('mouth-retraction'));
  const dent = mirrorField(face, pushField(face, [cx + 0.004, cy, cz], 0.02, [0.001, 0.0015, -0.0055]));
  inHalves('mouthDimple', withClosedLips(addFields([0.55, retraction], [1, dent])));
  const pull = mirrorField(face, pushField(face, corner, 0.028, [0.003, -0.004, 0]));
  inHalves('mouthStretch', withClosedLips(addFields([1, retraction], [1, pull], [0.5, unit('neck-platysma')])));

  shapes.set('mouthRollLower', withClosedLips(fromLips((place) => rollIn(place, place.lower))));
  shapes.set('mouthRollUpper', withClosedLips(fromLips((place) => rollIn(place, 1 - place.lower))));
  // Beyond ARKit: the lower lip under the upper teeth, for f and v.
  shapes.set('lowerLipBite', fromLips(bite));
  shapes.set('mouthShrugLower', fromLips(shrugLower));
  shapes.set('mouthShrugUpper', withClosedLips(fromLips(shrugUpper)));
  inHalves('mouthPress', withClosedLips(fromLips(press)));
  inHalves(
    'mouthLowerDown',
    maskField(positions, unit('mouth-depression-retraction'), (_x, _y, _z, v) => lowerLipWeight(v)),
  );
  inHalves(
    'mouthUpperUp',
    maskField(positions, diffuseField(face, unit('mouth-elevation')), (_x, _y, _z, v) => 1 - lowerLipWeight(v)),
  );

  const puff = mirrorField(face, puffCheek(face, corner));
  const underNose = pushField(face, [0, cy + 0.013, cz + 0.02], 0.02, [0, 0, 0.0022]);
  shapes.set('cheekPuff', withClosedLips(addFields([1, puff], [1, underNose])));
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

/** Centre of a puffed cheek relative to the corner of the mouth, its radius and its size, metres. */
const PUFF = { aside: 0.017, up: 0.008, back: 0.016, reach: 0.044, by: 0.015 };

/** Puffs the left cheek: moves it away from the middle of the mouth, less so vertically. */
function puffCheek({ positions }: Face, [cx, cy, cz]: readonly [number, number, number]): Field {
  return createField(positions, (x, y, z) => {
    const share = bell(Math.hypot(x - cx - PUFF.aside, y - cy - PUFF.up, 0.7 * (z - cz + PUFF.back)), PUFF.reach);
    if (share === 0) return undefined;
    const out = [x, 0.5 * (y - cy), Math.max(0, z - cz + 2 * PUFF.back)] as const;
    const scale = (PUFF.by * share) / Math.hypot(...out);
    return [scale * out[0], scale * out[1], scale * out[2]];
  });
}

type Displacement = readonly [number, number, number] | undefined;

/** Draws the red of a lip in over the teeth. */
function rollIn({ above, inFront, within }: LipCoordinates, own: number): Displacement {
  const share = own * within * bell(above, 0.017) * smoothStep(-0.014, -0.004, inFront);
  return share > 0 ? [0, -0.55 * above * share, -0.0032 * share] : undefined;
}

/** Draws the lower lip up and back to the edge of the upper teeth; the upper lip makes room. */
function bite({ above, inFront, within, lower }: LipCoordinates): Displacement {
  const share = within * smoothStep(-0.014, -0.004, inFront);
  const own = lower * bell(above + 0.003, 0.016);
  const other = (1 - lower) * bell(above, 0.014);
  if (share * (own + other) === 0) return undefined;
  return [0, share * (0.0012 * own + 0.0022 * other), share * (-0.004 * own)];
}

/** The chin pushes the lower lip up. */
function shrugLower({ above, lower, within, inFront }: LipCoordinates): Displacement {
  const share = lower * within * smoothStep(-0.045, -0.008, above) * smoothStep(-0.02, -0.008, inFront);
  return share > 0 ? [0, 0.0042 * share, 0.0026 * share * bell(above + 0.004, 0.02)] : undefined;
}

/** Pushes the upper lip up and out, most of all above its edge, so that the mouth stays nearly closed. */
function shrugUpper({ above, lower, within, inFront }: LipCoordinates): Displacement {
  const share = (1 - lower) * within * smoothStep(0.022, 0.005, above) * smoothStep(-0.02, -0.008, inFront);
  return share > 0 ? [0, 0.0034 * share * smoothStep(-0.004, 0.006, above), 0.0024 * share] : undefined;
}

/**
 * Presses the lips together: the red gets thinner and moves in, the skin above and below it moves forwards slightly.
 */
function press({ above, inFront, within }: LipCoordinates): Displacement {
  const share = within * smoothStep(-0.012, -0.004, inFront);
  const red = bell(above, 0.018);
  const about = bell(Math.abs(above) - 0.014, 0.01);
  return share * (red + about) > 0
    ? [0, -0.62 * above * red * share, (0.0012 * about - 0.003 * red) * share]
    : undefined;
}
