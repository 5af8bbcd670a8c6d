import { Logger, NodeIO } from '@gltf-transform/core';
import { SHAPES } from '@talking-avatar/animation';
import { HeadInputError, readBakedActor, writeGlb, writeVrmAnimation } from '@talking-avatar/avatar';
import { compare, makeClip, makeFigure, openGlbWithThree, spreadTimes, truthOfClip } from '@talking-avatar/avatar/testing';
import { GAZES } from '@talking-avatar/contract';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';

/**
 * The skin has a normal map and no tangents: readers compute the usual ones. The stand-in has coordinates that no texture uses.
 * Textures of cloth are 1536 pixels wide: glTF 2.0 and today's graphics interfaces take any size.
 */
const EXPLAINED = ['MESH_PRIMITIVE_GENERATED_TANGENT_SPACE', 'UNUSED_OBJECT', 'IMAGE_NPOT_DIMENSIONS'];

const validate = async (file: Uint8Array) => {
  const options = { format: 'glb', maxIssues: 0, ignoredIssues: EXPLAINED, writeTimestamp: false };
  return (await validateBytes(file, options)).issues.messages;
};

const readGlb = async (file: Uint8Array) => (await new NodeIO().readBinary(file)).getRoot();

const actor = await readBakedActor('mei');

describe('a GLB', () => {
  it.each(GAZES)('is valid for the Khronos validator, with and without the head, whose gaze is in the %s', async (gaze) => {
    const clip = makeClip(1);
    expect(await validate(await writeGlb(actor, clip, 'take', { gaze }))).toEqual([]);
    expect(await validate(await writeGlb(actor, clip, 'take', { gaze, mesh: false }))).toEqual([]);
  });

  it.each([makeFigure(), actor])('opens in three.js with 52 shapes that move, and the clip as it was', async (head) => {
    const clip = makeClip(10);
    const opened = await openGlbWithThree(await writeGlb(head, clip, 'Привет_мой_друг'));
    const truth = truthOfClip(clip);
    const { faults, length, weights, turns } = compare(opened, truth, spreadTimes(truth.seconds));
    expect(opened.take).toBe('Привет_мой_друг');
    expect(opened.shapes.map(({ name }) => name)).toEqual(SHAPES);
    expect(faults).toEqual([]);
    expect(Math.abs(length)).toBeLessThan(1e-4);
    expect(weights).toBeLessThan(0.005);
    expect(turns).toBeLessThan(0.002);
  });

  it('has every vertex, triangle and texture of the actor, on joints whose weights add up to 1', async () => {
    const root = await readGlb(await writeGlb(actor, makeClip(0.1), 'take'));
    const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
    expect(primitives.map((each) => each.getMaterial()!.getName()).sort()).toEqual(actor.parts.map(({ name }) => name).sort());
    for (const part of actor.parts) {
      const written = primitives.find((each) => each.getMaterial()!.getName() === part.name)!;
      expect(written.getAttribute('POSITION')!.getArray()).toEqual(part.positions);
      expect(Uint32Array.from(written.getIndices()!.getArray()!)).toEqual(part.indices);
      const { colour } = part.material;
      expect(written.getMaterial()!.getBaseColorTexture()?.getImage()).toEqual(
        colour === undefined ? undefined : actor.textures[colour]!.bytes,
      );
      const weights = written.getAttribute('WEIGHTS_0')!.getArray()!;
      for (let at = 0; at < weights.length; at += 4)
        expect(weights[at]! + weights[at + 1]! + weights[at + 2]! + weights[at + 3]!).toBe(255);
    }
  });

  it('has data for every accessor, without which assimp refuses the file', async () => {
    const file = await writeGlb(actor, makeClip(0.1), 'take');
    const length = new DataView(file.buffer, file.byteOffset).getUint32(12, true);
    const { accessors } = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length))) as {
      accessors: { bufferView?: number; sparse?: object }[];
    };
    expect(accessors.length).toBeGreaterThan(52);
    expect(accessors.filter(({ bufferView, sparse }) => bufferView === undefined && !sparse)).toEqual([]);
  });

  it('has the displacements of the actor to two hundredths of a millimetre', async () => {
    const root = await readGlb(await writeGlb(actor, makeClip(0.1), 'take'));
    const face = root.listMeshes().find((mesh) => mesh.getName() === 'face')!;
    let worst = 0;
    for (const primitive of face.listPrimitives()) {
      const { morphs } = actor.parts.find(({ name }) => name === primitive.getMaterial()!.getName())!;
      for (const [i, shape] of SHAPES.entries()) {
        const written = primitive.listTargets()[i]!.getAttribute('POSITION')!.getArray()!.slice();
        const { vertices, positions } = morphs.get(shape) ?? { vertices: [], positions: [] };
        for (const [k, vertex] of vertices.entries())
          for (let axis = 0; axis < 3; axis++) written[3 * vertex + axis]! -= positions[3 * k + axis]!;
        for (const rest of written) worst = Math.max(worst, Math.abs(rest));
      }
    }
    expect(worst).toBeLessThan(2e-5);
  });

  it('keeps closed lips closed between its keys', async () => {
    const clip = makeClip(5);
    const closed = new Map(clip.channels).set('mouthClose', clip.channels.get('jawOpen')!);
    const opened = await openGlbWithThree(await writeGlb(makeFigure(), { ...clip, channels: closed }, 'take'));
    for (const time of spreadTimes(5, 100)) expect(opened.weight('mouthClose', time)).toBeCloseTo(opened.weight('jawOpen', time), 6);
  });

  it('without a mesh has joints and animation of the head, on a triangle, in a fiftieth of the bytes', async () => {
    const clip = makeClip(2, 24);
    const [head, bare] = [await writeGlb(actor, clip, 'take'), await writeGlb(actor, clip, 'take', { mesh: false })];
    expect(bare.length * 50).toBeLessThan(head.length);
    const whole = await openGlbWithThree(head);
    const alone = await openGlbWithThree(bare);
    expect(alone.meshes.map(({ geometry }) => geometry.index!.count)).toEqual([3]);
    for (const time of spreadTimes(2)) {
      for (const shape of SHAPES) expect(alone.weight(shape, time)).toBe(whole.weight(shape, time));
      expect(alone.turn('head', time)).toEqual(whole.turn('head', time));
    }
  });

  it('names its frame rate, and its keys are at whole frames of it', async () => {
    const fps = 30_000 / 1001;
    const root = await readGlb(await writeGlb(makeFigure(), makeClip(2, fps), 'take'));
    const [animation] = root.listAnimations();
    expect(animation!.getExtras()).toEqual({ fps, frames: Math.round(2 * fps) });
    for (const sampler of animation!.listSamplers())
      for (const time of sampler.getInput()!.getArray()!) expect(time * fps).toBeCloseTo(Math.round(time * fps), 3);
  });

  it('has no curves of the eyes where shapes alone turn them', async () => {
    const joints = async (gaze: (typeof GAZES)[number]) =>
      (await readGlb(await writeGlb(makeFigure(), makeClip(1), 'take', { gaze })))
        .listAnimations()[0]!
        .listChannels()
        .map((channel) => channel.getTargetNode()!.getName());
    expect(await joints('bones')).toEqual(['face', 'head', 'leftEye', 'rightEye']);
    expect(await joints('shapes')).toEqual(['face', 'head']);
  });

  it('has the names of Ready Player Me where they are asked for', async () => {
    const root = await readGlb(await writeGlb(makeFigure(), makeClip(1), 'take', { names: 'ready_player_me', mesh: false }));
    const names = root.listNodes().map((node) => node.getName());
    expect(names).toEqual(['Hips', 'Spine', 'Neck', 'Head', 'jaw', 'LeftEye', 'RightEye', 'Wolf3D_Head']);
  });

  it('is the same for the same input, and refuses an incomplete clip', async () => {
    const clip = makeClip(1);
    expect(await writeGlb(makeFigure(), clip, 'take')).toEqual(await writeGlb(makeFigure(), clip, 'take'));
    const channels = new Map(clip.channels);
    channels.delete('jawOpen');
    await expect(writeGlb(makeFigure(), { ...clip, channels }, 'take')).rejects.toThrow(HeadInputError);
  });
});

