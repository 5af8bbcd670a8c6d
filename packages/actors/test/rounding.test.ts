import { measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { readBakedActor } from '@talking-avatar/avatar';
import { type Gpu, openGpu } from '@talking-avatar/avatar/render';
import { measureAperture } from '@talking-avatar/avatar/testing';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import { describe, expect, it } from 'vitest';
import { FACES } from './faces.ts';

const gpu = await openGpu().catch(() => undefined);

/** Maximum width of the lips in a rounded sound, relative to the neutral mouth. If the mouth is wider than this, it does not look round. */
const ROUND = 0.75;
const WORDS = [
  { word: 'we', symbol: /^w/ },
  { word: 'food', symbol: /^u/ },
  { word: 'show', symbol: /^o/ },
  { word: 'she', symbol: /^ʃ/ },
  { word: 'fish', symbol: /^ʃ/ },
] as const;
const VOWEL = { word: 'father', symbol: /^ɑ/ } as const;
const SPOKEN = [...WORDS, VOWEL];

const { audio, timeline } = await createEmbeddedEngine().speak({
  text: SPOKEN.map(({ word }) => `Say ${word}.`).join(' '),
  language: 'en-US',
  sex: 'female',
  speed: 0.9,
});
const clip = solve({
  timeline,
  loudness: measureEnvelope(audio),
  pitch: measurePitch(audio),
  seed: 'rounding',
  fps: 60,
  emotion: { expression: 'neutral', level: 0 },
});

/** Returns the frame in the middle of a sound in a word. */
function frameOf(symbol: RegExp, index: number): number {
  const phone = timeline.phones.find((one) => one.word === 2 * index + 1 && symbol.test(one.symbol))!;
  return Math.round(((phone.start + phone.end) / 2) * clip.fps);
}

describe.skipIf(!gpu)('in pictures, the mouth', () => {
  it.each(FACES)('of %s is narrow in w, u, o, and sh, and wide in a', async (id) => {
    const aperture = await measureAperture(gpu as Gpu, await readBakedActor(id));
    for (const [i, { word, symbol }] of WORDS.entries())
      expect(await aperture.width(clip, frameOf(symbol, i)), word).toBeLessThanOrEqual(ROUND);
    expect(await aperture.width(clip, frameOf(VOWEL.symbol, WORDS.length))).toBeGreaterThan(ROUND);
    aperture.close();
  });
});
