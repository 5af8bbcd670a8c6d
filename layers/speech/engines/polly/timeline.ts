import type { Mark, Phone, SpeechTimeline, Word } from '../../../contract/index.ts';
import type { Script } from '../../text/script.ts';
import { timeSentences, timeSpans, timeStretch } from '../../text/timing.ts';
import type { Span } from '../../text/words.ts';
import { pairUp } from './align-sequences.ts';
import { markName } from './document.ts';
import { distance, SILENCE, typicalSymbol, visemeOf } from './visemes.ts';

/** A speech mark in the whole sound: `time` in seconds, `at` a character of the script. In the order in which Polly gave them. */
export type Cue =
  | { type: 'word'; time: number; at: number }
  | { type: 'viseme'; time: number; value: string }
  | { type: 'ssml'; time: number; value: string }
  /** The end of the sound of one request. */
  | { type: 'end'; time: number };

/** Polly rounds times to ms: a silence that is no longer is none, s. */
const PRECISION = 0.001;

/** A stretch in which the mouth looks the same. */
interface Segment {
  viseme: string;
  start: number;
  end: number;
}

/** Words that Polly tells as one, and what it tells of them. `to` is exclusive. */
interface Group {
  from: number;
  to: number;
  start: number;
  end: number;
  segments: Segment[];
}

type Times = Pick<SpeechTimeline, 'words' | 'phones'>;

/**
 * Makes words and phones of Polly's marks. The times are Polly's; the sounds are those of a reading of the same words by the
 * embedded engine, because a viseme only tells what a sound looks like. A word without visemes gets the sounds of the reading,
 * spread over its time.
 *
 * The starts of about 1,000 phones in 15 languages, said by a voice whose times are known and told in ms as Polly tells them, come out
 * within 0.2 ms (median 0, 90 of 100; neighbours that look alike told as one); an alignment of the sound to the text within 5 ms
 * (median 2) at its best, since both voices are of one synthesizer, and 44 ms on foreign ones: the visemes are closer
 * (`test/bench/speech/visemes.ts`).
 *
 * @param spans The words of the script.
 * @param reading The same words as the embedded engine says them.
 */
export function timeSounds(text: string, spans: readonly Span[], cues: readonly Cue[], reading: Times): Times {
  const { groups, silences } = groupCues(spans, cues);
  const phones = [...groups.flatMap((group) => soundsOf(group, reading)), ...silences]
    .filter(({ start, end, word }) => end - start > (word === null ? PRECISION : 0))
    .sort((a, b) => a.start - b.start);
  return { phones, words: timeSpans(text, spans, phones) };
}

function groupCues(spans: readonly Span[], cues: readonly Cue[]): { groups: Group[]; silences: Phone[] } {
  const groups: Group[] = [];
  const silences: Phone[] = [];
  cues.forEach((cue, index) => {
    const open = groups.at(-1);
    if (cue.type === 'word') {
      const found = spans.findLastIndex(({ from }) => from <= cue.at);
      const from = groups.length === 0 ? 0 : Math.max(found, open!.from);
      if (from === open?.from) return;
      if (open) close(open, from, cue.time);
      groups.push({ from, to: spans.length, start: cue.time, end: Number.POSITIVE_INFINITY, segments: [] });
    }
    if (cue.type === 'end' && open) open.end = Math.min(open.end, cue.time);
    if (cue.type !== 'viseme') return;
    const end = cues.slice(index + 1).find(({ type }) => type === 'viseme' || type === 'end')?.time ?? cue.time;
    if (cue.value !== SILENCE) open?.segments.push({ viseme: cue.value, start: cue.time, end });
    else {
      silences.push({ symbol: SILENCE, start: cue.time, end, stress: 0, word: null });
      if (open) open.end = Math.min(open.end, cue.time);
    }
  });
  return { groups, silences };
}

function close(group: Group, next: number, time: number): void {
  group.to = next;
  group.end = Math.min(group.end, time);
  const last = group.segments.at(-1);
  if (last) last.end = Math.min(last.end, time);
}

