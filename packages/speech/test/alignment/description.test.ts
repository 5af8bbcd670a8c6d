import { beforeAll, describe, expect, it } from 'vitest';
import { alignFrames } from '../../src/alignment/align-frames.ts';
import { extractSpeechFeatures, frameToTime, timeToFrame } from '../../src/alignment/speech-features.ts';
import { type Audio, createEmbeddedEngine } from '../../src/index.ts';

let speech: Audio;

beforeAll(async () => {
  const text = 'My mother puts the big paper maps on the table.';
  ({ audio: speech } = await createEmbeddedEngine().speak({ text, language: 'en-US', sex: 'male', speed: 1 }));
});

describe('describeAudio', () => {
  it('imitates a shorter or longer vocal tract', () => {
    for (const tract of [0.75, 1.2]) {
      // Playing it faster imitates a shorter vocal tract, and playing it slower imitates a longer one.
      const other = extractSpeechFeatures({ samples: speech.samples, sampleRate: speech.sampleRate / tract });
      const plain = alignFrames(extractSpeechFeatures(speech).frames, other.frames);
      const changed = alignFrames(extractSpeechFeatures(speech, tract).frames, other.frames);
      expect(changed.cost).toBeLessThan(0.8 * plain.cost);
    }
  });

  it('removes the silence around the speech and preserves every frame time', () => {
    const seconds = 3;
    const samples = new Float32Array(speech.samples.length + 2 * seconds * speech.sampleRate);
    samples.set(speech.samples, seconds * speech.sampleRate);
    const plain = extractSpeechFeatures(speech);
    const padded = extractSpeechFeatures({ ...speech, samples });
    // In digital silence, the decay of the voice counts as speech, which adds a few frames.
    expect(padded.frames.count).toBeLessThan(plain.frames.count + 30);
    expect(Math.abs(frameToTime(padded, 0) - frameToTime(plain, 0) - seconds)).toBeLessThan(0.2);
    for (const time of [3.5, 4.2, 5]) expect(frameToTime(padded, timeToFrame(padded, time))).toBeCloseTo(time, 6);
  });

  it('excludes breaths before and after the speech', () => {
    const { sampleRate } = speech;
    const rest = 2 * sampleRate;
    const samples = new Float32Array(speech.samples.length + 2 * rest);
    samples.set(speech.samples, rest);
    let state = 1;
    const hiss = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647 - 0.5;
    };
    const breath = (index: number) => index % (samples.length - rest) > sampleRate && index % (samples.length - rest) < 1.5 * sampleRate;
    const quiet = samples.map((sample) => sample + 4e-4 * hiss());
    const plain = extractSpeechFeatures({ samples: quiet, sampleRate });
    const breathing = extractSpeechFeatures({
      samples: quiet.map((sample, index) => sample + (breath(index) ? 1e-2 : 0) * hiss()),
      sampleRate,
    });
    expect(Math.abs(frameToTime(breathing, 0) - frameToTime(plain, 0))).toBeLessThan(0.1);
    expect(Math.abs(breathing.frames.count - plain.frames.count)).toBeLessThan(20);
  });
});
