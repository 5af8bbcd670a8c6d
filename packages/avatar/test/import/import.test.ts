import type { Document } from '@gltf-transform/core';
import { SHAPES } from '@talking-avatar/animation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAvatar } from '../../src/import/import.ts';
import { AvatarError, findShape, importAvatar } from '../../src/import/index.ts';
import { countLayers } from '../../src/import/occlusion.ts';
import { readActor } from '../../src/model/index.ts';
import { writeActor } from '../../src/model/write.ts';
import { BROKEN } from './broken.ts';
import { type AnyJson, edit, pack, unpack } from './glb.ts';
import { makeHead } from './head.ts';

const DETAILS = { id: 'own', sex: 'female' } as const;
const good = await makeHead();
/** A head that has only just enough vertices for a mouth. */
const small = await makeHead({ rows: 14, columns: 16 });

describe('the name of a shape', () => {
  it.each([
    ['blendShape1.eyeBlink_L', 'eyeBlinkLeft'],
    ['EyeBlinkRight', 'eyeBlinkRight'],
    ['ARKit_jaw_open', 'jawOpen'],
    ['Head:MOUTH-SMILE-LEFT', 'mouthSmileLeft'],
    ['face_mouthLeft', 'mouthLeft'],
    ['mouth_L', 'mouthLeft'],
    ['Face.M_F00_000_00_Fcl_ALL_Joy', undefined],
    ['viseme_aa', undefined],
    ['', undefined],
  ])('%j means %s', (name, shape) => expect(findShape(name)).toBe(shape));

  it('is recognized in all common spellings', () => {
    const separated = fc.constantFrom('_', '-', ' ', '.');
    const prefix = fc.constantFrom('', 'blendShape1.', 'Mesh_', 'ARKit ');
    fc.assert(
      fc.property(fc.constantFrom(...SHAPES), separated, prefix, fc.boolean(), (shape, by, before, short) => {
        const words = shape.split(/(?=[A-Z])/);
        const last = words.at(-1)!;
        if (short && /^(Left|Right)$/.test(last)) words[words.length - 1] = last.charAt(0);
        expect(findShape(before + words.join(by))).toBe(shape);
      }),
    );
  });
});

describe('the work of an import', () => {
  /** Adds triangles between random points in a ball that is as wide as the body. */
  const cloud = (triangles: number) => (document: Document) => {
    const buffer = document.getRoot().listBuffers()[0]!;
    let random = 1;
    const next = (): number => {
      random = (random * 48_271) % 2_147_483_647;
      return random / 2_147_483_647;
    };
    const positions = Float32Array.from({ length: 3 * 999 }, (_, k) => (k % 3 === 1 ? 1.4 : 0) + 0.3 * (2 * next() - 1));
    const indices = Uint16Array.from({ length: 3 * triangles }, () => Math.floor(999 * next()));
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer))
      .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer));
    document
      .getRoot()
      .listScenes()[0]!
      .addChild(document.createNode('cloud').setMesh(document.createMesh('cloud').addPrimitive(primitive)));
  };

  it('is limited by how often triangles cover the model, no matter how small the file is', async () => {
    const file = await makeHead({ rows: 14, columns: 16, change: cloud(20_000) });
    // Without the limit, this takes more than a minute.
    const message = /^the triangles cover the model \d{4} times, counting the rectangle around each; at most 500 are allowed: remove large/;
    await expect(importAvatar(file, DETAILS)).rejects.toThrow(message);
  });

  it('leaves ordinary heads far from the limit', async () => {
    const model = await readAvatar(good, DETAILS);
    expect(countLayers(model)).toBeLessThan(5);
    expect(countLayers(await readAvatar(await makeHead({ rows: 80, columns: 128 }), DETAILS))).toBeLessThan(7);
  });

  it('does not depend on size, or on how finely a surface is divided', async () => {
    const layersOf = async (options: Parameters<typeof makeHead>[0]) => countLayers(await readAvatar(await makeHead(options), DETAILS));
    const [plain, large, cloudy] = await Promise.all([
      layersOf({ rows: 14, columns: 16 }),
      layersOf({ rows: 14, columns: 16, size: 40 }),
      layersOf({ rows: 14, columns: 16, change: cloud(100) }),
    ]);
    expect(large).toBeCloseTo(plain, 1);
    expect(cloudy - plain).toBeGreaterThan(5);
  });
});

