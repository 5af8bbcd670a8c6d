import { SHAPES } from '@talking-avatar/animation';
import { describe, expect, it } from 'vitest';
import { writeFbx } from '../../src/fbx/index.ts';
import { makeClip, makeFigure, pixel } from './figure.ts';
import {
  child,
  connectionsOf,
  type FbxFile,
  type ObjectOf,
  objectsOf,
  onlyValue,
  propertyOf,
  type RecordOf,
  readFbx,
  top,
} from './reader.ts';

const clip = makeClip(3);
const model = makeFigure();
const bytes = writeFbx(model, clip, 'Maybe_Bob');
const file = readFbx(bytes);

const kind = (kindName: string): ObjectOf[] => objectsOf(file).filter((object) => object.kind === kindName);
const links = connectionsOf(file);
const parentsOf = (id: bigint) => links.filter((link) => link.child === id);
const childrenOf = (id: bigint) => links.filter((link) => link.parent === id);
const types = (record: RecordOf, name: string) => child(record, name).values.map(({ type }) => type);

describe('the container', () => {
  it('is version 7400 and ends with the footer for its creation time', () => {
    expect(file.version).toBe(7400);
    expect(Buffer.from(onlyValue<Uint8Array>({ children: file.records } as RecordOf, 'FileId')).toString('hex')).toBe(
      '28b32aebb624ccc2bfc8b02aa92bfcf1',
    );
    expect(onlyValue({ children: file.records } as RecordOf, 'CreationTime')).toBe('1970-01-01 10:00:00:000');
    const { footer, footerStart } = file;
    const hex = Buffer.from(footer).toString('hex');
    expect(hex.slice(0, 40)).toBe('fabcab09d0c8d466b176fb831cf7267e00000000');
    expect(hex.slice(-32)).toBe('f85a8c6adef5d97eece90ce3758f290b');
    const padding = footer.length - (16 + 4 + 4 + 120 + 16);
    expect(padding).toBeGreaterThanOrEqual(1);
    expect(padding).toBeLessThanOrEqual(16);
    expect((footerStart + 20 + padding) % 16).toBe(0);
    expect(Buffer.from(footer).readUInt32LE(20 + padding)).toBe(7400);
  });

  it('has its sections in order, and the same bytes each time', () => {
    expect(file.records.map(({ name }) => name)).toEqual([
      'FBXHeaderExtension',
      'FileId',
      'CreationTime',
      'Creator',
      'GlobalSettings',
      'Documents',
      'References',
      'Definitions',
      'Objects',
      'Connections',
      'Takes',
    ]);
    expect(Buffer.from(writeFbx(makeFigure(), makeClip(3), 'Maybe_Bob')).equals(bytes)).toBe(true);
  });

  it('ends stack and layer with an empty record, as the SDK does', () => {
    for (const { name, list } of objectsOf(file).filter((object) => object.name.match(/^Animation(Stack|Layer)$/))) {
      expect({ name, list }).toEqual({ name, list: true });
    }
  });

  it('counts every object in its definitions', () => {
    const definitions = top(file, 'Definitions');
    const counts = Object.fromEntries(
      definitions.children
        .filter(({ name }) => name === 'ObjectType')
        .map((record) => [record.values[0]!.value, onlyValue(record, 'Count')]),
    );
    const found: Record<string, number> = { GlobalSettings: 1 };
    for (const { name } of objectsOf(file)) found[name] = (found[name] ?? 0) + 1;
    expect(counts).toEqual(found);
    expect(onlyValue(definitions, 'Count')).toBe(objectsOf(file).length + 1);
    expect(objectsOf(file).filter(({ name }) => name === 'AnimationCurve')).toHaveLength(52 + 9);
  });

  it('has a unique ID for each object, and connections between existing objects only', () => {
    const ids = objectsOf(file).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { child: from, parent } of links) {
      expect(ids).toContain(from);
      expect(parent === 0n || ids.includes(parent)).toBe(true);
    }
    expect(ids.filter((id) => parentsOf(id).length === 0).length).toBe(2);
  });
});

