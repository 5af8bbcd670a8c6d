import type { Corrective } from '@talking-avatar/avatar/model';
import { bell, smoothStep } from '../geometry/mesh/index.ts';
import { BLINK_REPLACES } from './eyes.ts';
import type { Face } from './face.ts';
import { addFields, createField, type Field, leftSideWeight, maskField } from './field.ts';
import { lipCoordinates } from './lips.ts';
import { distanceFromLips, roundOpening } from './mouth.ts';

/** A corrective with its displacement when all of its shapes have weight 1. */
export interface CorrectiveField extends Corrective {
  field: Field;
}

/**
 * Rounded lips keep the mouth small when the jaw opens: share of `mouthClose` that they add, in the middle and at the corners, and share by
 * which the corners move inward; how far the opening is rounded above and below, in meters. A rounded vowel has a weight of about 0.15.
 */
const ROUNDED = [
  { shape: 'mouthPucker', middle: 0.18, corners: 0.7, narrower: 0.2, up: 0.003, down: 0.008 },
  { shape: 'mouthFunnel', middle: 0.4, corners: 0.1, narrower: 0.14, up: 0.001, down: 0.004 },
] as const;
/** Share of a smile that rounded lips cancel, and distance from the mouth where this ends, in meters. */
const UNDONE = { mouthPucker: 0.75, mouthFunnel: 0.65 } as const;
const UNDONE_REACH = 0.034;
/** Distances that an opening jaw pulls a smile's corners down and inward, in meters. They cannot move back because they touch the teeth. */
const STRETCHED = { down: 0.0026, inward: 0.0012, reach: 0.024 };
/**
 * Distances by which a smile moves the upper lip's edge up and forward when the lips part, in meters per weight, and extent above the edge.
 * A smile of 0.75 with a jaw at 0.12 has a weight of 0.07, which shows about 4 of an incisor's 10 mm. Shapes that close or round the
 * lips, or bring the lower lip to the teeth, cancel it, as does a wide open jaw.
 */
const BARED = { up: 0.018, forward: 0.008, reach: 0.015 } as const;
/**
 * A smile draws the lower lip up at the canines. When the lips part, the lining behind its edge sinks there, in meters per weight of the
 * corrective, to leave room for the tips of canines and premolars. Shares of half the mouth, and meters in front of the lip line.
 */
const ROOM = {
  down: 0.014,
  aside: { from: 0.4, to: 0.65 },
  behind: { from: 0.002, to: -0.002 },
  reach: 0.012,
} as const;
const NOT_BARED = ['jawOpen', 'jawOpen', 'mouthPressLeft', 'mouthPressRight', 'lowerLipBite', 'mouthPucker', 'mouthFunnel'];
/**
 * Shapes of f and v in rigs without `lowerLipBite`, which replaces them. Together, they would hide the lower lip. Half-way to the
 * teeth, half of the roll would remain and draw the lip under the incisors' edges, so the roll is canceled sooner.
 */
const BITE_REPLACES = ['mouthRollLower', 'mouthShrugLower'] as const;
/** Share of the lower lip's way back that remains at weight 1, because a smile draws lips against the teeth (speech stays below 0.6). */
const BITE_IN_SMILE = 1.7;
const SIDES = ['Left', 'Right'] as const;

/**
 * Builds the correctives, because the effect of two shapes together differs from the sum of their effects.
 * @param lidShare degree to which a vertex belongs to a lid, 0..1
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
