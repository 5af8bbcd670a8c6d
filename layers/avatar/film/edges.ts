import {
  act,
  type Code,
  call,
  choose,
  f64,
  i32,
  lanes,
  type Operand,
  routine,
  type Variable,
  v128,
} from '../../wasm/index.ts';

/**
 * Smooths the steps along edges (after FXAA, Lottes 2009: find the edge's direction from the luma about a pixel and blur along
 * it). It works on luma alone, which is where steps are seen; chroma has half the resolution anyway.
 */

/** Contrast below which there is no edge; a sixth of the brightest neighbour is asked for too (Lottes' defaults). */
const LEAST_CONTRAST = 16;
/** Pixels along the edge that are looked at. */
const SPAN = 6;
/** How far a single pixel that stands out is softened. */
const LONE = 0.6;

/** Without its sign. */
const sizeOf = (value: Code): Code => choose(i32.less(value, 0), i32.subtract(0, value), value);
const larger = (a: Operand, b: Operand): Code => choose(i32.greater(a, b), a, b);
const smaller = (a: Operand, b: Operand): Code => choose(i32.less(a, b), a, b);

/** The largest or smallest of some variables. */
const find = (into: Variable, pick: typeof larger, [first, ...others]: readonly Variable[]): Code => [
  into.set(first!.value),
  others.map((other) => into.set(pick(into.value, other.value))),
];

/**
 * Follows an edge from a pixel of luma at `from` until it ends: twice the steps to there, and one more where it ends brighter. It
 * runs between the rows at `from` and at `side` from there, `along` is a step, `edge` twice its brightness.
 */
export const followEdge = routine(
  'followEdge',
  ['from', 'side', 'along', 'most', 'edge', 'gradient'],
  true,
  ({ from, side, along, most, edge, gradient }, variable) => {
    const [steps, difference] = [variable(), variable()];
    const pair = i32.add(i32.byteAt(from.value), i32.byteAt(i32.add(from.value, side.value)));
    return [
      steps.set(2),
      most.set(i32.shiftLeft(most.value, 1)),
      act.during(i32.atMost(steps.value, most.value), [
        from.set(i32.add(from.value, along.value)),
        difference.set(i32.subtract(pair, edge.value)),
        act.when(
          i32.atLeast(i32.shiftLeft(sizeOf(difference.value), 1), gradient.value),
          act.give(i32.add(steps.value, i32.greater(difference.value, 0))),
        ),
        steps.set(i32.add(steps.value, 2)),
      ]),
      i32.add(most.value, 2),
    ];
  },
);

/**
 * The luma of a pixel at an edge, moved towards its neighbour across the edge, the nearer the edge's end the more. `at` is its place
 * in luma.
 *
 * @param follow number of `followEdge` in the module
 */
export const smoothPixel = (follow: number) =>
  routine(
    'smoothPixel',
    ['at', 'pitch', 'row', 'column', 'width', 'height'],
    true,
    ({ at, pitch, row, column, width, height }, variable) => {
      const [m, n, s, w, e] = [variable(), variable(), variable(), variable(), variable()];
      const [nw, ne, sw, se] = [variable(), variable(), variable(), variable()];
      const [level, upright, horizontal, one, two] = [variable(), variable(), variable(), variable(), variable()];
      const [across, along, side, first, other] = [variable(), variable(), variable(), variable(), variable()];
      const [edge, gradient, position, most] = [variable(), variable(), variable(), variable()];
      const [ahead, behind, nearest, span] = [variable(), variable(), variable(), variable()];
      const [high, low] = [variable(), variable()];
      const [shift, lone] = [variable('f64'), variable('f64')];
      const around = (down: Operand, right: number): Code => i32.byteAt(i32.add(i32.add(at.value, down), right));
      const [up, down] = [i32.subtract(0, pitch.value), pitch.value];
      /** How much the middle one of three differs from those beside it. */
      const bend = (a: Variable, b: Variable, c: Variable): Code =>
        sizeOf(i32.add(i32.subtract(a.value, i32.shiftLeft(b.value, 1)), c.value));
      const follows = (step: Code, room: Code): Code =>
        call(follow, [at.value, side.value, step, smaller(room, SPAN), edge.value, gradient.value]);
      const decimal = (value: Code): Code => f64.of(value);
      return [
        [m.set(i32.byteAt(at.value)), n.set(around(up, 0)), s.set(around(down, 0))],
        [w.set(around(0, -1)), e.set(around(0, 1))],
        [nw.set(around(up, -1)), ne.set(around(up, 1)), sw.set(around(down, -1)), se.set(around(down, 1))],
        level.set(i32.add(i32.add(bend(nw, n, ne), i32.shiftLeft(bend(w, m, e), 1)), bend(sw, s, se))),
        upright.set(i32.add(i32.add(bend(nw, w, sw), i32.shiftLeft(bend(n, m, s), 1)), bend(ne, e, se))),
        horizontal.set(i32.atLeast(upright.value, level.value)),
        one.set(choose(horizontal.value, n.value, w.value)),
        two.set(choose(horizontal.value, s.value, e.value)),
        across.set(choose(horizontal.value, pitch.value, 1)),
        along.set(choose(horizontal.value, 1, pitch.value)),
        position.set(choose(horizontal.value, column.value, row.value)),
        most.set(choose(horizontal.value, width.value, height.value)),
        first.set(sizeOf(i32.subtract(one.value, m.value))),
        other.set(sizeOf(i32.subtract(two.value, m.value))),
        gradient.set(larger(first.value, other.value)),
        first.set(i32.atLeast(first.value, other.value)),
        side.set(choose(first.value, i32.subtract(0, across.value), across.value)),
        // Twice the edge's brightness, and four times the gradient across it: whole numbers.
        edge.set(i32.add(m.value, choose(first.value, one.value, two.value))),
        ahead.set(follows(along.value, i32.subtract(i32.subtract(most.value, 1), position.value))),
        behind.set(follows(i32.subtract(0, along.value), position.value)),
        first.set(i32.less(i32.shiftRight(ahead.value, 1), i32.shiftRight(behind.value, 1))),
        nearest.set(choose(first.value, ahead.value, behind.value)),
        span.set(i32.add(i32.shiftRight(ahead.value, 1), i32.shiftRight(behind.value, 1))),
        // The pixel moves where the edge ends on the other side of its brightness than it lies itself.
        act.when(
          i32.equal(i32.and(nearest.value, 1), i32.less(i32.shiftLeft(m.value, 1), edge.value)),
          shift.set(
            f64.subtract(f64.constant(0.5), f64.divide(decimal(i32.shiftRight(nearest.value, 1)), decimal(span.value))),
          ),
        ),
        // Single pixels that stand out are softened too.
        [find(high, larger, [m, n, s, w, e]), find(low, smaller, [m, n, s, w, e])],
        lone.set(f64.subtract(f64.divide(decimal(sumAround()), f64.constant(12)), decimal(m.value))),
        lone.set(
          f64.least(f64.constant(1), f64.divide(f64.size(lone.value), decimal(i32.subtract(high.value, low.value)))),
        ),
        lone.set(
          f64.multiply(
            f64.multiply(lone.value, lone.value),
            f64.subtract(f64.constant(3), f64.multiply(f64.constant(2), lone.value)),
          ),
        ),
        lone.set(f64.multiply(f64.multiply(lone.value, lone.value), f64.constant(LONE))),
        f64.truncate(
          f64.add(
            f64.add(
              decimal(m.value),
              f64.multiply(
                decimal(i32.subtract(i32.byteAt(i32.add(at.value, side.value)), m.value)),
                f64.greatest(shift.value, lone.value),
              ),
            ),
            f64.constant(0.5),
          ),
        ),
      ];

      function sumAround(): Code {
        const straight = i32.add(i32.add(n.value, s.value), i32.add(w.value, e.value));
        const slanting = i32.add(i32.add(nw.value, ne.value), i32.add(sw.value, se.value));
        return i32.add(i32.shiftLeft(straight, 1), slanting);
      }
    },
  );

