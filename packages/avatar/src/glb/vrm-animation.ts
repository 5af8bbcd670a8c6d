import { Document, Extension, type Node, NodeIO, type WriterContext } from '@gltf-transform/core';
import { type Clip, vrmExpressions } from '@talking-avatar/animation';
import { checkClip, eulerCurves, reduceKeys, SHAPE_TOLERANCE } from '../animated-head/index.ts';
import { addJoints } from '../model/gltf.ts';
import type { ActorModel, JointName } from '../model/model.ts';
import { addCurve, addRotations } from './curves.ts';

const NAME = 'VRMC_vrm_animation';

/** VRM humanoid bones for our joints. In a VRM animation, the gaze is a direction, so the eyes don't need bones. */
const BONES: Readonly<Partial<Record<JointName, string>>> = {
  root: 'hips',
  spine: 'spine',
  neck: 'neck',
  head: 'head',
};

/** Height of the eyes, where the gaze starts, above the head joint, in meters. */
const EYE_HEIGHT = 0.06;

/** Nodes, by their role in a VRM animation. */
interface Carriers {
  bones: ReadonlyMap<string, Node>;
  expressions: ReadonlyMap<string, Node>;
  lookAt: Node;
}

/** The glTF extension that turns a file into a VRM animation (.vrma), version 1.0. */
class VrmAnimation extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;
  carriers: Carriers | undefined;

  /** Not implemented, because we only write these files. */
  override read(): this {
    return this;
  }

  override write(context: WriterContext): this {
    const { bones, expressions, lookAt } = this.carriers!;
    const indices = (nodes: ReadonlyMap<string, Node>) =>
      Object.fromEntries([...nodes].map(([name, node]) => [name, { node: context.nodeIndexMap.get(node)! }]));
    const { json } = context.jsonDoc;
    json.extensions = {
      ...json.extensions,
      [NAME]: {
        specVersion: '1.0',
        humanoid: { humanBones: indices(bones) },
        expressions: { preset: indices(expressions) },
        lookAt: { node: context.nodeIndexMap.get(lookAt)!, offsetFromHeadBone: [0, EYE_HEIGHT, 0] },
      },
    };
    return this;
  }
}

/**
 * Writes a clip as a VRM animation (.vrma: binary glTF with VRMC_vrm_animation 1.0), which plays on any VRM 1.0 model. It contains
 * expressions, head rotation, and gaze direction. The format stores the weight of an expression as the x translation of a node.
 * @param actor provides the joints; its meshes are not written
 * @param take name of the animation
 * @throws HeadInputError if the clip is incomplete
 */
export async function writeVrmAnimation(actor: ActorModel, clip: Clip, take: string): Promise<Uint8Array> {
  checkClip(clip);
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene(actor.id);
  document.getRoot().setDefaultScene(scene);
  const { nodes, skin } = addJoints(document, buffer, scene, actor.joints);
  // There is no mesh in the file to skin.
  skin.getInverseBindMatrices()!.dispose();
  skin.dispose();
  const nodeOf = (joint: JointName): Node => nodes[actor.joints.findIndex(({ name }) => name === joint)]!;
  const animation = document.createAnimation(take).setExtras({ fps: clip.fps, frames: clip.frames });
  const target = { document, buffer, animation, fps: clip.fps };
  const expressions = new Map<string, Node>();
  for (const { name, values } of vrmExpressions(clip, false)) {
    const node = document.createNode(name);
    scene.addChild(node);
    expressions.set(name, node);
    const keys = reduceKeys([values!], SHAPE_TOLERANCE);
    addCurve(target, node, 'translation', keys, Float32Array.from(keys.flatMap((frame) => [values![frame]!, 0, 0])));
  }
  const lookAt = document.createNode('lookAt');
  scene.addChild(lookAt);
  for (const curve of eulerCurves(clip)) {
    if (curve.joint === 'head') addRotations(target, nodeOf('head'), curve);
    // Both eyes look in the same direction.
    if (curve.joint === 'leftEye') addRotations(target, lookAt, curve);
  }
  const bones = new Map(Object.entries(BONES).map(([joint, bone]) => [bone, nodeOf(joint as JointName)]));
  document.createExtension(VrmAnimation).carriers = { bones, expressions, lookAt };
  return new NodeIO().registerExtensions([VrmAnimation]).writeBinary(document);
}