describe('an imported head', () => {
  it("has all shapes and an actor's size and position, whatever its file contains", async () => {
    const plain = await importAvatar(good, DETAILS);
    const turned = await importAvatar(await makeHead({ turn: 2.2, size: 37 }), DETAILS);
    expect([...plain.parts[0]!.morphs.keys()].sort()).toEqual([...SHAPES].sort());
    for (const [number, part] of plain.parts.entries())
      for (const [k, value] of part.positions.entries()) expect(Math.abs(value - turned.parts[number]!.positions[k]!)).toBeLessThan(1e-4);
    const eyes = plain.joints.filter(({ name }) => /Eye/.test(name)).map(({ position }) => position);
    expect(eyes[0]![0]).toBeGreaterThan(0.02);
    expect(eyes[0]![0]).toBeCloseTo(-eyes[1]![0], 5);
    expect(eyes[0]![1] - plain.measures!.chin).toBeCloseTo(0.118, 3);
  });

  it('is the same when a skeleton moves it', async () => {
    const rigid = await importAvatar(good, DETAILS);
    const skinned = await importAvatar(await makeHead({ skinned: true, change: bindAtHead }), DETAILS);
    expect(skinned.joints.map(({ name }) => name)).toEqual(rigid.joints.map(({ name }) => name));
    const [face] = skinned.parts;
    expect(new Set(face!.joints)).toEqual(new Set([rigid.joints.findIndex(({ name }) => name === 'head'), 0]));
  });

  it('turns the eyes with their nodes, and the head without the body', async () => {
    const { parts, joints } = await importAvatar(good, DETAILS);
    const jointOf = (number: number) => joints[parts[number]!.joints[0]!]!.name;
    expect(parts.map((_, number) => jointOf(number))).toEqual([
      'head',
      'head',
      'leftEye',
      'leftEye',
      'rightEye',
      'rightEye',
      'root',
      'root',
    ]);
  });

  it('is dark inside its closed mouth', async () => {
    const { parts } = await importAvatar(good, DETAILS);
    const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(parts[1]!.occlusion)).toBeLessThan(0.5);
    expect(mean(parts[0]!.occlusion)).toBeGreaterThan(0.75);
  });

  it.each([
    ['LeftArm', 'RightArm'],
    ['J_Bip_L_UpperArm', 'J_Bip_R_UpperArm'],
    ['mixamorig:LeftArm', 'mixamorig:RightArm'],
  ])('lowers arms (%s, %s) that the file stretches out', async (...names) => {
    const { parts } = await importAvatar(await makeHead({ turn: 1, change: (document) => stretchArms(document, names) }), DETAILS);
    for (const [number, side] of [1, -1].entries()) {
      const { positions } = parts.at(number - 2)!;
      const [across, down] = [positions[3]! - positions[0]!, positions[4]! - positions[1]!];
      expect(side * across).toBeGreaterThan(0);
      expect(Math.atan2(-down, Math.abs(across))).toBeCloseTo(1.25, 2);
    }
  });

  it('can be stored as an actor', async () => {
    const made = await importAvatar(good, DETAILS);
    const read = await readActor(await writeActor(made));
    expect(read).toMatchObject({ id: 'own', sex: 'female', measures: made.measures });
    expect(read.parts.map(({ substance }) => substance)).toEqual(made.parts.map(() => 'generic'));
    expect(read.parts[0]!.occlusion).toEqual(made.parts[0]!.occlusion);
  });

  it('may have VRM 0 names on its primitives, and bones named by the VRM extension', async () => {
    const file = edit(good, (json) => {
      const [mesh] = json.meshes;
      mesh.primitives[0].extras = mesh.extras;
      delete mesh.extras;
      const node = (name: string) => json.nodes.findIndex((other: { name: string }) => other.name === name);
      json.nodes[node('Head')].name = 'J_Bip_C';
      json.extensionsUsed = ['VRM'];
      const humanBones = [{ bone: 'head', node: node('J_Bip_C') }, { bone: 'leftEye', node: 999 }, null];
      json.extensions = { VRM: { humanoid: { humanBones } } };
    });
    const { parts, joints } = await importAvatar(file, DETAILS);
    expect(joints[parts[0]!.joints[0]!]!.name).toBe('head');
    expect(joints[parts.at(-1)!.joints[0]!]!.name).toBe('root');
  });
});

/** Inverse bind matrix of a head that is at a height of 1.5 m. */
function bindAtHead(document: Document): void {
  const [skin] = document.getRoot().listSkins();
  skin!.getInverseBindMatrices()!.setElement(0, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1.5, 0, 1]);
}