describe('the settings', () => {
  const settings = top(file, 'GlobalSettings');

  it('specify centimeters and right-handed axes with y up and z to the front', () => {
    const axes = ['UpAxis', 'FrontAxis', 'CoordAxis'].flatMap((axis) => [
      ...propertyOf(settings, axis),
      ...propertyOf(settings, `${axis}Sign`),
    ]);
    expect(axes).toEqual([1, 1, 2, 1, 0, 1]);
    expect(propertyOf(settings, 'UnitScaleFactor')).toEqual([1]);
    const [face] = kind('Mesh').filter(({ name }) => name === 'Geometry');
    const points = onlyValue<number[]>(face!, 'Vertices');
    expect(Math.max(...points.filter((_, i) => i % 3 === 1))).toBeCloseTo(176, 5);
  });

  it.each([
    [24, 11],
    [25, 10],
    [30, 6],
    [48, 5],
    [50, 4],
    [60, 3],
    [72, 16],
    [96, 15],
    [100, 2],
    [120, 1],
    [24_000 / 1001, 13],
    [30_000 / 1001, 9],
    [60_000 / 1001, 17],
    [37, 14],
  ])('store %d frames per second, with keys on whole frames', (fps, mode) => {
    const written = readFbx(writeFbx(model, makeClip(1, fps), 'rate'));
    const global = top(written, 'GlobalSettings');
    expect(propertyOf(global, 'TimeMode')).toEqual([mode]);
    expect(propertyOf(global, 'CustomFrameRate')).toEqual([fps]);
    const stop = BigInt(Math.round(((Math.round(fps) - 1) * 46_186_158_000) / fps));
    expect(propertyOf(global, 'TimeSpanStop')).toEqual([stop]);
    const [stack] = objectsOf(written, 'AnimationStack');
    expect(propertyOf(stack!, 'LocalStop')).toEqual([stop]);
    for (const curve of objectsOf(written, 'AnimationCurve')) {
      const times = onlyValue<bigint[]>(curve, 'KeyTime');
      expect([times[0], times.at(-1)]).toEqual([0n, stop]);
      for (const time of times) {
        const frame = (Number(time) * fps) / 46_186_158_000;
        expect(Math.abs(frame - Math.round(frame))).toBeLessThan(1e-8);
      }
    }
  });
});

const channels = kind('BlendShapeChannel');

describe('the blend shapes', () => {
  const [deformer] = kind('BlendShape');

  it('are one deformer on one mesh, with the mesh connected first', () => {
    const geometries = kind('Mesh').filter(({ name }) => name === 'Geometry');
    const models = kind('Mesh').filter(({ name }) => name === 'Model');
    expect([geometries.length, models.length, kind('BlendShape').length]).toEqual([1, 1, 1]);
    expect(parentsOf(geometries[0]!.id)).toEqual([{ type: 'OO', child: geometries[0]!.id, parent: models[0]!.id, property: undefined }]);
    expect(links.filter(({ child: id, parent }) => [id, parent].includes(geometries[0]!.id))[0]!.parent).toBe(models[0]!.id);
    expect(parentsOf(deformer!.id).map(({ parent }) => parent)).toEqual([geometries[0]!.id]);
  });

  it('are 52 named channels, each with one shape of the same name', () => {
    expect(channels.map(({ label }) => label)).toEqual([...SHAPES]);
    expect(childrenOf(deformer!.id).map(({ child: id }) => id)).toEqual(channels.map(({ id }) => id));
    for (const channel of channels) {
      const shapes = kind('Shape').filter(({ id }) => parentsOf(id).some(({ parent }) => parent === channel.id));
      expect(shapes.map(({ label }) => label)).toEqual([channel.label]);
      expect(channel.className).toBe('SubDeformer');
      expect(shapes[0]!.className).toBe('Geometry');
    }
    expect(kind('Shape')).toHaveLength(52);
  });

  it("never have a name that starts with a deformer's name", () => {
    for (const { label } of objectsOf(file, 'Deformer').filter(({ kind: own }) => own !== 'BlendShapeChannel')) {
      for (const shape of SHAPES) expect(shape.toLowerCase().startsWith(label.toLowerCase())).toBe(false);
    }
  });

  it('have a 64-bit full weight of 100, and their weight in both places', () => {
    for (const channel of channels) {
      expect(types(channel, 'FullWeights')).toEqual(['d']);
      expect(onlyValue(channel, 'FullWeights')).toEqual([100]);
      expect(types(channel, 'DeformPercent')).toEqual(['D']);
      expect(propertyOf(channel, 'DeformPercent')).toEqual([0]);
    }
  });

  it('each move at least one point, with positions and normals for each', () => {
    const points = onlyValue<number[]>(kind('Mesh')[1]!.name === 'Geometry' ? kind('Mesh')[1]! : kind('Mesh')[0]!, 'Vertices');
    for (const shape of kind('Shape')) {
      const moved = onlyValue<number[]>(shape, 'Indexes');
      expect(moved.length).toBeGreaterThan(0);
      expect(moved).toEqual([...new Set(moved)].sort((a, b) => a - b));
      expect(moved.at(-1)!).toBeLessThan(points.length / 3);
      expect(onlyValue<number[]>(shape, 'Vertices')).toHaveLength(3 * moved.length);
      expect(onlyValue<number[]>(shape, 'Normals')).toHaveLength(3 * moved.length);
      expect([types(shape, 'Indexes'), types(shape, 'Vertices'), types(shape, 'Normals')]).toEqual([['i'], ['d'], ['d']]);
      expect(onlyValue<number[]>(shape, 'Vertices').some((value) => Math.abs(value) > 0.1)).toBe(true);
    }
  });
});

