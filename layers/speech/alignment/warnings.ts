import type { SpeechTimeline } from '../../contract/index.ts';
import type { Lapse } from './mismatches.ts';

/** Warnings of one kind that are given, and words that each quotes. */
const MOST_WARNINGS = 5;
const MOST_WORDS = 12;

/** Between these paces of the recording, as parts of the usual one, words are spoken; beyond, one side has nothing for the other. */
const SLOWEST = 0.4;
const FASTEST = 2.5;

/** Names the passages that do not fit, the figures behind the last. */
export function describeLapses(lapses: readonly Lapse[], timeline: SpeechTimeline, figures: string): string[] {
  const told = lapses.slice(0, MOST_WARNINGS).map((lapse) => describeLapse(lapse, timeline));
  if (lapses.length > told.length) told.push(`${lapses.length - told.length} more passages do not fit the text.`);
  return told.length > 0 ? [...told.slice(0, -1), `${told.at(-1)!.slice(0, -1)} (${figures}).`] : [];
}

/** Names all words of a brief recording. */
export function describeDoubt({ words }: SpeechTimeline, figures: string): string {
  const said = words.filter(({ start, end }) => end > start);
  return (
    `The recording hardly sounds like its text ${span(said[0]?.start ?? 0, said.at(-1)?.end ?? 0)}: ` +
    `"${quoteWords(said.map(({ text }) => text))}" (${figures}); ` +
    'check that these words are spoken in it, and that the language is theirs.'
  );
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

/** Tells from when on a recording of so many seconds says more than its text. */
export const describeRest = (end: number, duration: number, cost: number): string =>
  `The recording goes on after the text, ${span(end, duration)} (alignment cost ${cost.toFixed(2)}); ` +
  'send the words that are spoken there too, or only the beginning of the recording.';

/** Names what is heard around the speech. */
export const describeBeyond = (stretches: readonly { start: number; end: number }[]): string[] =>
  stretches.map(({ start, end }) => describeUnsaid(start, end));

/** Names the words at the ends of a text for which a recording has no time. */
export const describeUnheard = (
  { before, after }: { before: readonly string[]; after: readonly string[] },
  cost: number,
): string =>
  `The words "${quoteWords([...before, ...after])}" cannot be heard in the recording (alignment cost ${cost.toFixed(2)}); ` +
  'check that they are spoken in it.';

function describeLapse({ start, end, reference }: Lapse, { words }: SpeechTimeline): string {
  const pace = (reference.end - reference.start) / Math.max(end - start, 1e-3);
  const middle = (word: { start: number; end: number }) => (word.start + word.end) / 2;
  const inside = words.filter((word) => middle(word) >= start && middle(word) <= end).map(({ text }) => text);
  if (pace < SLOWEST || inside.length === 0) return describeUnsaid(start, end);
  const quoted = quoteWords(inside);
  if (pace > FASTEST) return `The words "${quoted}" cannot be heard in the recording (looked for ${span(start, end)}).`;
  return `The recording does not sound like its text ${span(start, end)}: "${quoted}".`;
}

const describeUnsaid = (start: number, end: number) =>
  `The recording has ${span(start, end)} sounds that the text has no words for.`;

const span = (start: number, end: number) => `from ${start.toFixed(1)} s to ${end.toFixed(1)} s`;

function quoteWords(words: readonly string[]): string {
  if (words.length <= MOST_WORDS) return words.join(' ');
  return `${words.slice(0, MOST_WORDS / 2).join(' ')} … ${words.slice(-MOST_WORDS / 2).join(' ')}`;
}
