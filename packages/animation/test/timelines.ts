import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import fc from 'fast-check';
import type { LoudnessEnvelope } from '../src/index.ts';

/** Symbols that speech engines use in any language, and a few invalid ones. */
const SYMBOLS =
  'p b m f v w s z ʃ ʒ tʃ dʒ t d k ɡ n ŋ l ɹ r ɾ θ ð h ʔ j i iː ɪ e ɛ æ a aː ɑː ɔ ɔː o oʊ aɪ aʊ ɔɪ u uː ʊ ʌ ə ɚ ɜː ɐ ᵻ y ø œ ɨ ɯᵝ ɕ ʑ tɕh ts.h onɡ5 ɑ̃ sʲ kʷ pʰ bʰ ɸ β ʋ χ ʁ ħ ʕ q ʲ ł 字 ! _'.split(
    ' ',
  );

/** Creates a timeline of sounds that follow one another. An empty symbol is a pause. */
export function createTimeline(sounds: readonly (readonly [symbol: string, seconds: number])[]): SpeechTimeline {
  const phones: Phone[] = [];
  let time = 0;
  for (const [symbol, seconds] of sounds) {
    const end = time + seconds;
    if (symbol !== '') phones.push({ symbol, start: time, end, stress: 0, word: 0 });
    time = end;
  }
  const words = phones.length === 0 ? [] : [{ text: 'word', start: phones[0]!.start, end: time }];
  return { language: 'en-US', engine: 'test', voice: 'test', duration: time, words, phones, marks: [] };
}

/** Creates the envelope of a voice that is always equally loud. */
export function speakEvenly(timeline: SpeechTimeline): LoudnessEnvelope {
  return { rate: 100, level: new Float32Array(Math.ceil(timeline.duration * 100)).fill(1) };
}

const seconds = fc.oneof(
  { weight: 19, arbitrary: fc.double({ min: 0.02, max: 0.4, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(0) },
);

/** Any sequence of sounds and pauses, with any stress, and with emotion spans anywhere. */
export const anyTimeline: fc.Arbitrary<SpeechTimeline> = fc
  .record({
    sounds: fc.array(fc.tuple(fc.constantFrom(...SYMBOLS, ''), seconds), { minLength: 1, maxLength: 40 }),
    stresses: fc.array(fc.constantFrom(0, 1, 2), { minLength: 40, maxLength: 40 }),
    spans: fc.array(
      fc.record({
        expression: fc.constantFrom('happy', 'sad', 'surprise', 'fear', 'disappointed', 'neutral'),
        level: fc.double({ min: 0, max: 1, noNaN: true }),
        from: fc.double({ min: 0, max: 1, noNaN: true }),
        to: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ sounds, stresses, spans }) => {
    const timeline = createTimeline(sounds);
    const { duration } = timeline;
    return {
      ...timeline,
      phones: timeline.phones.map((phone, i) => ({ ...phone, stress: stresses[i] as 0 | 1 | 2 })),
      marks: spans.map(({ expression, level, from, to }) => ({
        type: 'emotion' as const,
        expression: expression as 'happy',
        level,
        start: Math.min(from, to) * duration,
        end: Math.max(from, to) * duration,
      })),
    };
  });
