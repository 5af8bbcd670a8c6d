import { readBakedActor } from '@talking-avatar/avatar';
import { DYNAMIC_FLOATS, findEyes, LID_STATIONS, measureSlit } from '@talking-avatar/avatar/testing';
import { ACTORS } from '@talking-avatar/contract';
import { expect, it } from 'vitest';
import { Lids } from '../src/shapes/index.ts';

it('trimming lashes to closed lids throws', () => {
  const lids = new Lids({ center: [0.03, 0, 0], radius: 0.012 }, new Float32Array(0), new Uint32Array(0));
  expect(() => lids.trimLashes(new Float32Array([0.03, 0, 0.01]))).toThrow(/x = 0.03 m must be open/);
});

/** How far an eye must be open between its corners, in meters. */
const OPEN = 0.003;

it.each(ACTORS.map(({ id }) => id))('the lids of %s are open from corner to corner', async (id) => {
  const actor = await readBakedActor(id);
  const skin = actor.parts.find(({ substance }) => substance === 'skin')!;
  const floats = new Float32Array((skin.positions.length / 3) * DYNAMIC_FLOATS);
  for (let v = 0; v < skin.positions.length / 3; v++) floats.set(skin.positions.subarray(3 * v, 3 * v + 3), v * DYNAMIC_FLOATS);
  const data = {
    firstVertices: actor.parts.map(() => 0),
    dynamicData: floats,
    staticData: new Uint8Array(),
    vertices: 0,
  };
  for (const { lids } of findEyes(actor, data)) {
    const measured = measureSlit(lids, LID_STATIONS, floats);
    for (let k = 2; k < LID_STATIONS; k++) expect(measured[4 * k]! - measured[4 * k + 1]!, `station ${k}`).toBeGreaterThan(OPEN);
  }
});
