import { type SpeechTimeline, VISEME_SETS, type VisemeSetName } from '@talking-avatar/contract';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { writeVisemes } from '../src/index.ts';
import { IPA_SOUNDS } from '../src/phonetics/inventory.ts';

/** Creates a timeline of 0.1 s phones, after 0.1 s of silence. `_` is a pause. */
function speak(symbols: string): SpeechTimeline {
  const phones = symbols.split(' ').map((symbol, i) => ({
    symbol: symbol === '_' ? 'sil' : symbol,
    start: (i + 1) / 10,
    end: (i + 2) / 10,
    stress: 0 as const,
    word: symbol === '_' ? null : 0,
  }));
  const duration = (phones.length + 2) / 10;
  return { language: 'en-US', engine: 'e', voice: 'v', duration, words: [], phones, marks: [] };
}

interface Cue {
  start: number;
  end: number;
  value: string | number;
}

const cuesOf = (timeline: SpeechTimeline, set: VisemeSetName): Cue[] =>
  JSON.parse(writeVisemes(timeline, set, 'json', 'voice.wav')).mouthCues;

const shapesOf = (symbols: string, set: VisemeSetName): string =>
  cuesOf(speak(symbols), set)
    .map(({ value }) => value)
    .join(' ');

describe('visemes', () => {
  it.each([
    ['oculus', 'p f θ d k tʃ s n ɹ ɑ e ɪ o u', 'sil PP FF TH DD kk CH SS nn RR aa E I O U sil'],
    ['azure', 'æ ɑ ɔ ɛ ɝ j u o aʊ ɔɪ aɪ h ɹ l s ʃ ð f d k p', `0 ${Array.from({ length: 21 }, (_, i) => i + 1).join(' ')} 0`],
    ['polly', 'p t ʃ θ f k i ɹ s u ə a e ɛ o ɔ ɲ', 'sil p t S T f k i r s u @ a e E o O J sil'],
    ['rhubarb', 'p k ɛ ɑ ɔ u v l _ s', 'X A B C D E F G H X B X'],
    ['preston_blair', 'm t ɛ ɑ ɔ u f l w', 'rest MBP etc E AI O U FV L WQ rest'],
  ] as const)('of the set %s match its table', (set, symbols, shapes) => {
    expect(shapesOf(symbols, set)).toBe(shapes);
  });

  it('of [h] and glottal stops match the neighboring sounds', () => {
    expect(shapesOf('h u', 'oculus')).toBe('sil U sil');
    expect(shapesOf('ɑ ʔ _', 'oculus')).toBe('sil aa sil');
    expect(shapesOf('ʔ', 'rhubarb')).toBe('X');
  });

  it('exist for every letter of the phonetic alphabet, in every set', () => {
    for (const set of VISEME_SETS)
      for (const letter of IPA_SOUNDS.keys())
        for (const { value } of cuesOf(speak(`${letter} m`), set)) expect(value, `${set} ${letter}`).toBeDefined();
  });

  it('cover any speech without gaps, and neighbors differ', () => {
    const phone = fc.record({
      symbol: fc.oneof(fc.constantFrom(...IPA_SOUNDS.keys()), fc.constantFrom('sil', 'aɪ', '', 'ʔ', 'tʃ')),
      gap: fc.double({ min: 0, max: 0.5, noNaN: true }),
      length: fc.double({ min: 0, max: 0.3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(phone, { maxLength: 30 }), fc.constantFrom(...VISEME_SETS), (given, set) => {
        let time = 0;
        const phones = given.map(({ symbol, gap, length }) => {
          const start = time + gap;
          time = start + length;
          return { symbol, start, end: time, stress: 0 as const, word: null };
        });
        const cues = cuesOf({ ...speak('m'), phones, duration: time + 0.1 }, set);
        expect(cues[0]!.start).toBe(0);
        expect(cues.at(-1)!.end).toBeCloseTo(time + 0.1, 2);
        for (const [i, { start, end, value }] of cues.entries()) {
          expect(end).toBeGreaterThan(start);
          if (i === 0) continue;
          expect(start).toBe(cues[i - 1]!.end);
          expect(value).not.toBe(cues[i - 1]!.value);
        }
      }),
    );
  });

  it("are written as Rhubarb's JSON, TSV, and XML", () => {
    const timeline = speak('m a');
    const write = (file: 'json' | 'tsv' | 'xml') => writeVisemes(timeline, 'rhubarb', file, 'voice.wav');
    expect(write('json')).toBe(`{
  "metadata": {
    "soundFile": "voice.wav",
    "duration": 0.40
  },
  "mouthCues": [
    { "start": 0.00, "end": 0.10, "value": "X" },
    { "start": 0.10, "end": 0.20, "value": "A" },
    { "start": 0.20, "end": 0.30, "value": "D" },
    { "start": 0.30, "end": 0.40, "value": "X" }
  ]
}
`);
    expect(write('tsv')).toBe('0.00\tX\n0.10\tA\n0.20\tD\n0.30\tX\n0.40\tX\n');
    const seen: string[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => seen.push([name, ...Object.values(attributes)].join(' ')));
    parser.on('text', (text) => void (text.trim() && seen.push(text)));
    parser.write(write('xml')).close();
    expect(seen).toEqual([
      'rhubarbResult',
      'metadata',
      'soundFile',
      'voice.wav',
      'duration',
      '0.40',
      'mouthCues',
      'mouthCue 0.00 0.10',
      'X',
      'mouthCue 0.10 0.20',
      'A',
      'mouthCue 0.20 0.30',
      'D',
      'mouthCue 0.30 0.40',
      'X',
    ]);
  });
});
