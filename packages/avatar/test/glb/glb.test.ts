import { NodeIO } from '@gltf-transform/core';
import { SHAPES } from '@talking-avatar/animation';
import { GAZES } from '@talking-avatar/contract';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { HeadInputError, writeGlb } from '../../src/index.ts';
import { makeClip, makeFigure } from '../fbx/figure.ts';
import { compare, spreadTimes, truthOfClip } from '../fbx/importers/agreement.ts';
import { openGlbWithThree } from './three.ts';

/** These are expected, because readers compute the usual tangents, and because the stand-in has texture coordinates but no texture. */
const EXPLAINED = ['MESH_PRIMITIVE_GENERATED_TANGENT_SPACE', 'UNUSED_OBJECT'];

const validate = async (file: Uint8Array) => {
  const options = { format: 'glb', maxIssues: 0, ignoredIssues: EXPLAINED, writeTimestamp: false };
  return (await validateBytes(file, options)).issues.messages;
};

const readGlb = async (file: Uint8Array) => (await new NodeIO().readBinary(file)).getRoot();

describe('a GLB', () => {
  it.each(GAZES)('passes the Khronos validator, with and without the head, with gaze: %s', async (gaze) => {
    const clip = makeClip(1);
    expect(await validate(await writeGlb(makeFigure(), clip, 'take', { gaze }))).toEqual([]);
    expect(await validate(await writeGlb(makeFigure(), clip, 'take', { gaze, mesh: false }))).toEqual([]);
  });

  it('opens in three.js with 52 moving shapes and the unchanged clip', async () => {
    const clip = makeClip(10);
    const opened = await openGlbWithThree(await writeGlb(makeFigure(), clip, 'Привет_мой_друг'));
    const truth = truthOfClip(clip);
    const { faults, length, weights, turns } = compare(opened, truth, spreadTimes(truth.seconds));
    expect(opened.take).toBe('Привет_мой_друг');
    expect(opened.shapes.map(({ name }) => name)).toEqual(SHAPES);
    expect(faults).toEqual([]);
    expect(Math.abs(length)).toBeLessThan(1e-4);
    expect(weights).toBeLessThan(0.005);
    expect(turns).toBeLessThan(0.002);
  });

  it('keeps closed lips closed between keyframes', async () => {
    const clip = makeClip(5);
    const closed = new Map(clip.channels).set('mouthClose', clip.channels.get('jawOpen')!);
    const opened = await openGlbWithThree(await writeGlb(makeFigure(), { ...clip, channels: closed }, 'take'));
    for (const time of spreadTimes(5, 100)) expect(opened.weight('mouthClose', time)).toBeCloseTo(opened.weight('jawOpen', time), 6);
  });

  it('stores its frame rate, and has keys on whole frames', async () => {
    const fps = 30_000 / 1001;
    const root = await readGlb(await writeGlb(makeFigure(), makeClip(2, fps), 'take'));
    const [animation] = root.listAnimations();
    expect(animation!.getExtras()).toEqual({ fps, frames: Math.round(2 * fps) });
    for (const sampler of animation!.listSamplers())
      for (const time of sampler.getInput()!.getArray()!) expect(time * fps).toBeCloseTo(Math.round(time * fps), 3);
  });

  it('omits eye curves if only shapes turn the eyes', async () => {
    const joints = async (gaze: (typeof GAZES)[number]) =>
      (await readGlb(await writeGlb(makeFigure(), makeClip(1), 'take', { gaze })))
        .listAnimations()[0]!
        .listChannels()
        .map((channel) => channel.getTargetNode()!.getName());
    expect(await joints('bones')).toEqual(['face', 'head', 'leftEye', 'rightEye']);
    expect(await joints('shapes')).toEqual(['face', 'head']);
  });

  it('uses Ready Player Me names on request', async () => {
    const root = await readGlb(await writeGlb(makeFigure(), makeClip(1), 'take', { names: 'ready_player_me', mesh: false }));
    const names = root.listNodes().map((node) => node.getName());
    expect(names).toEqual(['Hips', 'Spine', 'Neck', 'Head', 'jaw', 'LeftEye', 'RightEye', 'Wolf3D_Head']);
  });

  it('is the same for the same input, and rejects an incomplete clip', async () => {
    const clip = makeClip(1);
    expect(await writeGlb(makeFigure(), clip, 'take')).toEqual(await writeGlb(makeFigure(), clip, 'take'));
    const channels = new Map(clip.channels);
    channels.delete('jawOpen');
    await expect(writeGlb(makeFigure(), { ...clip, channels }, 'take')).rejects.toThrow(HeadInputError);
  });
});
