import type { SpeechTimeline } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speechCacheKey } from '#jobs';
import { type CachedSpeechRequest, decodeCachedSpeech, encodeCachedSpeech } from '../../layers/jobs/steps/speech-cache.ts';

const request: CachedSpeechRequest = {
  engine: 'polly',
  version: '1',
  text: 'Hello.',
  language: 'en-US',
  sex: 'female',
  speaker: 'Joanna',
  speed: 1,
};

describe('the speech cache key', () => {
  it("is the same for an account's repeated request, and begins with the account", () => {
    const key = speechCacheKey('acme', { ...request });
    expect(key).toBe(speechCacheKey('acme', request));
    expect(key).toMatch(/^speech-cache\/[0-9a-f]{64}\/[0-9a-f]{64}$/);
  });

  it('differs for another account and for anything that changes the speech', () => {
    const changes: Partial<CachedSpeechRequest>[] = [
      { engine: 'embedded' },
      { version: '2' },
      { text: 'Hello!' },
      { language: 'en-GB' },
      { sex: 'male' },
      { voice: 'Joanna' },
      { speaker: 'Danielle' },
      { speed: 1.1 },
    ];
    const keys = changes.map((change) => speechCacheKey('acme', { ...request, ...change }));
    const [own, other] = [speechCacheKey('acme', request), speechCacheKey('other', request)];
    expect(new Set([...keys, own, other]).size).toBe(changes.length + 2);
    expect(own.split('/').slice(0, 2)).not.toEqual(other.split('/').slice(0, 2));
    expect(own.split('/')[2]).not.toBe(other.split('/')[2]);
  });
});

describe('cached speech', () => {
  const timeline: SpeechTimeline = {
    language: 'en-US',
    engine: 'polly',
    voice: 'Joanna',
    duration: 1,
    words: [{ text: 'Hé', start: 0, end: 1 }],
    phones: [{ symbol: 'ə', start: 0, end: 1, stress: 1, word: 0 }],
    marks: [],
  };
  const packed = encodeCachedSpeech({ wav: Uint8Array.from([1, 2, 3]), timeline, warnings: ['Grüße'] });

  it('is read as it was written', () => {
    const speech = decodeCachedSpeech(packed);
    expect(speech).toMatchObject({ timeline, warnings: ['Grüße'] });
    expect([...(speech?.wav ?? [])]).toEqual([1, 2, 3]);
  });

  it('is rejected if it is incomplete or damaged', () => {
    fc.assert(
      fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const broken = Uint8Array.from(packed);
        broken[at]! ^= change;
        expect(decodeCachedSpeech(broken)).toBeUndefined();
        expect(decodeCachedSpeech(packed.subarray(0, at))).toBeUndefined();
      }),
    );
  });
});
