import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clip, SHAPES, writeA2f } from '../src/index.ts';

interface A2f {
  exportFps: number;
  trackPath: string;
  numPoses: number;
  numFrames: number;
  facsNames: string[];
  weightMat: number[][];
}

const read = (clip: Clip): A2f => JSON.parse([...writeA2f(clip, 'speech.wav')].join(''));

const clipOf = (frames: number, value: (shape: number, frame: number) => number): Clip => ({
  fps: 30,
  frames,
  channels: new Map(SHAPES.map((name, shape) => [name, Float32Array.from({ length: frames }, (_, frame) => value(shape, frame))])),
});

describe("Audio2Face's JSON", () => {
  it("has the 52 poses in Audio2Face's order", () => {
    const [, ...rows] = readFileSync(join(import.meta.dirname, 'facts', 'arkit52_livelink.csv'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const order = rows
      .filter((cells) => cells[4] === 'blendshape')
      .sort((a, b) => Number(a[5]) - Number(b[5]))
      .map((cells) => cells[2]);
    expect(order).toHaveLength(52);
    expect(read(clipOf(1, () => 0)).facsNames).toEqual(order);
  });

  it('includes the frame rate, the audio name, the size, and a row for each frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (frames) => {
        const { weightMat, ...head } = read(clipOf(frames, (shape, frame) => ((shape * 7 + frame) % 100) / 100));
        expect(head).toMatchObject({ exportFps: 30, trackPath: 'speech.wav', numPoses: 52, numFrames: frames });
        expect(weightMat).toHaveLength(frames);
        for (const [frame, row] of weightMat.entries()) {
          expect(row).toHaveLength(52);
          const jaw = SHAPES.indexOf('jawOpen');
          expect(row[head.facsNames.indexOf('JawOpen')]).toBeCloseTo(((jaw * 7 + frame) % 100) / 100, 5);
        }
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it('rejects a clip without a shape', () => {
    const clip = clipOf(2, () => 0);
    const channels = new Map([...clip.channels].filter(([name]) => name !== 'mouthClose'));
    expect(() => read({ ...clip, channels })).toThrow("no channel 'mouthClose'");
  });
});
