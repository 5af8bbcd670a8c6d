import { describe, expect, it } from 'vitest';
import { synthesizeStrands } from '../../../lib/bake/textures/strands.ts';

const SIZE = 48;

/** A picture of stripes that run at an angle, radians. */
function stripes(angle: number): Uint8Array {
  const data = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const across = (i % SIZE) * Math.sin(angle) - Math.floor(i / SIZE) * Math.cos(angle);
    data.fill(128 + 100 * Math.sin(across), 4 * i, 4 * i + 3);
  }
  return data;
}

/** Mean change of strands from a pixel to the one so far beside it. */
function changeOf(strands: Float32Array, dx: number, dy: number): number {
  let [sum, count] = [0, 0];
  for (let y = 16; y < 2 * SIZE - 16; y++)
    for (let x = 16; x < 2 * SIZE - 16; x++) {
      sum += Math.abs(strands[y * 2 * SIZE + x]! - strands[(y + dy) * 2 * SIZE + x + dx]!);
      count++;
    }
  return sum / count;
}

describe('strands', () => {
  it.each([0, Math.PI / 4, Math.PI / 2])('run as those of the picture do, at an angle of %f', (angle) => {
    const strands = synthesizeStrands({ data: stripes(angle), width: SIZE, height: SIZE });
    const [dx, dy] = [Math.round(3 * Math.cos(angle)), Math.round(3 * Math.sin(angle))];
    expect(changeOf(strands, dx, dy)).toBeLessThan(0.5 * changeOf(strands, -dy, dx));
  });

  it('run straight down a picture that is said to show them so, across its bands of light', () => {
    const strands = synthesizeStrands({ data: stripes(0), width: SIZE, height: SIZE }, true);
    expect(changeOf(strands, 0, 3)).toBeLessThan(0.5 * changeOf(strands, 3, 0));
  });

  it('are as often lighter as darker than the mean, and the same each time', () => {
    const draw = () => synthesizeStrands({ data: stripes(1), width: SIZE, height: SIZE });
    const strands = draw();
    expect(strands).toEqual(draw());
    expect(Math.abs(strands.reduce((sum, value) => sum + value, 0) / strands.length)).toBeLessThan(0.1);
    const deviation = Math.sqrt(strands.reduce((sum, value) => sum + value ** 2, 0) / strands.length);
    expect(deviation).toBeGreaterThan(0.3);
    expect(deviation).toBeLessThan(0.7);
  });
});
