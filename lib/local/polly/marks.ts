import type { Phone, SpeechTimeline } from '../../../layers/contract/index.ts';
import { findViseme } from '../../../layers/speech/index.ts';

interface SpeechMark {
  time: number;
  type: string;
  start?: number;
  end?: number;
  value: string;
}

/** Order of marks of the same time. */
const ORDER = ['sentence', 'ssml', 'word', 'viseme'];

/**
 * Writes a timeline as Polly's speech marks, a JSON object a line.
 * @param source The text as sent: places are counted in its bytes.
 */
export function writeMarks(timeline: SpeechTimeline, source: string, kinds: readonly string[]): string {
  const marks = [...wordMarks(timeline, source), ...timeline.phones.flatMap(visemeMark), ...ssmlMarks(timeline)];
  marks.push({ time: toMs(timeline.duration), type: 'viseme', value: 'sil' });
  return marks
    .filter(({ type }) => kinds.includes(type))
    .sort((a, b) => a.time - b.time || ORDER.indexOf(a.type) - ORDER.indexOf(b.type))
    .map((mark) => `${JSON.stringify(mark)}\n`)
    .join('');
}

const toMs = (seconds: number) => Math.floor(seconds * 1000);

function wordMarks({ words }: SpeechTimeline, source: string): SpeechMark[] {
  // Markup keeps its length but holds no words.
  const bare = source.replace(/<[^>]*>/g, (tag) => ' '.repeat(tag.length));
  let at = 0;
  return words.map(({ text, start }) => {
    const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
    const found = Math.max(at, bare.indexOf(escaped, at));
    at = found + escaped.length;
    const from = Buffer.byteLength(source.slice(0, found));
    return { time: toMs(start), type: 'word', start: from, end: from + Buffer.byteLength(escaped), value: text };
  });
}

function visemeMark({ symbol, start, word }: Phone): SpeechMark[] {
  const value = word === null ? 'sil' : findViseme(symbol);
  return value === undefined ? [] : [{ time: toMs(start), type: 'viseme', value }];
}

const ssmlMarks = ({ marks }: SpeechTimeline): SpeechMark[] =>
  marks.flatMap((mark) => (mark.type === 'mark' ? [{ time: toMs(mark.start), type: 'ssml', value: mark.name }] : []));
