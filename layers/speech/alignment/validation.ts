import type { SpeechTimeline } from '../../contract/index.ts';
import { SpeechError } from '../speech.ts';
import { type Fit, findLapses } from './mismatches.ts';
import { describeDoubt, describeLapses } from './warnings.ts';

/**
 * What right texts usually reach: costs stay below, margins above. Measured over clean and noisy voices, synthetic and human, in
 * English, Italian and Russian; wrong texts cost .65 to .85 and reach margins of .00 to .13.
 */
export const USUAL_COST = 0.7;
const USUAL_MARGIN = 0.15;

/** What a cost above the usual one takes from the margins: it tells less than they do. */
const COST_WEIGHT = 0.4;

/** From this cost on there is no speech: noise costs .90 and more, speech of any words at most .85. */
const SPEECHLESS_COST = 0.88;

/** Stretches in a row whose mean margin tells right words from wrong ones: 2.7 s of evenly spoken sound. */
const SUSTAINED = 8;

/**
 * Margins less what the cost takes. A recording says nothing of its text when the whole of it or the best of its sustained passages
 * is below; it is unsure when the whole is. `npm run bench -- transcripts` counts the errors.
 */
const WRONG = { whole: 0.06, best: 0.135 };
const DOUBTFUL = 0.1;

/** Right texts of so few stretches vary more: less is enough for them. */
const FEW = 4;
const WRONG_FEW = 0.07;
const DOUBTFUL_FEW = 0.135;

/**
 * A brief recording fits its text as much as that costs less than other words of the same voice do, and half as much again as its
 * margin. From five words on, laid once on the recording, 297 of 323 wrong texts in the right language are refused, 21 doubted and
 * five taken without a word; all of 83 other sentences, languages, noises and pieces of music are refused. Of 116 right
 * texts, clean and noisy, none is doubted; of 52 telephone prompts that people speak, nine are doubted and one is refused.
 * `npm run bench -- transcripts` counts the errors.
 */
const MARGIN_WEIGHT = 0.5;
const WRONG_BRIEF = 0.15;
const DOUBTFUL_BRIEF = 0.19;

/** Fewer words, in fewer stretches, vary more: between these more is left to whoever reads the warning. */
const SCANT = 5;
const WRONG_SCANT = 0.1;
const DOUBTFUL_SCANT = 0.2;

/**
 * Judges by its passages whether a recording says its text.
 *
 * @param hint What else speaks against it.
 * @returns warnings that name the words which do not fit
 * @throws SpeechError when it does not say the text at all
 */
export function judgePassages(cost: number, fits: readonly Fit[], timeline: SpeechTimeline, hint?: string): string[] {
  const margin = mean(fits);
  const loss = COST_WEIGHT * Math.max(0, cost - USUAL_COST);
  const best = Math.max(...findPassages(fits).map(mean));
  const figures = describeFigures(cost, { fit: margin, usual: USUAL_MARGIN });
  if (margin - loss < WRONG.whole || best - loss < (fits.length < FEW ? WRONG_FEW : WRONG.best)) {
    throw refuse(cost, figures, hint);
  }
  const lapses = findLapses(fits);
  if (lapses.length > 0) return describeLapses(lapses, timeline, figures);
  const heard = fits.filter(({ telling }) => telling !== undefined);
  if (mean(heard) - loss >= (fits.length < FEW ? DOUBTFUL_FEW : DOUBTFUL)) return [];
  return [`The recording hardly sounds like its text (${figures}); check that they belong together.`];
}

/**
 * Judges as a whole whether a brief recording says its text: it has too few passages for one to tell.
 *
 * @param lead How much less the text costs than other words of the same voice do on average, as a part of that, see `measureCohort`.
 * @param hint What else speaks against it.
 * @returns warnings that name the words which do not fit
 * @throws SpeechError when it does not say the text at all
 */
export function judgeBrief(
  cost: number,
  lead: number,
  fits: readonly Fit[],
  timeline: SpeechTimeline,
  hint?: string,
): string[] {
  const fit = lead + MARGIN_WEIGHT * mean(fits);
  const isScant = fits.length < SCANT && timeline.words.length < SCANT;
  const [wrong, usual] = isScant ? [WRONG_SCANT, DOUBTFUL_SCANT] : [WRONG_BRIEF, DOUBTFUL_BRIEF];
  const figures = describeFigures(cost, { fit, usual });
  if (cost >= SPEECHLESS_COST || fit < wrong) throw refuse(cost, figures, hint);
  if (fit < usual) return [describeDoubt(timeline, figures)];
  return fits.length < SUSTAINED ? [] : describeLapses(findLapses(fits), timeline, figures);
}

/** The figures of a verdict, and what is usual where they are not. */
function describeFigures(cost: number, { fit, usual }: { fit: number; usual: number }): string {
  return (
    `alignment cost ${cost.toFixed(2)}${cost > USUAL_COST ? `, usual is at most ${USUAL_COST.toFixed(2)}` : ''}; ` +
    `fit ${fit.toFixed(2)}${fit < usual ? `, usual is at least ${usual.toFixed(2)}` : ''}`
  );
}

function refuse(cost: number, figures: string, hint: string | undefined): SpeechError {
  const reason =
    cost >= SPEECHLESS_COST
      ? 'it sounds like noise, without clear speech'
      : `it has other words, another language, music, or no clear speech${hint ? ` (${hint})` : ''}`;
  return new SpeechError(
    'Recording does not say the text',
    `no words of the text can be heard in the recording (${figures}): ${reason}; ` +
      'send what is spoken in it, in its language',
    'audio',
  );
}

const mean = (fits: readonly Fit[]) => fits.reduce((sum, { margin }) => sum + margin, 0) / fits.length;

/** All runs of so many stretches; the whole, when there are fewer. */
function findPassages(fits: readonly Fit[]): Fit[][] {
  const count = Math.max(1, fits.length - SUSTAINED + 1);
  return Array.from({ length: count }, (_, first) => fits.slice(first, first + SUSTAINED));
}
