import type { SpeechTimeline } from '@talking-avatar/contract';
import { SpeechError } from '../speech.ts';
import type { Edit } from './edits.ts';
import { findMismatches, type WindowScore } from './mismatches.ts';
import { warnOfMismatches, warnOfPoorMatch } from './warnings.ts';

/**
 * Highest cost and lowest margin that correct texts usually have. Measured with clean and noisy voices, synthetic and human, in English,
 * Italian, and Russian. Wrong texts have costs of .65 to .85 and margins of .00 to .13.
 */
export const USUAL_COST = 0.7;
const USUAL_MARGIN = 0.15;
/** Factor by which costs above the usual cost reduce the margins. Cost is weaker evidence than margins. */
const COST_WEIGHT = 0.4;
/** Minimum cost of a recording without speech. Noise costs .90 or more; any speech costs .85 or less. */
const NOISE_COST = 0.88;

export const isNoiseCost = (cost: number): boolean => cost >= NOISE_COST;

/** Windows per passage: 2.7 s of speech at an even tempo. The mean margin of a passage distinguishes correct from wrong words. */
const PASSAGE_WINDOWS = 8;

/**
 * Thresholds for the margin after it is reduced by the cost. A recording is rejected if its mean margin or its best passage is below them,
 * and causes a warning if its mean margin is below `UNSURE_MARGIN`. `npm run bench -- transcripts` counts the errors.
 */
const MIN_MARGIN = { whole: 0.06, best: 0.135 };
const UNSURE_MARGIN = 0.1;
/** Texts with fewer windows vary more, so they have separate thresholds. */
const FEW_WINDOWS = 4;
const MIN_MARGIN_FEW = 0.07;
const UNSURE_MARGIN_FEW = 0.135;

/**
 * A short recording's fit is how much less the text costs than impostors (see `measureCohortCost`), plus this fraction of its margin. With
 * five or more words and one alignment, 297 of 323 wrong texts in the right language are rejected, 21 cause a warning, and 5 are accepted.
 * All 83 other sentences, languages, noises, and pieces of music are rejected. None of 116 correct texts, clean and noisy, causes a
 * warning. Of 52 telephone prompts spoken by people, 9 cause a warning and 1 is rejected. `npm run bench -- transcripts` counts the errors.
 */
const MARGIN_WEIGHT = 0.5;
const MIN_FIT_SHORT = 0.15;
const UNSURE_FIT_SHORT = 0.19;
/** Texts with fewer words and windows vary more, so fits between these thresholds cause a warning. */
const FEW_WORDS = 5;
const MIN_FIT_FEW_WORDS = 0.1;
const UNSURE_FIT_FEW_WORDS = 0.2;

/**
 * Validates, passage by passage, that a recording contains its text.
 * @param findEdits Finds inserted and missing words, so that passages can be quoted exactly.
 * @param isNoise True if the recording contains no speech. Used for the error message.
 * @returns warnings that quote the words that do not match
 * @throws SpeechError if the recording does not contain the text
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
  return [`The recording barely matches its text (${scores}); check that they belong together.`];
}

/**
 * Validates a recording that is too short to have enough passages, by how much less it costs than impostors (see `measureCohortCost`).
 * @returns warnings that quote the words that do not match
 * @throws SpeechError if the recording does not contain the text
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

/** Formats the scores, and adds the usual limit to each score that violates it. */
function formatScores(cost: number, { fit, usual }: { fit: number; usual: number }): string {
  return (
    `alignment cost ${cost.toFixed(2)}${cost > USUAL_COST ? ` (usually at most ${USUAL_COST.toFixed(2)})` : ''}; ` +
    `fit ${fit.toFixed(2)}${fit < usual ? ` (usually at least ${usual.toFixed(2)})` : ''}`
  );
}

function mismatchError(scores: string, isNoise: boolean, hint: string | undefined): SpeechError {
  const reason = isNoise
    ? 'it sounds like noise, without clear speech'
    : `it contains different words, another language, music, or no clear speech${hint ? ` (${hint})` : ''}`;
  return new SpeechError(
    'Recording does not match the text',
    `none of the text's words can be heard in the recording (${scores}): ${reason}; send the words that are spoken, and their language`,
    'audio',
  );
}

const meanMargin = (windows: readonly WindowScore[]) => windows.reduce((sum, { margin }) => sum + margin, 0) / windows.length;

function findPassages(windows: readonly WindowScore[]): WindowScore[][] {
  const count = Math.max(1, windows.length - PASSAGE_WINDOWS + 1);
  return Array.from({ length: count }, (_, first) => windows.slice(first, first + PASSAGE_WINDOWS));
}
