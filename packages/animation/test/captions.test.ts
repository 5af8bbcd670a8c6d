import type { SpeechTimeline } from '@talking-avatar/contract';
import { processorTime } from '@talking-avatar/speech/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCaptions } from '../src/index.ts';

/** Creates a timeline of sentences that are spoken word by word, at `pace` seconds per word. The words do not include punctuation. */
function narrate(sentences: readonly string[], pace = 0.4): SpeechTimeline {
  const words: SpeechTimeline['words'] = [];
  const marks: SpeechTimeline['marks'] = [];
  let time = 0;
  for (const text of sentences) {
    const start = time;
    for (const written of text.split(/\s+/).filter((word) => word !== '')) {
      words.push({ text: written.replace(/^\p{P}+|\p{P}+$/gu, '') || written, start: time, end: time + pace });
      time += pace;
    }
    marks.push({ type: 'sentence', start, end: time, text });
  }
  return { language: 'en-US', engine: '', voice: '', duration: time, words, phones: [], marks };
}

function readCues(vtt: string): { start: number; end: number; lines: string[] }[] {
  const [head, ...blocks] = vtt.trimEnd().split('\n\n');
  expect(head).toBe('WEBVTT');
  return blocks.map((block) => {
    const [timing = '', ...lines] = block.split('\n');
    const match = timing.match(/^(\d\d):([0-5]\d):([0-5]\d\.\d{3}) --> (\d\d):([0-5]\d):([0-5]\d\.\d{3})$/);
    const [h1, m1, s1, h2, m2, s2] = match!.slice(1).map(Number) as [number, number, number, number, number, number];
    return { start: (h1 * 60 + m1) * 60 + s1, end: (h2 * 60 + m2) * 60 + s2, lines };
  });
}

describe('captions', () => {
  it('show one sentence at a time, as written', () => {
    const cues = readCues(writeCaptions(narrate(['Hello, my friend!', '“Really?” she asked (twice).'])));
    expect(cues.map(({ lines }) => lines)).toEqual([['Hello, my friend!'], ['“Really?” she asked (twice).']]);
    expect(cues[0]).toMatchObject({ start: 0, end: 1.2 });
    expect(cues[1]).toMatchObject({ start: 1.2, end: 2.8 });
  });

  it('break a sentence into two even lines, and a longer one at its commas', () => {
    const cues = readCues(
      writeCaptions(
        narrate(['The quick brown fox jumps over the lazy dog by the river, while the old grey cat sleeps on the warm stone wall.'], 0.25),
      ),
    );
    expect(cues.map(({ lines }) => lines)).toEqual([
      ['The quick brown fox jumps over', 'the lazy dog by the river,'],
      ['while the old grey cat sleeps', 'on the warm stone wall.'],
    ]);
  });

  it('take bounded CPU time for the longest sentence, even with a pause after each word', () => {
    const timeline = narrate(['Dr. '.repeat(2_500)], 0.3);
    expect(processorTime(() => writeCaptions(timeline))).toBeLessThan(2_000);
  });

  it('count two columns for East Asian letters and cut between words without spaces', () => {
    const timeline = narrate([]);
    const text = '今天天气很好我们一起去公园散步吧然后再去图书馆看书';
    const words = [...text].map((letter, i) => ({ text: letter, start: i * 0.2, end: i * 0.2 + 0.2 }));
    const marks = [{ type: 'sentence' as const, start: 0, end: 5, text }];
    const [cue] = readCues(writeCaptions({ ...timeline, words, marks }));
    expect(cue!.lines.join('')).toBe(text);
    expect(cue!.lines).toHaveLength(2);
  });

  it('escape what WebVTT would read as markup', () => {
    expect(writeCaptions(narrate(['Tom & <b>Jerry</b> --> end']))).toContain('Tom &amp; &lt;b&gt;Jerry&lt;/b&gt; --&gt; end');
  });

  it('fall back to the words if the sentence does not contain them, and to the sentence if there are no words', () => {
    const timeline = narrate(['completely different']);
    const words = [
      { text: 'other', start: 0, end: 0.5 },
      { text: 'words', start: 0.5, end: 1 },
    ];
    expect(readCues(writeCaptions({ ...timeline, words }))[0]!.lines).toEqual(['other words']);
    expect(readCues(writeCaptions({ ...timeline, words: [] }))[0]!.lines).toEqual(['completely different']);
    expect(writeCaptions(narrate([]))).toBe('WEBVTT\n');
  });

  it('of any speech have up to two lines of 42 columns, are in order, do not overlap, and contain every word', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{1,14}[,.?]?$/),
      fc.stringMatching(/^[a-z]{50,120}$/),
      fc.stringMatching(/^[가-힣]{1,30}$/),
    );
    const sentence = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 6 }), fc.double({ min: 0.01, max: 1.5, noNaN: true }), (sentences, pace) => {
        const cues = readCues(writeCaptions(narrate(sentences, pace)));
        for (const [i, cue] of cues.entries()) {
          expect(cue.end).toBeGreaterThan(cue.start);
          expect(cue.start).toBeGreaterThanOrEqual(cues[i - 1]?.end ?? 0);
          expect(cue.lines.length).toBeLessThanOrEqual(2);
          for (const line of cue.lines) expect(line.length).toBeLessThanOrEqual(42);
        }
        const said = cues
          .flatMap(({ lines }) => lines)
          .join('')
          .replaceAll(' ', '');
        expect(said).toBe(sentences.join('').replaceAll(' ', ''));
      }),
    );
  });
});
