import type { SpeechTimeline } from '../../contract/index.ts';
import { SpeechError } from '../speech.ts';
import type { Likelihood } from './likelihood.ts';

/** How well a stretch of a recording sounds like what its transcript says there. */
export interface Fit {
  /** The stretch, seconds of the recording. */
  start: number;
  end: number;
  /** Seconds of the reference speech that were laid on it. */
  reference: { start: number; end: number };
  /** How much closer it is to its own words than to others, see `weighEvidence`. */
  margin: number;
}

/**
 * What right texts usually reach: costs stay below, margins above. Measured over clean and noisy voices, synthetic and human, in
 * English, Italian and Russian; wrong texts cost .65 to .85 and reach margins of .00 to .13.
 */
const USUAL_COST = 0.7;
const USUAL_MARGIN = 0.15;

/** What a cost above the usual one takes from the margins: it tells less than they do. */
const COST_WEIGHT = 0.4;

/** From this cost on there is no speech: noise costs .90 and more, speech of any words at most .85. */
const SPEECHLESS_COST = 0.88;

/** Stretches in a row whose mean margin tells right words from wrong ones: 2.7 s of evenly spoken sound. */
const SUSTAINED = 8;

/**
 * Margins less what the cost takes. A recording says nothing of its text when the whole of it or the best of its sustained passages
 * is below; it is unsure when the whole or the worst passage is. `npm run bench -- transcripts` counts the errors.
 */
const WRONG = { whole: 0.06, best: 0.135 };
const DOUBTFUL = { whole: 0.12, worst: 0.1 };

/** Right texts of so few stretches vary more: less is enough for them. */
const FEW = 4;
const WRONG_FEW = 0.07;
const DOUBTFUL_FEW = 0.135;

/**
 * Brief recordings have too few stretches for their margins alone to tell. Their likeness is twice the mean margin less what the text
 * explains worse than any sounds of its voice do, as a part of those. A poor margin needs less of it to be wrong. Of 60 right texts of
 * one to four words, in five languages as the embedded voices say them, eight of the American English ones are doubted and none is
 * refused; of 120 wrong ones 98 are refused, 12 doubted and ten taken without a word.
 */
const MARGIN_WEIGHT = 2;
const WRONG_BRIEF = -0.25;
const POOR_BRIEF = { likeness: -0.15, margin: 0.1 };
/** Less than `SCANT` stretches, one to four words, vary more. */
const SCANT = 5;
const WRONG_SCANT = -0.35;
const POOR_SCANT = { likeness: -0.15, margin: 0.075 };
const LEAST_MARGIN = 0.03;
const DOUBTFUL_BRIEF = -0.1;

/** Where a stretch fits worse than this part of the recording's usual margin, within bounds, it speaks of other words. */
const POOR_PART = 0.55;
const POOREST = 0.1;
const POOR = 0.14;

/** Lacks of margin that have to come together to be told: about one and a half seconds of wrong words. */
const TELLING = 0.25;

/** Between these paces of the recording, as parts of the usual one, words are spoken; beyond, one side has nothing for the other. */
const SLOWEST = 0.4;
const FASTEST = 2.5;

/** Warnings of one kind that are given, and words that each quotes. */
const MOST_WARNINGS = 5;
const MOST_WORDS = 12;

/**
 * Judges whether a recording says its text.
 *
 * @param hint What else speaks against it.
 * @returns warnings that name the words which do not fit
 * @throws SpeechError when it does not say the text at all
 */
export function judgeFit(cost: number, fits: readonly Fit[], timeline: SpeechTimeline, hint?: string): string[] {
  const margin = mean(fits);
  const loss = takeLoss(cost);
  const passages = findPassages(fits).sort((one, other) => mean(one) - mean(other));
  const [worst, best] = [passages[0]!, passages.at(-1)!];
  const figures =
    `alignment cost ${cost.toFixed(2)}, usual is at most ${USUAL_COST.toFixed(2)}; ` +
    `fit ${margin.toFixed(2)}, usual is at least ${USUAL_MARGIN.toFixed(2)}`;
  if (margin - loss < WRONG.whole || mean(best) - loss < (fits.length < FEW ? WRONG_FEW : WRONG.best)) {
    throw refuse(cost, figures, hint);
  }
  const lapses = findLapses(fits);
  if (lapses.length === 0 && mean(worst) - loss < DOUBTFUL.worst) lapses.push(join(worst[0]!, worst.at(-1)!));
  if (lapses.length > 0) return tellLapses(lapses, timeline, figures);
  if (margin - loss >= (fits.length < FEW ? DOUBTFUL_FEW : DOUBTFUL.whole)) return [];
  return [`The recording hardly sounds like its text (${figures}); check that they belong together.`];
}

/**
 * Judges whether a brief recording says its text.
 *
 * @param likelihood How well the text explains it, and how well anything does.
 * @returns warnings that name the words which do not fit
 * @throws SpeechError when it does not say the text at all
 */
