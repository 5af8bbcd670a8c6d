import type { Clip } from '@talking-avatar/animation';
import { readBakedActor, writeFbx } from '@talking-avatar/avatar';
import type { Imported } from '@talking-avatar/avatar/testing';
import { compare, hasFbx2gltf, makeClip, openWithFbx2gltf, openWithThree, spreadTimes, truthOfClip } from '@talking-avatar/avatar/testing';
import { headActorOf } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';

type Open = (file: Uint8Array) => Imported | Promise<Imported>;

const IMPORTERS: readonly (readonly [name: string, open: Open, installed: boolean])[] = [
  ['three.js', openWithThree, true],
  ["Autodesk's SDK", openWithFbx2gltf, hasFbx2gltf],
];

const clip = makeClip(1);
const file = writeFbx(await readBakedActor(headActorOf('female')), clip, 'head');

describe.each(IMPORTERS)('%s', (_, open, installed) => {
  it.runIf(installed)('opens the animation-job head and finds 52 shapes that move and the unchanged clip', async () => {
    expectClip(await open(file), clip);
  });
});

function expectClip(imported: Imported, clip: Clip): void {
  const truth = truthOfClip(clip);
  const { faults, length, weights, turns } = compare(imported, truth, spreadTimes(truth.seconds));
  expect(faults).toEqual([]);
  expect(Math.abs(length)).toBeLessThan(1e-4);
  expect(weights).toBeLessThan(0.005);
  expect(turns).toBeLessThan(0.002);
}
