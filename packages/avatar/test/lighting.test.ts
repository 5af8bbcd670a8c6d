import { LIGHTINGS } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { createLighting } from '../src/render/lights.ts';

describe.each(LIGHTINGS)('the lighting %s', (name) => {
  it('turns with the camera', () => {
    const [front, side] = [createLighting(name, 0), createLighting(name, 0.5)];
    const azimuth = ({ key }: typeof front): number => Math.atan2(key.direction[0], key.direction[2]);
    expect(azimuth(side) - azimuth(front)).toBeCloseTo(0.35, 3);
  });

  it("shows its panorama's main light in the direction of the key light", () => {
    const { key, panorama } = createLighting(name, 0.3);
    const there = panorama.rotation.map((row) => row.reduce((sum, value, k) => sum + value * key.direction[k]!, 0));
    const again = createLighting(name, -0.3);
    const same = again.panorama.rotation.map((row) => row.reduce((sum, value, k) => sum + value * again.key.direction[k]!, 0));
    for (let k = 0; k < 3; k++) expect(there[k]).toBeCloseTo(same[k]!, 5);
  });
});