function soundsOf(group: Group, reading: Times): Phone[] {
  const read = reading.phones.filter(({ word }) => word !== null && word >= group.from && word < group.to);
  const { segments } = group;
  if (segments.length === 0) return spread(read, group);
  const phones: Phone[] = [];
  for (const { start, end, viseme, sounds } of giveSounds(group, read)) {
    if (sounds.length > 0) phones.push(...spread(sounds, { start, end }));
    else phones.push({ symbol: typicalSymbol(viseme), start, end, stress: 0, word: phones.at(-1)?.word ?? group.from });
  }
  return phones;
}

/** A segment and the sounds of the reading that it stands for; none where the voice says something else. */
interface Slot extends Segment {
  sounds: Phone[];
}

/**
 * Gives each segment its sounds. Polly tells no viseme of some sounds, such as the glottal stop, and may tell neighbours that
 * look alike as one: such a sound shares the time of the segment beside it, or fills what is left before the first.
 */
function giveSounds({ start, segments }: Group, read: readonly Phone[]): Slot[] {
  const slots: Slot[] = [];
  const waiting: Phone[] = [];
  for (const { left, right } of pairUp(segments.length, read.length, (i, j) =>
    distance(segments[i]!.viseme, read[j]!.symbol),
  )) {
    const sound = right === undefined ? undefined : read[right]!;
    const last = slots.at(-1);
    if (left !== undefined) slots.push({ ...segments[left]!, sounds: sound ? [...waiting.splice(0), sound] : [] });
    else if (sound && last && isUnseen(sound, last.viseme)) last.sounds.push(sound);
    else if (sound && !last && visemeOf(sound.symbol) === undefined) waiting.push(sound);
  }
  const [first] = slots;
  const early =
    first?.sounds.filter(({ symbol }, i, all) => i < all.length - 1 && visemeOf(symbol) === undefined) ?? [];
  if (!first || early.length === 0 || first.start - start <= PRECISION) return slots;
  first.sounds.splice(0, early.length);
  return [{ viseme: SILENCE, start, end: first.start, sounds: early }, ...slots];
}

/** Whether a sound has no viseme, or that of the segment before it. */
function isUnseen({ symbol }: Phone, viseme: string): boolean {
  const own = visemeOf(symbol);
  return own === undefined || own === viseme;
}

function spread(read: readonly Phone[], { start, end }: Pick<Segment, 'start' | 'end'>): Phone[] {
  const total = read.reduce((sum, phone) => sum + phone.end - phone.start, 0);
  let at = start;
  return read.map((phone) => {
    const from = at;
    at = Math.min(end, from + ((phone.end - phone.start) / total) * (end - start));
    return { ...phone, start: from, end: at };
  });
}

/**
 * Times what the text says beside its words: sentences and emotions by their words, the client's marks by those that Polly timed, or
 * by the word before where Polly lost one. (A mark behind a word would be timed at what comes next: behind the pause.)
 */
export function timeMarks(
  script: Script,
  sentences: readonly Span[],
  spans: readonly Span[],
  words: readonly Word[],
  cues: readonly Cue[],
): Mark[] {
  const named = new Map(cues.flatMap((cue) => (cue.type === 'ssml' ? [[cue.value, cue.time] as const] : [])));
  const within = timeStretch(spans, words);
  const marks = timeSentences(script.text, sentences, within);
  for (const { from, to, expression, level } of script.emotions) {
    const time = within({ from, to });
    if (time) marks.push({ type: 'emotion', ...time, expression, level });
  }
  let at = 0;
  script.items.forEach((item, index) => {
    if (item.kind === 'spoken') at = item.to;
    if (item.kind !== 'mark') return;
    const before = words[spans.findLastIndex(({ from }) => from < at)]?.end ?? 0;
    const time = named.get(markName(index)) ?? before;
    marks.push({ type: 'mark', start: time, end: time, name: item.name });
  });
  return marks.sort((a, b) => a.start - b.start);
}