/** Adds arms, which are a triangle from each shoulder outward, below nodes with these names. */
function stretchArms(document: Document, names: readonly string[]): void {
  const [buffer] = document.getRoot().listBuffers();
  const armature = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'Armature')!;
  for (const [k, name] of names.entries()) {
    const side = k === 0 ? 1 : -1;
    const array = Float32Array.of(0, 0, 0, side * 0.3, 0, 0, side * 0.3, 0.05, 0);
    const position = document.createAccessor().setType('VEC3').setArray(array).setBuffer(buffer!);
    const arm = document.createMesh(name).addPrimitive(document.createPrimitive().setAttribute('POSITION', position));
    const upper = document
      .createNode(name)
      .setTranslation([side * 0.15, 1.2, 0])
      .setMesh(arm);
    // This joint has a rotation, like most joints.
    const shoulder = document.createNode('Shoulder').setRotation([0, 0, Math.sin(0.3), Math.cos(0.3)]);
    upper.setRotation([0, 0, -Math.sin(0.3), Math.cos(0.3)]);
    armature.addChild(shoulder.addChild(upper));
    upper.addChild(document.createNode(name.replace('Upper', 'Lower').replace('Arm', 'ForeArm')).setTranslation([side * 0.3, 0, 0]));
  }
}

async function messageOf(file: Uint8Array): Promise<string> {
  try {
    await importAvatar(file, DETAILS);
  } catch (error) {
    expect(error).toBeInstanceOf(AvatarError);
    return (error as AvatarError).message;
  }
  return 'accepted';
}

describe('a broken file', () => {
  it.each(BROKEN)('is rejected with a specific message: $fault', async ({ make, message }) => {
    expect(await messageOf(await make(good))).toMatch(message);
  });

  it('has a unique message, unless it is not a GLB at all', async () => {
    const messages = [];
    for (const { make } of BROKEN) messages.push(await messageOf(await make(good)));
    expect(new Set(messages).size).toBe(messages.length - 1);
  });

  it('is rejected quickly if a deep skeleton moves many primitives', async () => {
    const file = edit(small, (json) => {
      const first = json.nodes.length;
      for (let k = 0; k < 1_950; k++) json.nodes.push(k < 1_949 ? { children: [first + k + 1] } : {});
      json.scenes[0].nodes.push(first);
      json.skins = [{ joints: Array.from({ length: 1_000 }, (_, k) => first + 950 + k) }];
      const [primitive] = json.meshes[1].primitives;
      json.meshes[1].primitives = Array.from({ length: 290 }, () => primitive);
    });
    const before = process.cpuUsage();
    expect(await messageOf(file)).toMatch(/node levels; at most 256/);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it('has all of its faults listed together', async () => {
    const file = edit(good, (json) => {
      json.extensionsRequired = ['ACME_a', 'ACME_b'];
      json.images[0].uri = 'x.png';
    });
    expect(await messageOf(file)).toMatch(/ACME_a.*; .*ACME_b.*; images must be inside/);
  });
});

describe('a valid file', () => {
  async function survives(file: Uint8Array): Promise<void> {
    const started = process.cpuUsage();
    await messageOf(file);
    const { user } = process.cpuUsage(started);
    expect(user / 1e6).toBeLessThan(8);
  }

  it('is accepted or rejected with a message after any change to its bytes', async () => {
    const changes = fc.array(fc.tuple(fc.nat(small.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(changes, fc.option(fc.nat(small.length)), async (changed, cut) => {
        const bytes = Buffer.from(small);
        for (const [at, value] of changed) bytes[at] = value;
        await survives(cut === null ? bytes : bytes.subarray(0, cut));
      }),
      { numRuns: 40 },
    );
  });

  it('is accepted or rejected with a message after any change to its JSON', async () => {
    const { json, binary } = unpack(small);
    const places = placesIn(json);
    const value = fc.constantFrom<unknown>(
      -1,
      0,
      1,
      3.5,
      1e9,
      2 ** 31,
      2 ** 53,
      1e308,
      '',
      'x',
      '__proto__',
      null,
      true,
      [],
      {},
      [[]],
      [0],
      [-1],
      [1e9],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...places), value), { minLength: 1, maxLength: 3 }), async (changes) => {
        const changed = structuredClone(json);
        for (const [path, to] of changes) setAt(changed, path, to);
        await survives(pack(changed, binary));
      }),
      { numRuns: 80 },
    );
  });
});

/** Returns the paths of all values within JSON. */
function placesIn(json: AnyJson, path: readonly string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => [[...path, key], ...placesIn(value, [...path, key])]);
}

function setAt(json: AnyJson, path: readonly string[], value: unknown): void {
  let at = json;
  for (const key of path.slice(0, -1)) at = typeof at?.[key] === 'object' && at[key] !== null ? at[key] : {};
  at[path.at(-1)!] = value;
}
