import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeWav, encodeWav, SpeechError } from '../../layers/speech/index.ts';

const SOUND = { samples: Float32Array.from([0, 0.5, -0.5, 1, -1, 0.25]), sampleRate: 22_050 };

/** A chunk that a recorder might put before the samples, of odd length. */
const NOTE = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1');

describe('WAV files', () => {
  it('come back as they were, within half a step of 16 bits', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 200 }),
        fc.integer({ min: 1, max: 192_000 }),
        (samples, sampleRate) => {
          const read = decodeWav(encodeWav({ samples, sampleRate }));
          expect(read.sampleRate).toBe(sampleRate);
          expect(read.samples).toHaveLength(samples.length);
          for (const [i, sample] of samples.entries())
            expect(Math.abs(read.samples[i]! - sample)).toBeLessThan(1 / 32_767);
        },
      ),
    );
  });

  it('keep their bytes when they are written again', () => {
    const file = encodeWav(SOUND);
    expect(encodeWav(decodeWav(file))).toEqual(file);
  });

  it('clip what is beyond full scale', () => {
    expect([...decodeWav(encodeWav({ samples: Float32Array.from([3, -3]), sampleRate: 8_000 })).samples]).toEqual([
      1, -1,
    ]);
  });

  it('are read past chunks that say nothing of the sound', () => {
    const file = Buffer.from(encodeWav(SOUND));
    const noted = Buffer.concat([file.subarray(0, 36), NOTE, file.subarray(36)]);
    expect(decodeWav(noted)).toEqual(decodeWav(file));
  });

  it('that were cut off are read as far as they go', () => {
    const file = encodeWav(SOUND);
    expect(decodeWav(file.subarray(0, file.length - 5)).samples).toHaveLength(3);
  });

  it.each([
    ['no WAV file', Buffer.from('ID3 this is an mp3 file, is it not')],
    ['an empty file', Buffer.alloc(0)],
    ['a header alone', Buffer.from(encodeWav(SOUND)).subarray(0, 36)],
    ['stereo', Buffer.from(encodeWav(SOUND)).fill(2, 22, 23)],
    ['8 bits', Buffer.from(encodeWav(SOUND)).fill(8, 34, 35)],
  ])('refuse %s', (_, bytes) => {
    expect(() => decodeWav(bytes)).toThrow(SpeechError);
  });

  it('with a few bytes wrong give sound or a SpeechError', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(55), fc.nat(255)), { maxLength: 6 }), fc.nat(56), (changes, length) => {
        const bytes = Buffer.from(encodeWav(SOUND)).subarray(0, length);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        try {
          expect(decodeWav(bytes).samples.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(SpeechError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
