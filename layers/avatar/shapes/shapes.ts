import type { Assets, Build } from '../human/index.ts';
import { at, bell, clamp, ease } from '../mesh/index.ts';
import { add, type Field, fieldOf, keep, Symmetry, unitField } from './field.ts';
import { fitHinge, type Hinge, jawShares, shiftJaw, swing } from './jaw.ts';
import { CLOSED, type Eyeball, type LidMove, Lids } from './lids.ts';
import { aboutLips, closeLips, findLipLine, type LipLine, type LipPlace } from './lips.ts';

/** The shapes of one actor, on its base mesh; and what carries the parts that are not skin. */
export interface Shapes {
  /** By ARKit's names. */
  fields: ReadonlyMap<string, Field>;
  hinge: Hinge;
  /** The jaw's share of the shapes that move it whole: a displacement of the lower teeth and the tongue. */
  jaw: ReadonlyMap<string, (x: number, y: number, z: number) => readonly [number, number, number]>;
  lids: { left: Lids; right: Lids };
  lidMoves: ReadonlyMap<string, { side: 'left' | 'right'; move: LidMove }>;
  lipLine: LipLine;
}

/** How wide the jaw opens at weight 1, of MakeHuman's `mouth-open`. */
const JAW_OPEN = 0.95;
/** How far the jaw slides, metres. */
const JAW_FORWARD = 0.006;
const JAW_ASIDE = 0.0065;
/** Helper vertices of the base mesh that carry the teeth. */
const TEETH: readonly [number, number] = [14992, 15112];

/**
 * Builds ARKit's 52 shapes for a body, from MakeHuman's expression units where they fit and from the face's own geometry where
 * things must meet: the lids over the eyeball, the lips on each other.
 */
