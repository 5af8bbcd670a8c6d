import { readBakedActor } from '@talking-avatar/avatar';
import { ACTORS } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';

describe('the bulge in front of an iris', () => {
  it.each(['mei', 'chloe'] as const)('mirrors the light in a spot of equal size in the eyes of %s', async (id) => {
    const { joints, parts } = await readBakedActor(id);
    const { positions, normals } = parts.find(({ substance }) => substance === 'eye')!;
    for (const eye of ['leftEye', 'rightEye']) {
      const [x, y, z] = joints.find(({ name }) => name === eye)!.position;
      // How much the normals turn per meter from the axis.
      const turns: number[] = [];
      for (let at = 0; at < positions.length; at += 3) {
        const away = Math.hypot(positions[at]! - x, positions[at + 1]! - y);
        if (positions[at + 2]! < z || away < 0.001 || away > 0.0035) continue;
        turns.push(Math.atan2(Math.hypot(normals[at]!, normals[at + 1]!), normals[at + 2]!) / away);
      }
      expect(turns.length).toBeGreaterThan(8);
      // The same as on a ball with a radius of 3.3 to 6.5 mm.
      expect(Math.min(...turns)).toBeGreaterThan(150);
      expect(Math.max(...turns)).toBeLessThan(300);
    }
  });
});

describe('lashes', () => {
  it.each(ACTORS.map(({ id }) => id))('of %s are at the eyes and follow the lids', async (id) => {
    const { joints, parts } = await readBakedActor(id);
    const eyes = joints.filter(({ name }) => /^(left|right)Eye$/.test(name)).map(({ position }) => position);
    const { positions, morphs } = parts.find(({ substance }) => substance === 'lashes')!;
    for (let at = 0; at < positions.length; at += 3) {
      const away = eyes.map((eye) => Math.hypot(...eye.map((value, k) => positions[at + k]! - value)));
      expect(Math.min(...away)).toBeLessThan(0.035);
    }
    for (const shape of ['eyeBlinkLeft', 'eyeBlinkRight']) expect(morphs.get(shape)?.vertices.length).toBeGreaterThan(20);
  });
});
