import { type ActorModel, type Part, weighCorrective } from '../src/model/index.ts';

/** Returns the positions of the vertices of a part, 3 numbers each, for the given weights of morph targets. */
export function pose({ positions, morphs }: Part, weights: Readonly<Record<string, number>>): Float32Array {
  const posed = positions.slice();
  for (const [shape, weight] of Object.entries(weights)) {
    const morph = morphs.get(shape);
    morph?.vertices.forEach((vertex, i) => {
      for (let k = 0; k < 3; k++) posed[3 * vertex + k]! += weight * morph.positions[3 * i + k]!;
    });
  }
  return posed;
}

/** Adds the weights of correctives to the weights of shapes. */
export const withCorrectives = (
  { correctives }: Pick<ActorModel, 'correctives'>,
  weights: Readonly<Record<string, number>>,
): Record<string, number> => ({
  ...weights,
  ...Object.fromEntries(correctives.map((corrective) => [corrective.name, weighCorrective(corrective, (shape) => weights[shape] ?? 0)])),
});
