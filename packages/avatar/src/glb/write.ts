import { createHash } from 'node:crypto';
import { Document, NodeIO, type Texture } from '@gltf-transform/core';
import { type Clip, SHAPES } from '@talking-avatar/animation';
import { gazeInShapes, type HeadOptions, prepareHead } from '../animated-head/index.ts';
import { addJoints } from '../model/gltf.ts';
import type { ActorModel, Part } from '../model/model.ts';
import { addAnimation } from './animation.ts';
import { createMesh } from './mesh.ts';
import { OWN_NAMES, READY_PLAYER_ME_NAMES } from './node-names.ts';

const GENERATOR = 'Avatar and animation service';

/**
 * Writes an actor and its animation as binary glTF 2.0 without extensions. The `face` mesh has the parts that shapes move, each with all 52
 * morph targets, named as in ARKit and in the order of `SHAPES`. The `rest` mesh has the other parts, such as hair and clothes. Both are
 * skinned to the joints. A single animation drives the weights of `face` and the head and eye joints. Units are meters, y is up, and the
 * face looks along z. Keys are on whole frames; linear interpolation between them is within half a percent of the clip. glTF has no frame
 * rate, so `fps` is in the `extras` of the animation.
 * @param take name of the animation (see `createTakeName`)
 * @param options which parts of the actor to write, and how to name the mesh and joints
 * @returns bytes that are always the same for a given input
 * @throws HeadInputError if the actor or the clip is incomplete
 * @example
 * ```ts
 * const actor = await readBakedActor('amara');
 * await writeFile('speech.glb', await writeGlb(actor, clip, createTakeName(['Hello', 'world'])));
 * ```
 */
export async function writeGlb(
  actor: ActorModel,
  clip: Clip,
  take: string,
  { names = 'arkit', ...options }: HeadOptions & { names?: 'arkit' | 'ready_player_me' } = {},
): Promise<Uint8Array> {
  const model = prepareHead(actor, clip, options);
  const document = new Document();
  document.getRoot().getAsset().generator = GENERATOR;
  const buffer = document.createBuffer();
  const scene = document.createScene(model.id);
  document.getRoot().setDefaultScene(scene);
  const { nodes, skin } = addJoints(document, buffer, scene, model.joints);
  const { face: faceName, joints } = names === 'arkit' ? OWN_NAMES : READY_PLAYER_ME_NAMES;
  for (const [i, { name }] of model.joints.entries()) nodes[i]!.setName(joints[name]);
  const textures = addTextures(document, model);
  const isMoved = ({ morphs }: Part): boolean => SHAPES.some((shape) => morphs.has(shape));
  const addNode = (name: string, parts: readonly Part[], shapes: readonly string[]) => {
    const mesh = createMesh(document, buffer, name, parts, { shapes, textures });
    const node = document.createNode(name).setMesh(mesh).setSkin(skin);
    scene.addChild(node);
    return node;
  };
  const face = addNode(faceName, model.parts.filter(isMoved), SHAPES);
  const others = model.parts.filter((part) => !isMoved(part));
  if (others.length > 0) addNode('rest', others, []);
  const targets = { face, nodeOf: (name: string) => nodes[model.joints.findIndex((joint) => joint.name === name)]! };
  addAnimation(document, buffer, clip, take, targets, gazeInShapes(clip, options.gaze));
  return new NodeIO().writeBinary(document);
}

/** Adds the textures of an actor. Identical images share one. @returns the texture for each of them */
function addTextures(document: Document, { textures }: ActorModel): Texture[] {
  const added = new Map<string, Texture>();
  return textures.map(({ name, mediaType, bytes }) => {
    const content = createHash('sha256').update(bytes).digest('hex');
    const texture = added.get(content) ?? document.createTexture(name).setMimeType(mediaType).setImage(bytes);
    added.set(content, texture);
    return texture;
  });
}
