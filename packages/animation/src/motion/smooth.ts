import { type Curve, GRID_RATE } from './grid.ts';

/** Limits for a smoothed curve, with one value per sample. */
export interface Bounds {
  floor: Curve;
  ceiling: Curve;
}

/** Weight of a sample that violated a bound, relative to an ordinary sample, and the number of passes. */
const BOUND_WEIGHT = 300;
const BOUND_PASSES = 3;

/**
 * Smooths a curve by minimizing sum(weight (x - target)^2) + (timeConstant * rate)^4 sum((second difference of x)^2). This is the discrete
 * smoothing spline (Whittaker 1923): the least acceleration for a given deviation. Samples that violate a bound are pulled to it with a
 * high weight, and the curve is solved again, so that it turns before the bound instead of being clipped.
 * @param timeConstant in s. Features much shorter than 2 pi times this are smoothed away
 */
export function smoothCurve(target: Curve, weight: Curve, timeConstant: number, bounds?: Bounds): Curve {
  const stiffness = (timeConstant * GRID_RATE) ** 4;
  let curve = solveSpline(target, weight, stiffness);
  if (bounds === undefined) return curve;
  const boundedTarget = target.slice();
  const boundedWeight = weight.slice();
  for (let pass = 0; pass < BOUND_PASSES; pass++) {
    let violations = 0;
    for (let k = 0; k < curve.length; k++) {
      const bounded = Math.min(bounds.ceiling[k]!, Math.max(bounds.floor[k]!, curve[k]!));
      if (Math.abs(bounded - curve[k]!) < 1e-3) continue;
      boundedTarget[k] = bounded;
      boundedWeight[k] = BOUND_WEIGHT;
      violations++;
    }
    if (violations === 0) break;
    curve = solveSpline(boundedTarget, boundedWeight, stiffness);
  }
  return curve.map((value, k) => Math.min(bounds.ceiling[k]!, Math.max(bounds.floor[k]!, value)));
}

/** Solves (W + stiffness D'D) x = W target, where D is the second difference. Uses L D L' decomposition of the pentadiagonal system. */
function solveSpline(target: Curve, weight: Curve, stiffness: number): Curve {
  const n = target.length;
  const pivot = new Float64Array(n);
  const first = new Float64Array(n);
  const second = new Float64Array(n);
  const x = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const p1 = k > 0 ? pivot[k - 1]! : 0;
    const p2 = k > 1 ? pivot[k - 2]! : 0;
    const f1 = k > 0 ? first[k - 1]! : 0;
    const s2 = k > 1 ? second[k - 2]! : 0;
    const d = weight[k]! + stiffness * penalty(k, k, n) - f1 * f1 * p1 - s2 * s2 * p2;
    pivot[k] = d;
    if (k + 1 < n) first[k] = (stiffness * penalty(k, k + 1, n) - f1 * p1 * (k > 0 ? second[k - 1]! : 0)) / d;
    if (k + 2 < n) second[k] = (stiffness * penalty(k, k + 2, n)) / d;
    x[k] = weight[k]! * target[k]! - (k > 0 ? f1 * x[k - 1]! : 0) - (k > 1 ? s2 * x[k - 2]! : 0);
  }
  for (let k = n - 1; k >= 0; k--) {
    x[k] = x[k]! / pivot[k]!;
    if (k + 1 < n) x[k]! -= first[k]! * x[k + 1]!;
    if (k + 2 < n) x[k]! -= second[k]! * x[k + 2]!;
  }
  return x;
}

/** Returns entry (row, column), on or above the diagonal, of D'D, where D is the second difference over n samples. */
function penalty(row: number, column: number, n: number): number {
  const difference = column - row;
  if (difference === 2) return 1;
  if (difference === 1) return (row > 0 ? -2 : 0) + (row < n - 2 ? -2 : 0);
  return (row > 1 ? 1 : 0) + (row > 0 && row < n - 1 ? 4 : 0) + (row < n - 2 ? 1 : 0);
}
