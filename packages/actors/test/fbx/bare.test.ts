import { readBakedActor, writeFbx } from '@talking-avatar/avatar';
import {
  compare,
  hasFbx2gltf,
  makeClip,
  objectsOf,
  onlyValue,
  openWithFbx2gltf,
  openWithThree,
  readFbx,
  spreadTimes,
  truthOfClip,
} from '@talking-avatar/avatar/testing';
import { headActorOf } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';

describe('an animation without a head', async () => {
  const actor = await readBakedActor(headActorOf('male'));
  const clip = makeClip(2);
  const whole = writeFbx(actor, clip, 'bare');
  const bare = writeFbx(actor, clip, 'bare', { mesh: false });

  it('has the same bones, names, and curves, on one triangle without textures', () => {
    const [file, other] = [readFbx(bare), readFbx(whole)];
    for (const kind of ['AnimationCurve', 'AnimationCurveNode', 'AnimationStack'])
      expect(objectsOf(file, kind).map(({ label, children }) => ({ label, children }))).toEqual(
        objectsOf(other, kind).map(({ label, children }) => ({ label, children })),
      );
    const models = (of: typeof file) => objectsOf(of, 'Model').map(({ label, children }) => ({ label, children }));
    expect(models(file)).toEqual(models(other));
    expect(objectsOf(file, 'Video')).toEqual([]);
    const mesh = objectsOf(file, 'Geometry').find(({ kind }) => kind === 'Mesh')!;
    expect(onlyValue<number[]>(mesh, 'PolygonVertexIndex')).toEqual([0, 1, -3]);
  });

  it('is a small file', () => {
    expect(bare.length).toBeLessThan(200_000);
    expect(whole.length).toBeGreaterThan(10 * bare.length);
  });

  it.each([
    ['three.js', openWithThree, true],
    ["Autodesk's SDK", openWithFbx2gltf, hasFbx2gltf],
  ] as const)('moves in %s like the clip', async (_, open, installed) => {
    if (!installed) return;
    const truth = truthOfClip(clip);
    const { faults, length, weights, turns } = compare(await open(bare), truth, spreadTimes(truth.seconds));
    expect(faults).toEqual([]);
    expect(Math.abs(length)).toBeLessThan(1e-4);
    expect(weights).toBeLessThan(0.005);
    expect(turns).toBeLessThan(0.002);
  });
});
