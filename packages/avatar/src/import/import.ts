import { Logger, type Node, type Root, WebIO } from '@gltf-transform/core';
import { EXTTextureWebP, KHRMaterialsUnlit, KHRMeshQuantization, KHRTextureTransform } from '@gltf-transform/extensions';
import { SHAPES } from '@talking-avatar/animation';
import type { Sex } from '@talking-avatar/contract';
import { isDamagedImage } from '../image/damage.ts';
import { type ActorModel, JOINT_NAMES, type Part, type Texture } from '../model/index.ts';
import { listLimitFaults } from './check-limits.ts';
import { readContainer } from './container.ts';
import { readDocument } from './document.ts';
import { findFace } from './face.ts';
import { AvatarError } from './fault.ts';
import { lowerArms } from './lower-arms.ts';
import { isInvisible, MaterialReader } from './materials.ts';
import { bakeAvatarOcclusion } from './occlusion.ts';
import { toPart } from './parts.ts';
import { placeFace, placeJoints } from './place.ts';
import { createJointFinder, findBones } from './skeleton.ts';
import { readParts, type SourcePart } from './source.ts';
import { validateGltf } from './validate.ts';

/** Properties of an avatar that are not in the file. */
interface Identity {
  id: string;
  sex: Sex;
}

/** Makes an actor from a client's GLB or VRM file: {@link readAvatar} plus ambient occlusion. @throws AvatarError listing the faults */
export const importAvatar = async (bytes: Uint8Array, identity: Identity): Promise<ActorModel> =>
  bakeAvatarOcclusion(await readAvatar(bytes, identity));

/**
 * Checks a file, locates the face, head, and eyes, and converts the model to match the built-in actors in size, position, and joints. Omits
 * animations, cameras, lights, and other morph targets.
 * @throws AvatarError listing everything that is missing, too large, or invalid
 */
export async function readAvatar(bytes: Uint8Array, { id, sex }: Identity): Promise<ActorModel> {
  const container = readContainer(bytes);
  const document = readDocument(container.json);
  const faults = listLimitFaults(document, container);
  if (faults.length > 0) throw new AvatarError(faults);
  await validateGltf(bytes);
  const root = await readGltf(bytes);
  const nodes = sceneNodes(root);
  const { VRM, VRMC_vrm } = document.extensions ?? {};
  const vrm = VRMC_vrm ?? VRM;
  lowerArms(nodes, vrm, root.listNodes());
  const sources = readParts(nodes).filter(({ primitive }) => !isInvisible(primitive.getMaterial()));
  rejectMissingShapes(sources);
  const face = findFace(sources);
  const bones = findBones(nodes, face, vrm, root.listNodes());
  const placement = placeFace(face);
  const joints = placeJoints(placement, face, bones);
  const materials = new MaterialReader();
  const jointOf = createJointFinder(bones);
  const parts = sources.map((source, number) =>
    toPart(source, `part${number}`, placement, jointOf, materials.read(source.primitive.getMaterial())),
  );
  rejectNonFiniteValues(parts);
  rejectDamagedTextures(materials.textures);
  const [leftEye, rightEye] = ['leftEye', 'rightEye'].map((name) => joints.find((joint) => joint.name === name)!);
  const eyes = (leftEye!.position[1] + rightEye!.position[1]) / 2;
  const measures = measureHead(parts, eyes, eyes - (face.leftEye[1] + face.rightEye[1] - 2 * face.chin) * 0.5 * placement.scale);
  return { id, sex, joints, parts, textures: materials.textures, correctives: [], measures };
}

/** Values in the file are finite, but transforming large ones can overflow. */
function rejectNonFiniteValues(parts: readonly Part[]): void {
  for (const { positions, normals, uvs, weights, morphs } of parts) {
    const arrays = [positions, normals, uvs, weights];
    for (const morph of morphs.values()) arrays.push(morph.positions, morph.normals);
    if (!arrays.every((array) => array.every(Number.isFinite)))
      throw new AvatarError(['positions, normals, texture coordinates, or transforms are too large']);
  }
}

function rejectDamagedTextures(textures: readonly Texture[]): void {
  const damaged = textures.filter(({ bytes }) => isDamagedImage(bytes));
  if (damaged.length === 0) return;
  const names = damaged.map(({ name, mediaType }) => `${name} (${mediaType})`).join(', ');
  throw new AvatarError([`textures are damaged or incomplete: ${names}, numbered as the materials use them`]);
}

async function readGltf(bytes: Uint8Array): Promise<Root> {
  // The file is in memory, and references to other files have already been rejected.
  const io = new WebIO().registerExtensions([EXTTextureWebP, KHRMaterialsUnlit, KHRMeshQuantization, KHRTextureTransform]);
  io.setLogger(new Logger(Logger.Verbosity.SILENT));
  try {
    const { json, resources } = await io.binaryToJSON(bytes);
    // The relevant extensions have already been checked. VRM files may require others, which a head does not need.
    delete json.extensionsRequired;
    return (await io.readJSON({ json, resources })).getRoot();
  } catch (cause) {
    throw new AvatarError(['the GLB cannot be read'], { cause });
  }
}

function sceneNodes(root: Root): Node[] {
  const nodes: Node[] = [];
  (root.getDefaultScene() ?? root.listScenes()[0])?.traverse((node) => void nodes.push(node));
  return nodes;
}

function rejectMissingShapes(sources: readonly SourcePart[]): void {
  if (sources.length === 0) throw new AvatarError(['the scene does not show any triangle mesh']);
  const missing = SHAPES.filter((shape) => !sources.some(({ shapes }) => shapes.has(shape)));
  if (missing.length === SHAPES.length) throw new AvatarError(['no head found: no mesh has morph targets named after the 52 ARKit shapes']);
  if (missing.length > 0) throw new AvatarError([`${missing.length} of the 52 ARKit shapes are missing: ${missing.join(', ')}`]);
}

/** Height of a head, and maximum height of hair or a hat above the eyes, relative to the distance from the chin to the eyes. */
const [HEAD_HEIGHT, TALLEST] = [2.02, 3];

/**
 * A model that extends below the chin by more than this fraction of the head height has a bust. Cameras show it down to its lower edge.
 */
const BUST = 0.7;

/** Measures the heights that cameras need. @param eyes height of the eyes in meters, like `chin` */
function measureHead(parts: readonly Part[], eyes: number, chin: number): NonNullable<ActorModel['measures']> {
  const ofHead = JOINT_NAMES.indexOf('head');
  const head = HEAD_HEIGHT * (eyes - chin);
  let [top, bottom] = [eyes + head / 2, chin];
  for (const { positions, joints } of parts) {
    for (let vertex = 0; 3 * vertex < positions.length; vertex++) {
      const height = positions[3 * vertex + 1]!;
      if (joints[4 * vertex]! >= ofHead) top = Math.max(top, height);
      bottom = Math.min(bottom, height);
    }
  }
  const hasBust = bottom < chin - BUST * head;
  return { top: Math.min(top, eyes + TALLEST * (eyes - chin)), chin, head, bottom: hasBust ? bottom : FLOATING };
}

/** Lower end of a head without a bust, in meters. It is far below any frame. */
const FLOATING = -10;
