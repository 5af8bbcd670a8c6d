import type { Joint } from '../model/model.ts';
import type { Vector } from '../model/vectors.ts';
import { type BoneInfluence, CENTIMETERS } from './mesh.ts';
import { bool, double, entry, type FbxNode, int, long, node, properties } from './node.ts';
import { ROOT_ID, type Scene } from './scene.ts';

/** Display size of bones, in cm. */
const BONE_SIZE = 2;

const ORIGIN: Vector = [0, 0, 0];

/** Returns the records of a model, an object with a position in the scene. @param position relative to the parent, in cm */
export function modelRecords(position: Vector): FbxNode[] {
  return [
    node('Version', [int(232)]),
    properties([
      entry.enumeration('InheritType', 1),
      entry.int('DefaultAttributeIndex', 0),
      entry.local('Lcl Translation', position),
      entry.local('Lcl Rotation', ORIGIN),
      entry.local('Lcl Scaling', [1, 1, 1]),
    ]),
    node('Shading', [bool(true)]),
    node('Culling', ['CullingOff']),
  ];
}

/** Adds the joints as bones. @returns the model ID of each joint */
export function addBones(scene: Scene, joints: readonly Joint[]): number[] {
  const models: number[] = [];
  for (const { name, parent, position } of joints) {
    const parentPosition = parent < 0 ? ORIGIN : joints[parent]!.position;
    const relative = position.map((value, axis) => (value - parentPosition[axis]!) * CENTIMETERS) as unknown as Vector;
    const model = scene.add({ class: 'Model', subclass: 'LimbNode' }, name, modelRecords(relative));
    const attribute = scene.add({ class: 'NodeAttribute', subclass: 'LimbNode' }, name, [
      properties([entry.double('Size', BONE_SIZE)]),
      node('TypeFlags', ['Skeleton']),
    ]);
    scene.connect(attribute, model);
    scene.connect(model, parent < 0 ? ROOT_ID : models[parent]!);
    models.push(model);
  }
  return models;
}

/** Adds the skin that binds a mesh at the origin to the bones that influence it. */
export function addSkin(
  scene: Scene,
  geometry: number,
  joints: readonly Joint[],
  models: readonly number[],
  influences: readonly BoneInfluence[],
): void {
  const skin = scene.add({ class: 'Deformer', subclass: 'Skin' }, 'skin', [
    node('Version', [int(101)]),
    node('Link_DeformAcuracy', [double(50)]),
  ]);
  scene.connect(skin, geometry);
  for (const [i, { name, position }] of joints.entries()) {
    const { points, weights } = influences[i]!;
    if (points.length === 0) continue;
    const cluster = scene.add({ class: 'Deformer', nameClass: 'SubDeformer', subclass: 'Cluster' }, name, [
      node('Version', [int(100)]),
      node('UserData', ['', '']),
      node('Indexes', [points]),
      node('Weights', [weights]),
      node('Transform', [translation(position, -CENTIMETERS)]),
      node('TransformLink', [translation(position, CENTIMETERS)]),
    ]);
    scene.connect(cluster, skin);
    scene.connect(models[i]!, cluster);
  }
}

/** Adds the bind pose, with every joint in its rest position and the mesh at the origin. */
export function addBindPose(scene: Scene, joints: readonly Joint[], models: readonly number[], mesh: number): void {
  const poses: (readonly [id: number, matrix: Float64Array])[] = [
    [mesh, translation(ORIGIN, 1)],
    ...joints.map(({ position }, i) => [models[i]!, translation(position, CENTIMETERS)] as const),
  ];
  scene.add({ class: 'Pose', subclass: 'BindPose' }, 'BindPose', [
    node('Type', ['BindPose']),
    node('Version', [int(100)]),
    node('NbPoseNodes', [int(poses.length)]),
    ...poses.map(([id, matrix]) => node('PoseNode', [], [node('Node', [long(id)]), node('Matrix', [matrix])])),
  ]);
}

/** Returns a column-major matrix that translates by `scale` times a position. */
const translation = ([x, y, z]: Vector, scale: number): Float64Array =>
  Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x * scale, y * scale, z * scale, 1);