describe('a VRM animation', () => {
  it('is valid glTF whose extension names the nodes of bones, expressions and gaze, and moves them as the clip', async () => {
    const clip = makeClip(2);
    const file = await writeVrmAnimation(actor, clip, 'take');
    const explained = [...EXPLAINED, 'UNSUPPORTED_EXTENSION', 'NODE_EMPTY'];
    const options = { format: 'glb', maxIssues: 0, ignoredIssues: explained, writeTimestamp: false };
    expect((await validateBytes(file, options)).issues.messages).toEqual([]);
    const json = JSON.parse(Buffer.from(file.subarray(20, 20 + new DataView(file.buffer, file.byteOffset).getUint32(12, true))).toString());
    const { humanoid, expressions, lookAt, specVersion } = json.extensions.VRMC_vrm_animation;
    const nameOf = ({ node }: { node: number }): string => json.nodes[node].name;
    expect(specVersion).toBe('1.0');
    expect(Object.entries(humanoid.humanBones).map(([bone, at]) => [bone, nameOf(at as { node: number })])).toEqual([
      ['hips', 'root'],
      ['spine', 'spine'],
      ['neck', 'neck'],
      ['head', 'head'],
    ]);
    for (const [name, at] of Object.entries(expressions.preset)) expect(nameOf(at as { node: number })).toBe(name);
    expect(Object.keys(expressions.preset)).toEqual(expect.arrayContaining(['aa', 'blinkLeft', 'happy']));
    expect(Object.keys(expressions.preset).some((name) => name.startsWith('look'))).toBe(false);
    expect(nameOf(lookAt)).toBe('lookAt');
    const root = (await new NodeIO().setLogger(new Logger(Logger.Verbosity.ERROR)).readBinary(file)).getRoot();
    const channels = root.listAnimations()[0]!.listChannels();
    const blink = channels.find((channel) => channel.getTargetNode()!.getName() === 'blinkLeft')!;
    expect(blink.getTargetPath()).toBe('translation');
    const last = blink.getSampler()!.getOutput()!.getArray()!;
    expect(last.at(-3)).toBeCloseTo(clip.channels.get('eyeBlinkLeft')!.at(-1)!, 5);
  });
});
