import type { Clip } from '@talking-avatar/animation';
import { describe, expect, it } from 'vitest';
import { createTakeName, writeFbx } from '../../src/index.ts';
import { makeClip, makeFigure } from './figure.ts';
import { compare, spreadTimes, truthOfClip } from './importers/agreement.ts';
import { hasFbx2gltf, openWithFbx2gltf } from './importers/fbx2gltf.ts';
import type { Imported } from './importers/imported.ts';
import { openWithThree } from './importers/three.ts';

type Open = (file: Uint8Array) => Imported | Promise<Imported>;

const IMPORTERS: readonly (readonly [name: string, open: Open, installed: boolean])[] = [
  ['three.js', openWithThree, true],
  ["Autodesk's SDK", openWithFbx2gltf, hasFbx2gltf],
];

describe.each(IMPORTERS)('%s', (_, open, installed) => {
  it.runIf(installed).each([10, 120])('opens %d s of animation with 52 moving shapes and the unchanged clip', async (seconds) => {
    const clip = makeClip(seconds);
    expectClip(await open(writeFbx(makeFigure(), clip, createTakeName(['Привет,', 'мой', 'друг']))), clip);
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
