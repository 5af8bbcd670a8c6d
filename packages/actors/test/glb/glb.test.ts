import { Logger, NodeIO } from '@gltf-transform/core';
import { SHAPES } from '@talking-avatar/animation';
import { readBakedActor, writeGlb, writeVrmAnimation } from '@talking-avatar/avatar';
import { compare, makeClip, openGlbWithThree, spreadTimes, truthOfClip } from '@talking-avatar/avatar/testing';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';

/**
 * The skin has a normal map but no tangents, because readers compute them. The stand-in has texture coordinates that are not used. Cloth
 * textures are 1536 pixels wide, because glTF 2.0 and current graphics APIs accept any size.
 */
const EXPLAINED = ['MESH_PRIMITIVE_GENERATED_TANGENT_SPACE', 'UNUSED_OBJECT', 'IMAGE_NPOT_DIMENSIONS'];

const validate = async (file: Uint8Array) => {
  const options = { format: 'glb', maxIssues: 0, ignoredIssues: EXPLAINED, writeTimestamp: false };
  return (await validateBytes(file, options)).issues.messages;
};

const readGlb = async (file: Uint8Array) => (await new NodeIO().readBinary(file)).getRoot();

const actor = await readBakedActor('mei');

describe('the GLB of an actor', () => {
  const written = writeGlb(actor, makeClip(2, 24), 'Привет_мой_друг');

  it('passes the Khronos validator', async () => {
    expect(await validate(await written)).toEqual([]);
  });

  it('opens in three.js with 52 shapes that move, and the unchanged clip', async () => {
    const clip = makeClip(2, 24);
    const opened = await openGlbWithThree(await written);
    const truth = truthOfClip(clip);
    const { faults, length, weights, turns } = compare(opened, truth, spreadTimes(truth.seconds));
    expect(opened.take).toBe('Привет_мой_друг');
    expect(opened.shapes.map(({ name }) => name)).toEqual(SHAPES);
    expect(faults).toEqual([]);
    expect(Math.abs(length)).toBeLessThan(1e-4);
    expect(weights).toBeLessThan(0.005);
    expect(turns).toBeLessThan(0.002);
  });

  it('has every vertex, triangle, and texture of the actor, on joints whose weights add up to 1', async () => {
    const root = await readGlb(await written);
    const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
    expect(primitives.map((each) => each.getMaterial()!.getName()).sort()).toEqual(actor.parts.map(({ name }) => name).sort());
    for (const part of actor.parts) {
      const primitive = primitives.find((each) => each.getMaterial()!.getName() === part.name)!;
      expect(primitive.getAttribute('POSITION')!.getArray()).toEqual(part.positions);
      expect(Uint32Array.from(primitive.getIndices()!.getArray()!)).toEqual(part.indices);
      const { color } = part.material;
      expect(primitive.getMaterial()!.getBaseColorTexture()?.getImage()).toEqual(
        color === undefined ? undefined : actor.textures[color]!.bytes,
      );
      const weights = primitive.getAttribute('WEIGHTS_0')!.getArray()!;
      for (let at = 0; at < weights.length; at += 4)
        expect(weights[at]! + weights[at + 1]! + weights[at + 2]! + weights[at + 3]!).toBe(255);
    }
  });

  it('has data for every accessor, as assimp requires', async () => {
    const file = await written;
    const length = new DataView(file.buffer, file.byteOffset).getUint32(12, true);
    const { accessors } = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length))) as {
      accessors: { bufferView?: number; sparse?: object }[];
    };
    expect(accessors.length).toBeGreaterThan(52);
    expect(accessors.filter(({ bufferView, sparse }) => bufferView === undefined && !sparse)).toEqual([]);
  });

  it("has the actor's displacements to two hundredths of a millimeter", async () => {
    const root = await readGlb(await written);
    const face = root.listMeshes().find((mesh) => mesh.getName() === 'face')!;
    let worst = 0;
    for (const primitive of face.listPrimitives()) {
      const { morphs } = actor.parts.find(({ name }) => name === primitive.getMaterial()!.getName())!;
      for (const [i, shape] of SHAPES.entries()) {
        const moved = primitive.listTargets()[i]!.getAttribute('POSITION')!.getArray()!.slice();
        const { vertices, positions } = morphs.get(shape) ?? { vertices: [], positions: [] };
        for (const [k, vertex] of vertices.entries())
          for (let axis = 0; axis < 3; axis++) moved[3 * vertex + axis]! -= positions[3 * k + axis]!;
        for (const rest of moved) worst = Math.max(worst, Math.abs(rest));
      }
    }
    expect(worst).toBeLessThan(2e-5);
  });

  it("without a mesh, has the head's joints and animation on a triangle, in a fiftieth of the bytes", async () => {
    const clip = makeClip(2, 24);
    const [head, bare] = [await written, await writeGlb(actor, clip, 'take', { mesh: false })];
    expect(bare.length * 50).toBeLessThan(head.length);
    const whole = await openGlbWithThree(head);
    const alone = await openGlbWithThree(bare);
    expect(alone.meshes.map(({ geometry }) => geometry.index!.count)).toEqual([3]);
    for (const time of spreadTimes(2)) {
      for (const shape of SHAPES) expect(alone.weight(shape, time)).toBe(whole.weight(shape, time));
      expect(alone.turn('head', time)).toEqual(whole.turn('head', time));
    }
  });
});

describe('a VRM animation', () => {
  it('is valid glTF whose extension names the nodes of bones, expressions, and gaze, which move like the clip', async () => {
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
