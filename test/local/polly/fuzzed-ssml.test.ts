import { timelineSchema } from '@talking-avatar/contract';
import { createEmbeddedEngine, createPollyEngine, parseText, SpeechError } from '@talking-avatar/speech';
import { fuzzedSsml } from '@talking-avatar/speech/testing';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { askStandIn } from './stand-in.ts';

const TEXTS = 400;
const SEED = 3;
/** Out of this many well-formed documents, one is spoken, because an engine takes a tenth of a second to start. */
const SPOKEN_INTERVAL = 12;

const fuzzed = fuzzedSsml(TEXTS, SEED);

/** Returns the result for a text. Undefined if the text is rejected with a reason. */
async function attempt<Result>(run: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    expect(error).toBeInstanceOf(SpeechError);
    expect((error as SpeechError).message).toMatch(/\.$/);
    return undefined;
  }
}

describe('fuzzed SSML', () => {
  it('is parsed, or rejected with a reason', async () => {
    const read = await Promise.all(fuzzed.map((text) => attempt(() => parseText(text))));
    const count = read.filter((script) => script !== undefined).length;
    expect(count).toBeGreaterThan(TEXTS / 4);
    expect(count).toBeLessThan((TEXTS * 3) / 4);
  });

  it('is always rejected if it declares a document type', () => {
    for (const text of fuzzed.filter((text) => text.startsWith('<!DOCTYPE'))) {
      expect(() => parseText(text)).toThrow('DOCTYPE');
    }
  });

  it('is spoken, or rejected with a reason, by both engines', async () => {
    const embedded = createEmbeddedEngine();
    const polly = createPollyEngine(askStandIn(), embedded, { align: () => Promise.reject() });
    const readable: string[] = [];
    for (const text of fuzzed) if (await attempt(() => parseText(text))) readable.push(text);
    const chosen = readable.filter((_, i) => i % SPOKEN_INTERVAL === 0);
    for (const [i, text] of chosen.entries()) {
      const engine = i % 4 === 0 ? polly : embedded;
      const speech = await attempt(() => engine.speak({ text, language: 'en-US', sex: 'female', speed: 1 }));
      if (!speech) continue;
      const { phones, marks, duration } = v.parse(timelineSchema, speech.timeline);
      expect(phones.every(({ start, end }) => start <= end && end <= duration + 1e-6)).toBe(true);
      expect(marks.every(({ start, end }) => start <= end && end <= duration + 1e-6)).toBe(true);
    }
  });
});
