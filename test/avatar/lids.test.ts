import { expect, it } from 'vitest';
import { Lids } from '../../lib/bake/shapes/index.ts';

it('lashes are not trimmed to lids that are nowhere open', () => {
  const lids = new Lids({ centre: [0.03, 0, 0], radius: 0.012 }, new Float32Array(0), new Uint32Array(0));
  expect(() => lids.trimLashes(new Float32Array([0.03, 0, 0.01]))).toThrow(/x = 0.03 m are nowhere open/);
});