describe('the skeleton', () => {
  const bones = kind('LimbNode').filter(({ name }) => name === 'Model');

  it('consists of the joints, each a bone with an attribute, below its parent and in the right place', () => {
    expect(bones.map(({ label }) => label)).toEqual(model.joints.map(({ name }) => name));
    for (const [i, bone] of bones.entries()) {
      const { parent, position } = model.joints[i]!;
      expect(parentsOf(bone.id)[0]!.parent).toBe(parent < 0 ? 0n : bones[parent]!.id);
      const from = parent < 0 ? [0, 0, 0] : model.joints[parent]!.position;
      for (const [axis, value] of propertyOf(bone, 'Lcl Translation').entries()) {
        expect(value).toBeCloseTo(100 * (position[axis]! - from[axis]!), 9);
      }
      const attributes = childrenOf(bone.id).filter(({ child: id }) =>
        objectsOf(file, 'NodeAttribute').some((attribute) => attribute.id === id),
      );
      expect(attributes).toHaveLength(1);
    }
  });

  it('moves every point with weights that add up to 1, through clusters that are inverse at rest', () => {
    const sums = new Map<number, number>();
    for (const cluster of kind('Cluster')) {
      const weights = onlyValue<number[]>(cluster, 'Weights');
      for (const [i, point] of onlyValue<number[]>(cluster, 'Indexes').entries()) {
        sums.set(point, (sums.get(point) ?? 0) + weights[i]!);
      }
      const [there, back] = [onlyValue<number[]>(cluster, 'TransformLink'), onlyValue<number[]>(cluster, 'Transform')];
      expect(there.slice(12, 15).map((value, axis) => value + back[12 + axis]!)).toEqual([0, 0, 0]);
      const [bone] = childrenOf(cluster.id);
      expect(bones.find(({ id }) => id === bone!.child)!.label).toBe(cluster.label);
    }
    const geometry = objectsOf(file, 'Geometry').find((one) => one.kind === 'Mesh')!;
    expect(sums.size).toBe(onlyValue<number[]>(geometry, 'Vertices').length / 3);
    for (const sum of sums.values()) expect(sum).toBeCloseTo(1, 6);
  });

  it('has a bind pose of the mesh and every bone', () => {
    const [pose] = kind('BindPose');
    const poses = pose!.children.filter(({ name }) => name === 'PoseNode');
    expect(onlyValue(pose!, 'NbPoseNodes')).toBe(bones.length + 1);
    expect(poses.map((one) => onlyValue(one, 'Node')).slice(1)).toEqual(bones.map(({ id }) => id));
    expect(onlyValue<number[]>(poses.at(-1)!, 'Matrix').slice(12, 15)).toEqual([-3.2, 166, 9]);
  });
});

