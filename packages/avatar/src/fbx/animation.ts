import { type Clip, SHAPES } from '@talking-avatar/animation';
import {
  ANGLE_TOLERANCE,
  CLOSURE_SHAPES,
  CLOSURE_TOLERANCE,
  eulerCurves,
  reduceKeys,
  SHAPE_TOLERANCE,
  type ShapeRotation,
} from '../animated-head/index.ts';
import type { Joint } from '../model/model.ts';
import { double, entry, type FbxNode, int, long, node, properties, property } from './node.ts';
import type { Scene } from './scene.ts';
import { frameTicks } from './time.ts';

/** FBX weights are percentages. */
const PERCENT = 100;

const KEY_VERSION = 4008;

/** Linear interpolation (4). The other bits are for tools that convert it to a curve: automatic tangents without overshoot. */
const LINEAR_KEY = (1 << 2) | (1 << 8) | (1 << 13) | (1 << 14);
/** Slopes of 0, and tangent weights of one third each (packed as two 16-bit numbers in the space of one float). */
const KEY_DATA = new Float32Array(Int32Array.of(0, 0, 0x0d050d05, 0).buffer);

/**
 * Adds a clip as the only take in the file, in one layer.
 * @param targets IDs of the blend shape channels by shape, the joints, and the IDs of their models
 * @param inShapes rotations that the shapes already contribute
 */
export function addAnimation(
  scene: Scene,
  clip: Clip,
  take: string,
  targets: { channels: ReadonlyMap<string, number>; joints: readonly Joint[]; bones: readonly number[] },
  inShapes: ShapeRotation,
): void {
  const layer = addTake(scene, take, frameTicks(clip.frames - 1, clip.fps));
  const curve = (values: Float32Array, keys: readonly number[], factor: number) =>
    scene.add({ class: 'AnimationCurve', nameClass: 'AnimCurve' }, '', curveRecords(values, keys, factor, clip.fps));
  const closure = reduceKeys(
    CLOSURE_SHAPES.map((name) => clip.channels.get(name)!),
    CLOSURE_TOLERANCE,
  );
  for (const shape of SHAPES) {
    const values = clip.channels.get(shape)!;
    const keys = CLOSURE_SHAPES.includes(shape) ? closure : reduceKeys([values], SHAPE_TOLERANCE);
    const name = 'DeformPercent';
    const group = addCurveNode(scene, name, { [`d|${name}`]: curve(values, keys, PERCENT) });
    scene.connect(group, layer);
    scene.connectProperty(group, targets.channels.get(shape)!, name);
  }
  for (const { joint, x, y, z } of eulerCurves(clip, inShapes)) {
    const keys = reduceKeys([x, y, z], ANGLE_TOLERANCE);
    const group = addCurveNode(scene, 'R', {
      'd|X': curve(x, keys, 1),
      'd|Y': curve(y, keys, 1),
      'd|Z': curve(z, keys, 1),
    });
    scene.connect(group, layer);
    scene.connectProperty(group, targets.bones[targets.joints.findIndex(({ name }) => name === joint)]!, 'Lcl Rotation');
  }
}

function addTake(scene: Scene, take: string, stop: number): number {
  const stack = scene.add({ class: 'AnimationStack', nameClass: 'AnimStack' }, take, [
    properties([
      entry.time('LocalStart', 0),
      entry.time('LocalStop', stop),
      entry.time('ReferenceStart', 0),
      entry.time('ReferenceStop', stop),
    ]),
  ]);
  const layer = scene.add({ class: 'AnimationLayer', nameClass: 'AnimLayer' }, 'BaseLayer', []);
  scene.connect(layer, stack);
  return layer;
}

function addCurveNode(scene: Scene, name: string, curves: Readonly<Record<string, number>>): number {
  const entries = Object.keys(curves).map((key) => property(key, 'Number', '', 'A', double(0)));
  const group = scene.add({ class: 'AnimationCurveNode', nameClass: 'AnimCurveNode' }, name, [properties(entries)]);
  for (const [key, curve] of Object.entries(curves)) scene.connectProperty(curve, group, key);
  return group;
}

function curveRecords(values: Float32Array, keys: readonly number[], factor: number, fps: number): FbxNode[] {
  return [
    node('Default', [double(0)]),
    node('KeyVer', [int(KEY_VERSION)]),
    node('KeyTime', [BigInt64Array.from(keys, (frame) => BigInt(frameTicks(frame, fps)))]),
    node('KeyValueFloat', [Float32Array.from(keys, (frame) => values[frame]! * factor)]),
    node('KeyAttrFlags', [Int32Array.of(LINEAR_KEY)]),
    node('KeyAttrDataFloat', [KEY_DATA]),
    node('KeyAttrRefCount', [Int32Array.of(keys.length)]),
  ];
}

/** Returns the list of takes, for older readers. */
export const takeRecords = (take: string, stop: number): FbxNode =>
  node(
    'Takes',
    [],
    [
      node('Current', [take]),
      node(
        'Take',
        [take],
        [node('FileName', [`${take}.tak`]), node('LocalTime', [long(0), long(stop)]), node('ReferenceTime', [long(0), long(stop)])],
      ),
    ],
  );
