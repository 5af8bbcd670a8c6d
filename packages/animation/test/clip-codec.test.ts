import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clip, ClipFormatError, decodeClip, encodeClip } from '../src/index.ts';

const anyClip: fc.Arbitrary<Clip> = fc
  .record({
    fps: fc.constantFrom(24, 29.97, 60),
    names: fc.uniqueArray(fc.string(), { maxLength: 8 }),
    frames: fc.integer({ min: 1, max: 20 }),
    seed: fc.float32Array({ minLength: 1, maxLength: 20 }),
  })
  .map(({ fps, names, frames, seed }) => ({
    fps,
    frames,
    channels: new Map(names.map((name, c) => [name, new Float32Array(frames).map((_, i) => seed[(c + i) % seed.length]!)])),
  }));

describe('clip bytes', () => {
  it('round-trip any clip', () => {
    fc.assert(
      fc.property(anyClip, (clip) => {
        expect(decodeClip(encodeClip(clip))).toEqual(clip);
      }),
    );
  });

  it('are read at any offset in a larger buffer', () => {
    fc.assert(
      fc.property(anyClip, fc.integer({ min: 1, max: 7 }), (clip, shift) => {
        const bytes = encodeClip(clip);
        const larger = new Uint8Array(bytes.length + shift);
        larger.set(bytes, shift);
        expect(decodeClip(larger.subarray(shift))).toEqual(clip);
      }),
    );
  });

  it('are rejected if any byte is changed', () => {
    fc.assert(
      fc.property(anyClip, fc.nat(), fc.integer({ min: 1, max: 255 }), (clip, at, change) => {
        const bytes = encodeClip(clip);
        bytes[at % bytes.length]! ^= change;
        expect(() => decodeClip(bytes)).toThrow(ClipFormatError);
      }),
    );
  });

  it('are rejected if truncated or extended', () => {
    fc.assert(
      fc.property(anyClip, fc.nat(), (clip, at) => {
        const bytes = encodeClip(clip);
        expect(() => decodeClip(bytes.subarray(0, at % bytes.length))).toThrow(ClipFormatError);
        expect(() => decodeClip(new Uint8Array([...bytes, 0]))).toThrow(ClipFormatError);
      }),
    );
  });

  it('are rejected with the reason', () => {
    const bytes = encodeClip({ fps: 60, frames: 1, channels: new Map() });
    expect(() => decodeClip(new Uint8Array(40))).toThrow('do not begin with AVCL');
    expect(() => decodeClip(bytes.with(4, 9))).toThrow('format version 9, but this service reads version 1');
    expect(() => decodeClip(bytes.with(20, 1))).toThrow('damaged or truncated');
  });

  it('cannot be made from a clip whose channels differ in length', () => {
    const channels = new Map([['jawOpen', new Float32Array(2)]]);
    expect(() => encodeClip({ fps: 60, frames: 3, channels })).toThrow("channel 'jawOpen' has 2 values, but the clip has 3 frames");
  });
});
