import type { SpeechTimeline } from '@talking-avatar/contract';
import { SpeechError } from '../speech.ts';
import type { Edit } from './edits.ts';
import { findMismatches, type WindowScore } from './mismatches.ts';
import { warnOfMismatches, warnOfPoorMatch } from './warnings.ts';

/**
 * Highest cost and lowest margin that correct texts usually have. Measured with clean and noisy voices, synthetic and human, in English,
 * Italian and Russian; wrong texts have costs of .65 to .85 and margins of .00 to .13.
 */
export const USUAL_COST = 0.7;
const USUAL_MARGIN = 0.15;
/** Reduction of the margins by a cost above the usual one: cost is weaker evidence than margins. */
const COST_WEIGHT = 0.4;
/** Minimum cost of a recording without speech: noise costs .90 or more, any speech .85 or less. */
const NOISE_COST = 0.88;

export const isNoiseCost = (cost: number): boolean => cost >= NOISE_COST;

/** Windows of a passage: 2.7 s of speech at an even tempo, whose mean margin distinguishes correct from wrong words. */
const PASSAGE_WINDOWS = 8;

/**
 * Thresholds of the margin, reduced by the cost. A recording is rejected when its mean or its best passage is below them, and gets a
 * warning when its mean is below `UNSURE_MARGIN`. `npm run bench -- transcripts` counts the errors.
 */
const MIN_MARGIN = { whole: 0.06, best: 0.135 };
const UNSURE_MARGIN = 0.1;
/** Texts of fewer windows vary more and have other thresholds. */
const FEW_WINDOWS = 4;
const MIN_MARGIN_FEW = 0.07;
const UNSURE_MARGIN_FEW = 0.135;

/**
 * A short recording's fit: how much less the text costs than impostors (see `measureCohortCost`), plus this share of its margin. With five
 * words or more, in one alignment, 297 of 323 wrong texts in the right language are rejected, 21 get a warning and five are accepted; all
 * of 83 other sentences, languages, noises and pieces of music are rejected. Of 116 correct texts, clean and noisy, none gets a warning; of
 * 52 telephone prompts spoken by people, nine get one and one is rejected. `npm run bench -- transcripts` counts the errors.
 */
const MARGIN_WEIGHT = 0.5;
const MIN_FIT_SHORT = 0.15;
const UNSURE_FIT_SHORT = 0.19;
/** Texts of fewer words and windows vary more: between these thresholds they get a warning. */
const FEW_WORDS = 5;
const MIN_FIT_FEW_WORDS = 0.1;
const UNSURE_FIT_FEW_WORDS = 0.2;

/**
 * Validates by its passages that a recording says its text.
 * @param findEdits Finds inserted and missing words, to name passages exactly.
 * @param isNoise Whether the recording has no speech, for the error message.
 * @returns warnings that quote the words that do not match
 * @throws SpeechError when the recording does not say the text
 */
export function validateLongRecording(
  cost: number,
  windows: readonly WindowScore[],
  timeline: SpeechTimeline,
  findEdits: (hasMismatch: true) => readonly Edit[],
  hint?: string,
  isNoise = isNoiseCost(cost),
): string[] {
  const margin = meanMargin(windows);
  const costPenalty = COST_WEIGHT * Math.max(0, cost - USUAL_COST);
  const best = Math.max(...findPassages(windows).map(meanMargin));
  const scores = formatScores(cost, { fit: margin, usual: USUAL_MARGIN });
  if (margin - costPenalty < MIN_MARGIN.whole || best - costPenalty < (windows.length < FEW_WINDOWS ? MIN_MARGIN_FEW : MIN_MARGIN.best)) {
    throw mismatchError(scores, isNoise, hint);
  }
  const mismatches = findMismatches(windows);
  if (mismatches.length > 0) return warnOfMismatches(mismatches, findEdits(true), timeline, scores);
  const spoken = windows.filter(({ phoneticMargin }) => phoneticMargin !== undefined);
  if (meanMargin(spoken) - costPenalty >= (windows.length < FEW_WINDOWS ? UNSURE_MARGIN_FEW : UNSURE_MARGIN)) return [];
  return [`The recording hardly sounds like its text (${scores}); check that they belong together.`];
}

/**
 * Validates a short recording, which has too few passages, by its cost advantage over impostors (see `measureCohortCost`).
 * @returns warnings that quote the words that do not match
 * @throws SpeechError when the recording does not say the text
 */
export function validateShortRecording(
  cost: number,
  costAdvantage: number,
  windows: readonly WindowScore[],
  timeline: SpeechTimeline,
  findEdits: (hasMismatch: true) => readonly Edit[],
  hint?: string,
): string[] {
  const fit = costAdvantage + MARGIN_WEIGHT * meanMargin(windows);
  const hasFewWords = windows.length < FEW_WORDS && timeline.words.length < FEW_WORDS;
  const [wrong, usual] = hasFewWords ? [MIN_FIT_FEW_WORDS, UNSURE_FIT_FEW_WORDS] : [MIN_FIT_SHORT, UNSURE_FIT_SHORT];
  const scores = formatScores(cost, { fit, usual });
  if (isNoiseCost(cost) || fit < wrong) throw mismatchError(scores, isNoiseCost(cost), hint);
  if (fit < usual) return [warnOfPoorMatch(timeline, scores)];
  return windows.length < PASSAGE_WINDOWS ? [] : warnOfMismatches(findMismatches(windows), findEdits(true), timeline, scores);
}

/** Formats the scores, with the usual value of each score that misses it. */
function formatScores(cost: number, { fit, usual }: { fit: number; usual: number }): string {
  return (
    `alignment cost ${cost.toFixed(2)}${cost > USUAL_COST ? `, usual is at most ${USUAL_COST.toFixed(2)}` : ''}; ` +
    `fit ${fit.toFixed(2)}${fit < usual ? `, usual is at least ${usual.toFixed(2)}` : ''}`
  );
}

function mismatchError(scores: string, isNoise: boolean, hint: string | undefined): SpeechError {
  const reason = isNoise
    ? 'it sounds like noise, without clear speech'
    : `it has other words, another language, music, or no clear speech${hint ? ` (${hint})` : ''}`;
  return new SpeechError(
    'Recording does not match the text',
    `no words of the text can be heard in the recording (${scores}): ${reason}; send the words that are spoken, and their language`,
    'audio',
  );
}

const meanMargin = (windows: readonly WindowScore[]) => windows.reduce((sum, { margin }) => sum + margin, 0) / windows.length;

function findPassages(windows: readonly WindowScore[]): WindowScore[][] {
  const count = Math.max(1, windows.length - PASSAGE_WINDOWS + 1);
  return Array.from({ length: count }, (_, first) => windows.slice(first, first + PASSAGE_WINDOWS));
}
