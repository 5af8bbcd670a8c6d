import type { Pose } from './pose.ts';

/** Computes how much the facial muscles fold the skin, 0..1: raised brows, drawn brows, narrowed eyes, smile, and chin. */
export function weighFolds({ weights }: Pose): readonly [number, number, number, number, number] {
  const read = (shape: string): number => weights.get(shape) ?? 0;
  const both = (shape: string): number => (read(`${shape}Left`) + read(`${shape}Right`)) / 2;
  const limit = (value: number): number => Math.min(1, Math.max(0, value));
  const smile = both('mouthSmile');
  return [
    limit(0.7 * read('browInnerUp') + 0.5 * both('browOuterUp')),
    limit(both('browDown') + 0.3 * both('noseSneer')),
    limit(Math.max(both('cheekSquint'), 0.8 * both('eyeSquint'), 0.6 * smile)),
    limit(smile + 0.9 * both('noseSneer') + 0.35 * both('mouthUpperUp') + 0.25 * both('mouthStretch')),
    limit(Math.max(read('mouthShrugLower'), 0.7 * both('mouthFrown'), 0.4 * read('mouthPucker'), 0.5 * both('mouthPress'))),
  ];
}