export function judgeWhole(
  cost: number,
  { spoken, free }: Likelihood,
  fits: readonly Fit[],
  timeline: SpeechTimeline,
  hint?: string,
): string[] {
  const margin = mean(fits);
  const likeness = MARGIN_WEIGHT * margin - (spoken / free - 1);
  const fitting = Number.isFinite(likeness)
    ? `likeness ${likeness.toFixed(2)}, usual is at least ${DOUBTFUL_BRIEF.toFixed(2)}`
    : 'it is too short for the sounds of its text';
  const figures = `alignment cost ${cost.toFixed(2)}, usual is at most ${USUAL_COST.toFixed(2)}; ${fitting}`;
  const rest = margin - takeLoss(cost);
  const isScant = fits.length < SCANT;
  const poor = isScant ? POOR_SCANT : POOR_BRIEF;
  const isPoor = likeness < poor.likeness && rest < poor.margin;
  const isWrong = likeness < (isScant ? WRONG_SCANT : WRONG_BRIEF) || isPoor || rest < LEAST_MARGIN;
  if (cost >= SPEECHLESS_COST || isWrong) throw refuse(cost, figures, hint);
  if (likeness >= DOUBTFUL_BRIEF) return fits.length < SUSTAINED ? [] : tellLapses(findLapses(fits), timeline, figures);
  const words = timeline.words.filter(({ start, end }) => end > start);
  const where = `from ${(words[0]?.start ?? 0).toFixed(1)} s to ${(words.at(-1)?.end ?? 0).toFixed(1)} s`;
  return [
    `The recording hardly sounds like its text ${where}: "${quoteWords(words.map(({ text }) => text))}" (${figures}); ` +
      'check that these words are spoken in it, and that the language is theirs.',
  ];
}

const takeLoss = (cost: number) => COST_WEIGHT * Math.max(0, cost - USUAL_COST);

function tellLapses(lapses: readonly Lapse[], timeline: SpeechTimeline, figures: string): string[] {
  const told = lapses.slice(0, MOST_WARNINGS).map((lapse) => describeLapse(lapse, timeline));
  if (lapses.length > told.length) told.push(`${lapses.length - told.length} more passages do not fit the text.`);
  return told.length > 0 ? [...told.slice(0, -1), `${told.at(-1)!.slice(0, -1)} (${figures}).`] : [];
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

function quoteWords(words: readonly string[]): string {
  if (words.length <= MOST_WORDS) return words.join(' ');
  return `${words.slice(0, MOST_WORDS / 2).join(' ')} … ${words.slice(-MOST_WORDS / 2).join(' ')}`;
}

/** Names the words that a recording lacks at its ends. */
export function describeMissing(
  { before, after }: { before: readonly string[]; after: readonly string[] },
  { words, duration }: SpeechTimeline,
  cost: number,
): string[] {
  const fix = `alignment cost ${cost.toFixed(2)}); send the whole recording, or only the words that are spoken in it.`;
  return [
    ...(before.length > 0
      ? [
          `The recording begins after the words "${quoteWords(before)}": it starts with "${words[0]?.text}" ` +
            `at ${(words[0]?.start ?? 0).toFixed(1)} s (${fix}`,
        ]
      : []),
    ...(after.length > 0
      ? [
          `The recording ends before the words "${quoteWords(after)}": its last word is "${words.at(-1)?.text}", ` +
            `and it lasts ${duration.toFixed(1)} s (${fix}`,
        ]
      : []),
  ];
}

/** Names what is heard around the speech. */
export const describeBeyond = (stretches: readonly { start: number; end: number }[]): string[] =>
  stretches.map(
    ({ start, end }) =>
      `The recording has from ${start.toFixed(1)} s to ${end.toFixed(1)} s sounds that the text has no words for.`,
  );

const mean = (fits: readonly Fit[]) => fits.reduce((sum, { margin }) => sum + margin, 0) / fits.length;

/** All runs of so many stretches; the whole, when there are fewer. */
function findPassages(fits: readonly Fit[]): Fit[][] {
  const count = Math.max(1, fits.length - SUSTAINED + 1);
  return Array.from({ length: count }, (_, first) => fits.slice(first, first + SUSTAINED));
}

interface Lapse {
  start: number;
  end: number;
  reference: { start: number; end: number };
}

/**
 * The runs of stretches that fit poorly. A run's weight is the sum of what its stretches lack to the least margin; what they have
 * more than that counts against it, so that single poor sounds do not add up (Page's cumulative sum, 1954).
 */
function findLapses(fits: readonly Fit[]): Lapse[] {
  const sorted = fits.map(({ margin }) => margin).sort((one, other) => one - other);
  const least = Math.min(POOR, Math.max(POOREST, POOR_PART * sorted[sorted.length >> 1]!));
  const lapses: Lapse[] = [];
  let [weight, peak, first, last] = [0, 0, 0, 0];
  const close = () => {
    if (peak >= TELLING) lapses.push(join(fits[first]!, fits[last]!));
    [weight, peak] = [0, 0];
  };
  for (const [index, { margin }] of fits.entries()) {
    if (weight <= 0) [weight, peak, first] = [0, 0, index];
    weight += least - margin;
    if (weight > peak) [peak, last] = [weight, index];
    if (weight <= 0 || weight < peak - TELLING) close();
  }
  close();
  return lapses;
}

const join = (first: Fit, last: Fit): Lapse => ({
  start: first.start,
  end: last.end,
  reference: { start: first.reference.start, end: last.reference.end },
});

function describeLapse({ start, end, reference }: Lapse, { words }: SpeechTimeline): string {
  const where = `from ${start.toFixed(1)} s to ${end.toFixed(1)} s`;
  const pace = (reference.end - reference.start) / Math.max(end - start, 1e-3);
  const middle = (word: { start: number; end: number }) => (word.start + word.end) / 2;
  const inside = words.filter((word) => middle(word) >= start && middle(word) <= end).map(({ text }) => text);
  if (pace < SLOWEST || inside.length === 0) {
    return `The recording has ${where} sounds that the text has no words for.`;
  }
  const quoted = quoteWords(inside);
  if (pace > FASTEST) return `The words "${quoted}" cannot be heard in the recording (looked for ${where}).`;
  return `The recording does not sound like its text ${where}: "${quoted}".`;
}
