import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeWav, encodeWav, SpeechError } from '../src/index.ts';

describe('a WAV file', () => {
  it('preserves samples to 16 bits, and preserves the rate', () => {
    const sample = fc.float({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(sample), fc.integer({ min: 1, max: 192_000 }), (values, sampleRate) => {
        const samples = Float32Array.from(values);
        const read = decodeWav(encodeWav({ samples, sampleRate }));
        expect(read.sampleRate).toBe(sampleRate);
        expect(read.samples).toHaveLength(samples.length);
        for (const [i, value] of samples.entries()) expect(Math.abs(read.samples[i]! - value)).toBeLessThan(1 / 32767);
      }),
    );
  });

  it('clips samples that are too loud', () => {
    const { samples } = decodeWav(encodeWav({ samples: Float32Array.of(2, -3), sampleRate: 8000 }));
    expect([...samples]).toEqual([1, -1]);
  });

  it('can contain unknown chunks', () => {
    const file = Buffer.from(encodeWav({ samples: Float32Array.of(0.5), sampleRate: 8000 }));
    const extra = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
    const longer = Buffer.concat([file.subarray(0, 36), extra, file.subarray(36)]);
    expect(decodeWav(longer)).toEqual(decodeWav(file));
  });

  it('is rejected with the reason if it has a different format', () => {
    const stereo = Buffer.from(encodeWav({ samples: Float32Array.of(0), sampleRate: 8000 }));
    stereo.writeUInt16LE(2, 22);
    expect(() => decodeWav(stereo)).toThrow(/2 channels/);
    expect(() => decodeWav(Buffer.from('MP3'))).toThrow(/RIFF/);
  });

  it('only causes a SpeechError, regardless of its bytes', () => {
    const file = encodeWav({ samples: new Float32Array(8), sampleRate: 8000 });
    const damage = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(damage, fc.nat(file.length), (changes, length) => {
        const damaged = Uint8Array.from(file);
        for (const [at, value] of changes) damaged[at] = value;
        try {
          decodeWav(damaged.subarray(0, length));
        } catch (error) {
          expect(error).toBeInstanceOf(SpeechError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
