import type { MouthCurves } from '../mouth/index.ts';
import type { ExpressionLevels } from './emotion.ts';
import { EXPRESSION_POSES } from './expressions.ts';

/** `jawOpen` of an open vowel. Lip spread increases with the jaw opening up to this value. */
const OPEN_VOWEL = 0.4;

/** Colors speech with emotion, without changing contacts or timing: happy vowels smile, fear tightens the mouth, sadness calms it. */
export function colorSpeech(mouth: MouthCurves, emotions: ExpressionLevels): MouthCurves {
  const jaw = mouth.articulators.jaw.slice();
  const round = mouth.articulators.round.slice();
  const spread = mouth.articulators.spread.slice();
  for (const [expression, level] of emotions) {
    const pose = EXPRESSION_POSES[expression];
    for (let k = 0; k < jaw.length; k++) {
      const vowel = Math.min(1, mouth.articulators.jaw[k]! / OPEN_VOWEL);
      jaw[k]! *= 1 + pose.jaw * level[k]!;
      round[k]! *= 1 + pose.round * level[k]!;
      spread[k] = spread[k]! + (1 - spread[k]!) * pose.spread * level[k]! * vowel;
    }
  }
  return { ...mouth, articulators: { ...mouth.articulators, jaw, round, spread } };
}
