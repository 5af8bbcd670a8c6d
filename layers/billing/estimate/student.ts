/**
 * The 95 % quantile of Student's t distribution: 90 % lie within plus and minus this. Expansion of Cornish and Fisher
 * (Abramowitz and Stegun, 26.7.5), better than 1 % from four degrees of freedom on.
 */
export function quantile(freedom: number): number {
  const z = NORMAL_95;
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  const first = (z3 + z) / 4;
  const second = (5 * z5 + 16 * z3 + 3 * z) / 96;
  const third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}

const NORMAL_95 = 1.6448536269514722;
