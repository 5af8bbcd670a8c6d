import type { Corrective } from '@talking-avatar/avatar/model';
import { bell, smoothStep } from '../geometry/mesh/index.ts';
import { BLINK_REPLACES } from './eyes.ts';
import type { Face } from './face.ts';
import { addFields, createField, type Field, leftSideWeight, maskField } from './field.ts';
import { lipCoordinates } from './lips.ts';
import { distanceFromLips, roundOpening } from './mouth.ts';

/** A corrective, and its displacement when all of its shapes have a weight of 1. */
export interface CorrectiveField extends Corrective {
  field: Field;
}

/**
 * Rounded lips keep the mouth small when the jaw opens. Each shape adds some `mouthClose`, separately in the middle and at the corners,
 * moves the corners inward, and rounds the opening above and below (in meters). A rounded vowel has a weight of about 0.15.
 */
const ROUNDED = [
  { shape: 'mouthPucker', middle: 0.18, corners: 0.7, narrower: 0.2, up: 0.003, down: 0.008 },
  { shape: 'mouthFunnel', middle: 0.4, corners: 0.1, narrower: 0.14, up: 0.001, down: 0.004 },
] as const;
/** How much of a smile rounded lips cancel, and how far from the mouth they do so, in meters. */
const UNDONE = { mouthPucker: 0.75, mouthFunnel: 0.65 } as const;
const UNDONE_REACH = 0.034;
/** How far opening the jaw pulls the corners of a smile down and inward, in meters. They touch the teeth, so they cannot move back. */
const STRETCHED = { down: 0.0026, inward: 0.0012, reach: 0.024 };
/**
 * How far a smile moves the edge of the upper lip up and forward when the lips part, in meters per unit weight, and the reach above the
 * edge. A smile of 0.75 with the jaw at 0.12 gives a weight of 0.07, which shows about 4 mm of a 10 mm incisor. Shapes that close or round
 * the lips, or bring the lower lip to the teeth, cancel this, as does a wide-open jaw.
 */
const BARED = { up: 0.018, forward: 0.008, reach: 0.015 } as const;
/**
 * A smile pulls the lower lip up at the canines. When the lips part, the lining behind the lip edge moves down there, in meters per unit
 * weight, to make room for the tips of the canines and premolars. `aside` is a fraction of half the mouth width, and `behind` is in meters
 * relative to the lip line.
 */
const ROOM = {
  down: 0.014,
  aside: { from: 0.4, to: 0.65 },
  behind: { from: 0.002, to: -0.002 },
  reach: 0.012,
} as const;
const NOT_BARED = ['jawOpen', 'jawOpen', 'mouthPressLeft', 'mouthPressRight', 'lowerLipBite', 'mouthPucker', 'mouthFunnel'];
/**
 * Shapes that rigs without `lowerLipBite` use for f and v. `lowerLipBite` replaces them, because combining them would hide the lower lip.
 * Halfway to the teeth, half of the roll would remain and pull the lip under the incisor edges, so the roll is canceled sooner.
 */
const BITE_REPLACES = ['mouthRollLower', 'mouthShrugLower'] as const;
/** How much of the bite's backward motion to cancel at weight 1. Smiles pull the lips against the teeth (speech stays below 0.6). */
const BITE_IN_SMILE = 1.7;
const SIDES = ['Left', 'Right'] as const;

/**
 * Builds the correctives. They are needed because the combined effect of two shapes differs from the sum of their effects.
 * @param lidShare degree to which a vertex is part of an eyelid, 0..1
 */
export function buildCorrectives(
  face: Face,
  shapes: ReadonlyMap<string, Field>,
  lidShare: (x: number, y: number, z: number) => number,
): CorrectiveField[] {
  const { positions, line } = face;
  const fromLips = (x: number, y: number, z: number): number => distanceFromLips(face, x, y, z);
  const of = (name: string): Field => shapes.get(name)!;
  const combine = (factors: readonly string[], field: Field): CorrectiveField => ({
    name: factors.join('_'),
    shapes: factors,
    field,
  });
  const rounded = ROUNDED.map(({ shape, middle: most, corners, narrower, up, down }) => {
    const closed = maskField(positions, of('mouthClose'), (x) => {
      const aside = Math.min(1, Math.abs(x) / line.half);
      return most + (corners - most) * aside ** 2;
    });
    const both = addFields([1, of('jawOpen')], [1, of(shape)]);
    const narrowed = createField(positions, (x, y, z, v) => {
      const share = narrower * bell(fromLips(x, y, z), 0.03);
      return share > 0 ? [-share * (x + both[3 * v]!), 0, 0] : undefined;
    });
    return combine(['jawOpen', shape], addFields([1, closed], [1, narrowed], [1, roundOpening(face, up, down)]));
  });
  const smiles = SIDES.flatMap((side) => {
    const smile = `mouthSmile${side}`;
    const sign = side === 'Left' ? 1 : -1;
    const stretched = createField(positions, (x, y, z) => {
      const share = bell(Math.hypot(sign * x - line.half, y - line.y[0]!, 0.6 * (z - line.z[0]!)), STRETCHED.reach);
      if (share === 0) return undefined;
      return [-sign * share * STRETCHED.inward, -share * STRETCHED.down, 0];
    });
    const undone = Object.entries(UNDONE).map(([shape, share]) =>
      combine(
        [shape, smile],
        maskField(positions, of(smile), (x, y, z) => -share * bell(fromLips(x, y, z), UNDONE_REACH)),
      ),
    );
    const bitten = createField(positions, (x, _y, _z, v) => {
      const back = of('lowerLipBite')[3 * v + 2]!;
      return back === 0 ? undefined : [0, 0, -BITE_IN_SMILE * leftSideWeight(sign * x) * back];
    });
    const bared = createField(positions, (x, y, z, v) => {
      if (Math.abs(x) > line.half) return undefined;
      const { above, inFront, lower } = lipCoordinates(line, x, y, z, face.open[3 * v + 1]!);
      const aside = smoothStep(ROOM.aside.from * line.half, ROOM.aside.to * line.half, sign * x);
      const room = lower * aside * smoothStep(ROOM.behind.from, ROOM.behind.to, inFront) * bell(above, ROOM.reach);
      const edge = (1 - lower) * bell(Math.max(0, above), BARED.reach) * smoothStep(-0.012, -0.005, inFront);
      const share = edge * bell(Math.max(0, Math.abs(x) - 0.4 * line.half), 0.6 * line.half) * leftSideWeight(sign * x);
      return share + room > 0 ? [0, BARED.up * share - ROOM.down * room, BARED.forward * share] : undefined;
    });
    const parted = { ...combine(['jawOpen', smile], bared), name: `${smile}_bared`, without: NOT_BARED };
    return [combine(['jawOpen', smile], stretched), parted, ...undone, combine(['lowerLipBite', smile], bitten)];
  });
  const lids = SIDES.flatMap((side) =>
    BLINK_REPLACES.map((name) =>
      combine(
        [`eyeBlink${side}`, `${name}${side}`],
        maskField(positions, of(`${name}${side}`), (x, y, z) => -lidShare(x, y, z)),
      ),
    ),
  );
  const bitten = BITE_REPLACES.map((name) => combine(['lowerLipBite', name], addFields([-1, of(name)])));
  const [roll] = bitten;
  const halfway = { ...roll!, name: `${roll!.name}_halfway`, without: ['lowerLipBite'] };
  return [...rounded, ...smiles, ...bitten, halfway, ...lids];
}