describe('the take', () => {
  it('is one stack, named after the speech, with one layer for all curves', () => {
    const [stack, ...others] = objectsOf(file, 'AnimationStack');
    const layers = objectsOf(file, 'AnimationLayer');
    expect([others.length, layers.length, stack!.label]).toEqual([0, 1, 'Maybe_Bob']);
    expect(childrenOf(stack!.id).map(({ child: id }) => id)).toEqual([layers[0]!.id]);
    expect(childrenOf(layers[0]!.id)).toHaveLength(objectsOf(file, 'AnimationCurveNode').length);
    const takes = top(file, 'Takes');
    expect(onlyValue(takes, 'Current')).toBe('Maybe_Bob');
  });

  it('drives each channel and the rotations of head and eyes', () => {
    const driven = objectsOf(file, 'AnimationCurveNode').map((node) => {
      const target = parentsOf(node.id).find(({ type }) => type === 'OP')!;
      return [objectsOf(file).find(({ id }) => id === target.parent)!.label, target.property];
    });
    expect(driven).toEqual([
      ...SHAPES.map((shape) => [shape, 'DeformPercent']),
      ...['head', 'leftEye', 'rightEye'].map((joint) => [joint, 'Lcl Rotation']),
    ]);
  });

  it('has keys for the jaw and the closing lips at the same times', () => {
    const keysOf = (shape: string) => {
      const channel = channels.find(({ label }) => label === shape)!;
      const group = childrenOf(channel.id).find(({ property }) => property === 'DeformPercent')!.child;
      const [curve] = childrenOf(group);
      return onlyValue<bigint[]>(objectsOf(file).find(({ id }) => id === curve!.child)!, 'KeyTime');
    };
    expect(keysOf('mouthClose')).toEqual(keysOf('jawOpen'));
    expect(keysOf('mouthClose')).not.toEqual(keysOf('mouthFunnel'));
  });

  it('has linear keys, in types that every importer reads', () => {
    for (const curve of objectsOf(file, 'AnimationCurve')) {
      const keys = onlyValue<number[]>(curve, 'KeyValueFloat').length;
      const written = ['KeyTime', 'KeyValueFloat', 'KeyAttrFlags', 'KeyAttrDataFloat', 'KeyAttrRefCount'];
      expect(written.map((name) => types(curve, name)[0])).toEqual(['l', 'f', 'i', 'f', 'i']);
      expect(onlyValue<bigint[]>(curve, 'KeyTime')).toHaveLength(keys);
      expect(onlyValue<number[]>(curve, 'KeyAttrRefCount')).toEqual([keys]);
      expect(onlyValue<number[]>(curve, 'KeyAttrFlags')[0]! & 0b1110).toBe(4);
      expect(onlyValue<number[]>(curve, 'KeyAttrDataFloat')).toHaveLength(4);
    }
  });
});

describe('the materials', () => {
  it('match the parts in number and order, with the picture embedded in the file', () => {
    const materials = objectsOf(file, 'Material');
    expect(materials.map(({ label }) => label)).toEqual(['skin', 'leftEyeball', 'rightEyeball']);
    const [video] = objectsOf(file, 'Video');
    expect(Buffer.from(onlyValue<Uint8Array>(video!, 'Content')).equals(pixel(200, 150, 120))).toBe(true);
    expect(onlyValue(video!, 'RelativeFilename')).toBe('doll_skin.png');
    const [texture] = objectsOf(file, 'Texture');
    expect(parentsOf(texture!.id).map(({ parent, property }) => [parent, property])).toEqual(
      materials.map(({ id }) => [id, 'DiffuseColor']),
    );
    const geometry = objectsOf(file, 'Geometry').find((one) => one.kind === 'Mesh')!;
    const used = onlyValue<number[]>(child(geometry, 'LayerElementMaterial'), 'Materials');
    expect([...new Set(used)]).toEqual([0, 1, 2]);
  });

  it('weld a texture seam, so that its corners share points but not texture coordinates', () => {
    const geometry = objectsOf(file, 'Geometry').find((one) => one.kind === 'Mesh')!;
    const points = onlyValue<number[]>(geometry, 'Vertices').length / 3;
    const vertices = model.parts.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    // The head has 15 rows with 28 columns and two poles. Each eye has 7 rows with 12 columns and two poles.
    expect(points).toBe(13 * 28 + 2 + 2 * (5 * 12 + 2));
    const coordinates = onlyValue<number[]>(child(geometry, 'LayerElementUV'), 'UV');
    expect(coordinates).toHaveLength(2 * vertices);
    // The top left corner of a picture is (0, 1) here.
    expect(coordinates.slice(0, 2)).toEqual([0, 1]);
  });

  it('do not weld coinciding points that move apart, such as the lips', () => {
    const [skin, ...others] = model.parts;
    const atSeam = 5 * (2 * 14 + 1);
    const lip = {
      vertices: Uint32Array.of(atSeam),
      positions: Float32Array.of(0, -0.01, 0),
      normals: new Float32Array(3),
    };
    const morphs = new Map([...skin!.morphs, ['jawOpen', lip]]);
    const written = readFbx(writeFbx({ ...model, parts: [{ ...skin!, morphs }, ...others] }, clip, 'lips'));
    const count = (from: FbxFile) =>
      onlyValue<number[]>(objectsOf(from, 'Geometry').find((one) => one.kind === 'Mesh')!, 'Vertices').length / 3;
    expect(count(written)).toBe(count(file) + 1);
  });
});
