import type { SpeechTimeline } from '@talking-avatar/contract';
import type { Edit } from './edits.ts';
import type { Mismatch } from './mismatches.ts';

/** Maximum number of mismatch warnings, and maximum number of words quoted in each. */
const MAX_WARNINGS = 5;
const MAX_QUOTED_WORDS = 12;
/** Plausible range for the tempo of a passage, relative to the reference. Outside this range, one of the two contains no speech there. */
const SLOWEST = 0.4;
const FASTEST = 2.5;

/**
 * Warns about passages that do not match, with the scores at the end of the warning. An insertion in `edits` locates a passage more
 * precisely than the windows do.
 */
export function warnOfMismatches(
  mismatches: readonly Mismatch[],
  edits: readonly Edit[],
  timeline: SpeechTimeline,
  scores: string,
): string[] {
  const warnings = mismatches.slice(0, MAX_WARNINGS).map((mismatch) => {
    const insertions = edits.filter((edit) => edit.kind === 'insertion' && isMostOf(edit, mismatch));
    const [insertion] = insertions.sort((one, other) => other.gain - one.gain);
    return insertion ? formatEdit(insertion, timeline) : formatMismatch(mismatch, timeline);
  });
  if (mismatches.length > warnings.length) warnings.push(`${mismatches.length - warnings.length} more passages do not match the text.`);
  return warnings.length > 0 ? [...warnings.slice(0, -1), `${warnings.at(-1)!.slice(0, -1)} (${scores}).`] : [];
}

/** Warns about speech between the words of the text, and about words that are not spoken. */
export const warnOfEdits = (edits: readonly Edit[], timeline: SpeechTimeline): string[] =>
  edits.slice(0, MAX_WARNINGS).map((edit) => formatEdit(edit, timeline));

export function warnOfPoorMatch({ words }: SpeechTimeline, scores: string): string {
  const spoken = words.filter(({ start, end }) => end > start);
  return (
    `The recording barely matches its text ${formatSpan(spoken[0]?.start ?? 0, spoken.at(-1)?.end ?? 0)}: ` +
    `"${quoteWords(spoken.map(({ text }) => text))}" (${scores}); ` +
    'check that these words are spoken in it, and that the language is correct.'
  );
}

/** Warns about words at the beginning or end of the text that are not in the recording. */
export function warnOfMissingWords(
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

export const warnOfExtraSpeech = (end: number, duration: number, cost: number): string =>
  `The recording continues after the text, ${formatSpan(end, duration)} (alignment cost ${cost.toFixed(2)}); ` +
  'add the words spoken there to the text, or send only the beginning of the recording.';

export const warnOfOtherSounds = (stretches: readonly { start: number; end: number }[]): string[] =>
  stretches.map(({ start, end }) => formatOtherSound(start, end));

/** Warns about words at the beginning or end of the text that the recording is too short to contain. */
export const warnOfInaudibleWords = ({ before, after }: { before: readonly string[]; after: readonly string[] }, cost: number): string =>
  `The words "${quoteWords([...before, ...after])}" cannot be heard in the recording (alignment cost ${cost.toFixed(2)}); ` +
  'check that they are spoken in it.';

/** Checks whether an insertion covers at least half of a passage. */
const isMostOf = (edit: Edit, { start, end }: Mismatch): boolean =>
  Math.min(edit.end, end) - Math.max(edit.start, start) >= (end - start) / 2;

function formatEdit({ kind, first, last, start, end }: Edit, { words }: SpeechTimeline): string {
  const quote = (index: number) => `"${words[index]?.text ?? ''}"`;
  if (kind === 'insertion')
    return (
      `The recording has speech ${formatSpan(start, end)}, between ${quote(first)} and ${quote(last)}, that is not in the ` +
      'text; check the text there.'
    );
  const said = quoteWords(words.slice(first, last + 1).map(({ text }) => text));
  return `The words "${said}" cannot be heard in the recording (expected at ${start.toFixed(1)} s); check the text there.`;
}

function formatMismatch({ start, end, reference }: Mismatch, { words }: SpeechTimeline): string {
  const tempo = (reference.end - reference.start) / Math.max(end - start, 1e-3);
  const middle = (word: { start: number; end: number }) => (word.start + word.end) / 2;
  const inside = words.filter((word) => middle(word) >= start && middle(word) <= end).map(({ text }) => text);
  if (tempo < SLOWEST || inside.length === 0) return formatOtherSound(start, end);
  const quoted = quoteWords(inside);
  if (tempo > FASTEST) return `The words "${quoted}" cannot be heard in the recording (expected ${formatSpan(start, end)}).`;
  return `The recording does not match its text ${formatSpan(start, end)}: "${quoted}".`;
}

const formatOtherSound = (start: number, end: number) => `The recording has sounds ${formatSpan(start, end)} that are not in the text.`;

const formatSpan = (start: number, end: number) => `from ${start.toFixed(1)} s to ${end.toFixed(1)} s`;

function quoteWords(words: readonly string[]): string {
  if (words.length <= MAX_QUOTED_WORDS) return words.join(' ');
  return `${words.slice(0, MAX_QUOTED_WORDS / 2).join(' ')} … ${words.slice(-MAX_QUOTED_WORDS / 2).join(' ')}`;
}