/**
 * Copies luma of `width` by `height` pixels, rows of `pitch` bytes, to where it belongs in a frame's luma, rows of `stride` bytes,
 * with its edges smoothed. The outermost pixels stay as they are.
 *
 * @param smooth number of `smoothPixel` in the module
 */
export const smoothEdges = (smooth: number) =>
  routine(
    'smoothEdges',
    ['luma', 'pitch', 'width', 'height', 'to', 'stride'],
    false,
    ({ luma, pitch, width, height, to, stride }, variable) => {
      const [row, column, at, edges, left] = [variable(), variable(), variable(), variable(), variable()];
      const [m, n, s, w, e] = [vectorOf(), vectorOf(), vectorOf(), vectorOf(), vectorOf()];
      const [high, contrast, twice] = [vectorOf(), vectorOf(), vectorOf()];
      const innerRow = i32.and(i32.greater(row.value, 0), i32.less(row.value, i32.subtract(height.value, 1)));
      return [
        row.set(0),
        act.during(i32.less(row.value, height.value), [
          act.copy(to.value, luma.value, width.value),
          column.set(0),
          act.during(i32.and(innerRow, i32.less(column.value, width.value)), [
            at.set(i32.add(luma.value, column.value)),
            [m.set(v128.load(at.value)), w.set(v128.load(i32.subtract(at.value, 1))), e.set(v128.load(at.value, 1))],
            [n.set(v128.load(i32.subtract(at.value, pitch.value))), s.set(v128.load(i32.add(at.value, pitch.value)))],
            high.set(among(v128.greatest8)),
            contrast.set(v128.subtract8(high.value, among(v128.least8))),
            twice.set(v128.addSaturating8(contrast.value, contrast.value)),
            // Six times the contrast, or as much as a byte holds.
            high.set(
              v128.atLeast8(
                v128.addSaturating8(twice.value, v128.addSaturating8(twice.value, twice.value)),
                high.value,
              ),
            ),
            edges.set(v128.bits8(v128.and(high.value, v128.atLeast8(contrast.value, lanes.of8(LEAST_CONTRAST))))),
            act.when(edges.value, smoothThese()),
            column.set(i32.add(column.value, 16)),
          ]),
          luma.set(i32.add(luma.value, pitch.value)),
          to.set(i32.add(to.value, stride.value)),
          row.set(i32.add(row.value, 1)),
        ]),
      ];

      function vectorOf(): Variable {
        return variable('v128');
      }

      function among(pick: (a: Code, b: Code) => Code): Code {
        return pick(m.value, pick(pick(n.value, s.value), pick(w.value, e.value)));
      }

      /** Each bit of `edges` is a pixel, but for those at the rim. */
      function smoothThese(): Code {
        const x = i32.add(column.value, i32.trailingZeros(edges.value));
        return [
          act.when(i32.equal(column.value, 0), edges.set(i32.and(edges.value, ~1))),
          left.set(smaller(16, i32.subtract(i32.subtract(width.value, 1), column.value))),
          edges.set(i32.and(edges.value, i32.subtract(i32.shiftLeft(1, left.value), 1))),
          act.during(edges.value, [
            act.storeByte(
              i32.add(to.value, x),
              call(smooth, [i32.add(luma.value, x), pitch.value, row.value, x, width.value, height.value]),
            ),
            edges.set(i32.and(edges.value, i32.subtract(edges.value, 1))),
          ]),
        ];
      }
    },
  );
