import type { Clip } from '@talking-avatar/animation';
import { gazeInShapes, type HeadOptions, prepareHead } from '../animated-head/index.ts';
import type { ActorModel } from '../model/model.ts';
import { addAnimation } from './animation.ts';
import { documentRecords } from './document.ts';
import { encodeFbx } from './encode.ts';
import { addGeometry } from './geometry.ts';
import { addMaterials } from './materials.ts';
import { joinParts } from './mesh.ts';
import { createScene, ROOT_ID } from './scene.ts';
import { addBindPose, addBones, addSkin, modelRecords } from './skeleton.ts';
import { frameTicks } from './time.ts';

/** Mesh name. It can't be `head`, because a bone has that name and names in Unreal are case-insensitive. */
const MESH_NAME = 'face';

/**
 * Writes an actor and its animation as a binary FBX 7.4 file: one mesh with embedded textures and 52 blend shape channels named
 * as in ARKit, skinned to the joints, and one take with curves for the shapes, head, and eyes. Units are centimeters, and y is up. Keys are
 * on whole frames; linear interpolation between them is within half a percent of the clip.
 * @param take name of the animation (see `createTakeName`)
 * @param options which parts of the actor to write
 * @throws HeadInputError if the model or the clip is incomplete
 * @example
 * ```ts
 * const actor = await readBakedActor('amara');
 * await writeFile('speech.fbx', writeFbx(actor, clip, createTakeName(['Hello', 'world'])));
 * ```
 */
export function writeFbx(actor: ActorModel, clip: Clip, take: string, options: HeadOptions = {}): Uint8Array {
  const model = prepareHead(actor, clip, options);
  const mesh = joinParts(model);
  const scene = createScene();
  const face = scene.add({ class: 'Model', subclass: 'Mesh' }, MESH_NAME, modelRecords([0, 0, 0]));
  scene.connect(face, ROOT_ID);
  const { geometry, channels } = addGeometry(scene, mesh, MESH_NAME, face);
  addMaterials(scene, model, mesh, face);
  const bones = addBones(scene, model.joints);
  addSkin(scene, geometry, model.joints, bones, mesh.influences);
  addBindPose(scene, model.joints, bones, face);
  addAnimation(scene, clip, take, { channels, joints: model.joints, bones }, gazeInShapes(clip, options.gaze));
  return encodeFbx(documentRecords(scene, { take, stop: frameTicks(clip.frames - 1, clip.fps), fps: clip.fps }));
}
