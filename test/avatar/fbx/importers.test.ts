import { describe, expect, it } from 'vitest';
import { takeName, writeFbx } from '../../../layers/avatar/fbx/index.ts';
import { makeClip, makeFigure } from './figure.ts';
import { compare, spreadTimes, truthOfClip } from './importers/agreement.ts';
import { hasFbx2gltf, openWithFbx2gltf } from './importers/fbx2gltf.ts';
import type { Imported } from './importers/imported.ts';
import { openWithThree } from './importers/three.ts';

const IMPORTERS: Readonly<Record<string, (file: Uint8Array) => Imported | Promise<Imported>>> = {
  'three.js': openWithThree,
  "Autodesk's SDK": openWithFbx2gltf,
};

describe.each(Object.entries(IMPORTERS))('%s', (_, open) => {
  it.skipIf(open === openWithFbx2gltf && !hasFbx2gltf).each([10, 120])(
    'opens %d s and finds 52 shapes that move, and the clip as it was',
    async (seconds) => {
      const clip = makeClip(seconds);
      const imported = await open(writeFbx(makeFigure(), clip, takeName(['Привет,', 'мой', 'друг'])));
      const truth = truthOfClip(clip);
      const { faults, length, weights, turns } = compare(imported, truth, spreadTimes(truth.seconds));
      expect(faults).toEqual([]);
      expect(Math.abs(length)).toBeLessThan(1e-4);
      expect(weights).toBeLessThan(0.005);
      expect(turns).toBeLessThan(0.002);
    },
  );
});