export function buildShapes(
  assets: Assets,
  build: Build,
  positions: Float32Array,
  eyes: { left: Eyeball; right: Eyeball },
): Shapes {
  const { base } = assets;
  const body = base.triangles.subarray(0, 3 * base.bodyTriangles);
  const symmetry = new Symmetry(base.positions);
  const unit = (name: string): Field => unitField(assets, build, name);
  const open = symmetry.even(add([JAW_OPEN, unit('mouth-open')]));
  const lowerTeeth = range(TEETH).filter((v) => Math.hypot(...at(open, v)) > 0.008);
  const hinge = fitHinge(positions, open, lowerTeeth);
  const shares = jawShares(positions, open, hinge);
  const line = findLipLine(positions, open, body);
  const lids = { left: new Lids(eyes.left, positions, body), right: new Lids(eyes.right, positions, body) };
  const fields = new Map<string, Field>();
  const both = (name: string, field: Field, strip?: number): void => {
    const { left, right } = symmetry.halves(positions, field, strip);
    fields.set(`${name}Left`, left);
    fields.set(`${name}Right`, right);
  };
  /** From a field on the actor's left alone. */
  const mirrored = (name: string, left: Field): void => {
    fields.set(`${name}Left`, left);
    fields.set(`${name}Right`, symmetry.mirror(left));
  };
  const lips = (
    move: (place: LipPlace, x: number, v: number) => readonly [number, number, number] | undefined,
  ): Field => symmetry.even(aboutLips(positions, line, open, move));
  const blob = (x0: number, y0: number, z0: number, reach: number, by: readonly [number, number, number]): Field =>
    fieldOf(positions, (x, y, z) => {
      const share = bell(Math.hypot(x - x0, y - y0, (z - z0) * 0.7), reach);
      return share > 0 ? [share * by[0], share * by[1], share * by[2]] : undefined;
    });

  // Eyes.
  const lidMoves = new Map<string, { side: 'left' | 'right'; move: LidMove }>();
  const lid = (name: string, move: LidMove, extra?: Field): void => {
    for (const side of ['Left', 'Right'] as const)
      lidMoves.set(name + side, {
        side: side === 'Left' ? 'left' : 'right',
        move: side === 'Left' ? move : { ...move, drag: -(move.drag ?? 0) },
      });
    const left = lids.left.move(positions, move);
    mirrored(name, extra ? add([1, left], [1, extra]) : left);
  };
  const [ex, ey, ez] = eyes.left.centre;
  const r = eyes.left.radius;
  lid('eyeBlink', CLOSED, blob(ex, ey + 0.8 * r, ez + 1.2 * r, 1.2 * r, [0, -0.0008, 0]));
  lid('eyeSquint', { upper: 0.16, lower: 0.3 }, blob(ex, ey - 1.1 * r, ez + 0.9 * r, 1.5 * r, [0, 0.0022, 0.0008]));
  lid('eyeWide', { upper: -0.24, lower: -0.08 }, blob(ex, ey + 1.3 * r, ez + 1.2 * r, 1.6 * r, [0, 0.0012, 0]));
  lid('eyeLookDown', { upper: 0.42, lower: -0.14 });
  lid('eyeLookUp', { upper: -0.2, lower: 0.1 }, blob(ex, ey + 1.3 * r, ez + 1.2 * r, 1.4 * r, [0, 0.0008, 0]));
  lid('eyeLookIn', { upper: 0, lower: 0, drag: -0.05 });
  lid('eyeLookOut', { upper: 0, lower: 0, drag: 0.05 });

  // Brows.
  mirrored('browDown', add([1, unit('eyebrows-left-down')]));
  mirrored('browOuterUp', add([1, unit('eyebrows-left-extern-up')]));
  fields.set('browInnerUp', symmetry.even(add([2, unit('eyebrows-left-inner-up')])));

  // Jaw.
  fields.set('jawOpen', open);
  fields.set('jawForward', symmetry.even(shiftJaw(positions, shares, [0, -0.0005, JAW_FORWARD])));
  fields.set('jawLeft', shiftJaw(positions, shares, [JAW_ASIDE, 0, 0]));
  fields.set('jawRight', symmetry.mirror(fields.get('jawLeft')!));
  fields.set('mouthClose', symmetry.even(closeLips(positions, line, open)));

  // Lips.
  const corner = { x: line.half, y: line.y[0]!, z: line.z[0]! };
  fields.set('mouthFunnel', symmetry.even(add([0.85, unit('mouth-protusion')])));
  fields.set('mouthPucker', symmetry.even(add([1, unit('mouth-pursing')])));
  const aside = fieldOf(positions, (x, y, z) => {
    const share = bell(Math.hypot(x * 0.75, (y - corner.y) * 1.1, Math.min(0, z - corner.z)), 0.045);
    return share > 0 ? [0.008 * share, 0, -0.0015 * share * clamp(x / 0.03)] : undefined;
  });
  fields.set('mouthLeft', aside);
  fields.set('mouthRight', symmetry.mirror(aside));
  both('mouthSmile', unit('mouth-corner-puller'));
  both('mouthFrown', unit('mouth-depression'));
  const dimple = add(
    [0.45, unit('mouth-retraction')],
    [1, blob(corner.x + 0.004, corner.y, corner.z, 0.02, [0.001, 0.0015, -0.0035])],
  );
  mirrored(
    'mouthDimple',
    keep(positions, dimple, (x) => ease(0, 0.02, x)),
  );
  const stretch = add(
    [1, unit('mouth-retraction')],
    [1, blob(corner.x, corner.y, corner.z, 0.028, [0.003, -0.004, 0])],
    [0.5, unit('neck-platysma')],
  );
  mirrored(
    'mouthStretch',
    keep(positions, stretch, (x) => ease(-0.006, 0.018, x)),
  );
  fields.set(
    'mouthRollLower',
    lips((p) => roll(p, p.lower)),
  );
  fields.set(
    'mouthRollUpper',
    lips((p) => roll(p, 1 - p.lower)),
  );
  fields.set(
    'mouthShrugLower',
    lips(({ above, lower, within, before }) => {
      const share = lower * within * ease(-0.045, -0.008, above) * ease(-0.02, -0.008, before);
      return share > 0 ? [0, 0.0042 * share, 0.0026 * share * bell(above + 0.004, 0.02)] : undefined;
    }),
  );
  fields.set(
    'mouthShrugUpper',
    lips(({ above, lower, within, before }) => {
      const share = (1 - lower) * within * ease(0.022, 0.005, above) * ease(-0.02, -0.008, before);
      return share > 0 ? [0, 0.0036 * share, 0.0022 * share] : undefined;
    }),
  );
  both(
    'mouthPress',
    lips(({ above, before, within }) => {
      const share = within * bell(above, 0.013) * ease(-0.012, -0.004, before);
      return share > 0 ? [0, -0.42 * above * share, -0.0012 * share] : undefined;
    }),
  );
  both(
    'mouthLowerDown',
    keep(positions, unit('mouth-depression-retraction'), (_x, _y, _z, v) => lowerOf(v)),
  );
  both(
    'mouthUpperUp',
    keep(positions, unit('mouth-elevation'), (_x, _y, _z, v) => 1 - lowerOf(v)),
  );
  function lowerOf(v: number): number {
    const drop = line.dropY[line.dropY.length >> 1]!;
    return ease(0.25, 0.75, open[3 * v + 1]! / drop);
  }
  function roll({ above, before, within }: LipPlace, own: number): readonly [number, number, number] | undefined {
    const share = own * within * bell(above, 0.017) * ease(-0.014, -0.004, before);
    return share > 0 ? [0, -0.55 * above * share, -0.0032 * share] : undefined;
  }

  // Cheeks and nose.
  const puff = symmetry.even(
    add(
      [1, blob(corner.x + 0.016, corner.y - 0.002, corner.z - 0.012, 0.034, [0.0105, 0, 0.006])],
      [1, blob(-corner.x - 0.016, corner.y - 0.002, corner.z - 0.012, 0.034, [-0.0105, 0, 0.006])],
      [1, blob(0, corner.y + 0.013, corner.z + 0.02, 0.02, [0, 0, 0.0022])],
    ),
  );
  fields.set('cheekPuff', puff);
  mirrored(
    'cheekSquint',
    add(
      [1, blob(ex + 0.004, ey - 0.027, ez + 0.01, 0.032, [0.0008, 0.0048, 0.0022])],
      [1, lids.left.move(positions, { upper: 0, lower: 0.14 })],
    ),
  );
  mirrored(
    'noseSneer',
    keep(
      positions,
      add([1, unit('nose-left-elevation')], [0.4, unit('nose-compression')], [0.35, unit('mouth-elevation')]),
      (x) => ease(-0.006, 0.01, x),
    ),
  );
  return {
    fields,
    hinge,
    jaw: new Map<string, (x: number, y: number, z: number) => readonly [number, number, number]>([
      ['jawOpen', (_x, y, z) => swing(hinge, y, z)],
      ['jawForward', () => [0, -0.0005, JAW_FORWARD]],
      ['jawLeft', () => [JAW_ASIDE, 0, 0]],
      ['jawRight', () => [-JAW_ASIDE, 0, 0]],
    ]),
    lids,
    lidMoves,
    lipLine: line,
  };
}

function range([from, to]: readonly [number, number]): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
