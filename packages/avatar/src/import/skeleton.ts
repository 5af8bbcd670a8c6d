import type { Node } from '@gltf-transform/core';
import type { JointName } from '../model/index.ts';
import { subtract, type Vector } from '../model/vectors.ts';
import type { Face } from './face.ts';
import { wordsOf } from './shape-names.ts';

/** Nodes in the file that correspond to actor joints. All are optional. */
export type Bones = ReadonlyMap<JointName, Node>;

/** Joints that have the same names as VRM bones. */
const VRM_BONES = ['head', 'neck', 'spine', 'leftEye', 'rightEye'] as const;
/** Words that appear in the name of an eye joint, and words that mark joints around the eye. */
const EYE_WORDS = ['eye', 'eyeball', 'lefteye', 'righteye', 'eyel', 'eyer'];
const NOT_EYE = /lid|brow|lash|look|socket|pupil|corner|target|aim|ctrl|end|top/;
/** Maximum distance of an eye joint from the middle of the eyelids, relative to the distance between the eyes. */
const EYE_DISTANCE = 0.6;
/** A joint that contributes more than this to the motion of the eyelids is the one that moves the face. */
const CARRIES = 0.2;

/**
 * Finds the joints of the head, neck, spine, and eyes, either from the `VRM` or `VRMC_vrm` extension, or by name and by which joint moves
 * the face.
 * @param nodes nodes of the scene
 * @param all nodes of the file, in file order
 */
export function findBones(nodes: readonly Node[], face: Face, vrm: unknown, all: readonly Node[]): Bones {
  const bones = new Map<JointName, Node>(readVrmBones(vrm, all));
  const head = bones.get('head') ?? findHead(nodes, face);
  if (head) {
    bones.set('head', head);
    const above = ancestorsOf(head);
    const named = (word: RegExp): Node[] => above.filter((node) => wordsOf(node.getName()).some((w) => word.test(w)));
    const neck = bones.get('neck') ?? named(/^neck/)[0];
    const spine = bones.get('spine') ?? named(/^(spine|chest|torso)/).at(-1);
    if (neck) bones.set('neck', neck);
    if (spine && spine !== neck) bones.set('spine', spine);
  }
  const eyes = (['left', 'right'] as const).map((side) => bones.get(`${side}Eye`) ?? findEye(nodes, face, side));
  for (const [k, name] of (['leftEye', 'rightEye'] as const).entries()) {
    bones.delete(name);
    if (eyes[0] && eyes[1] && eyes[0] !== eyes[1]) bones.set(name, eyes[k]!);
  }
  return bones;
}

/** Maps a node to our joint. */
export type FindJoint = (node: Node) => JointName;

/** Creates a memoized function that finds our joint for a node: the nearest bone above it in the hierarchy. */
export function createJointFinder(bones: Bones): FindJoint {
  const found = new Map([...bones].map(([name, bone]) => [bone, name]));
  // If there is no head joint, everything turns with the head.
  const others = bones.has('head') ? 'root' : 'head';
  return function jointOf(node: Node): JointName {
    const above = node.getParentNode();
    const joint = found.get(node) ?? (above ? jointOf(above) : others);
    found.set(node, joint);
    return joint;
  };
}

function ancestorsOf(node: Node): Node[] {
  const above: Node[] = [];
  for (let next = node.getParentNode(); next; next = next.getParentNode()) above.push(next);
  return above;
}

/** Finds the joint that moves the face, or an ancestor named head. Returns undefined if one node moves everything. */
function findHead(nodes: readonly Node[], { movers }: Face): Node | undefined {
  const carriers = [...movers].filter(([, share]) => share >= CARRIES).sort((a, b) => b[1] - a[1]);
  const [carrier] = carriers[0] ?? [];
  if (!carrier) return undefined;
  const named = [carrier, ...ancestorsOf(carrier)].find((node) => wordsOf(node.getName()).includes('head'));
  if (carrier.getMesh()) {
    // In a file without skinning, a node named head is the head only if there are other parts below it.
    return named && named.listChildren().length > 0 && nodes.some((node) => node.getMesh() && !isBelow(node, named)) ? named : undefined;
  }
  return named ?? carrier;
}

const isBelow = (node: Node, above: Node): boolean => node === above || ancestorsOf(node).includes(above);

/** Finds the outermost node that is named like an eye and is located between the eyelids. */
function findEye(nodes: readonly Node[], face: Face, side: 'left' | 'right'): Node | undefined {
  const apart = Math.hypot(...subtract(face.leftEye, face.rightEye));
  const isNear = (node: Node): boolean =>
    Math.hypot(...subtract(node.getWorldTranslation() as unknown as Vector, face[`${side}Eye`])) < EYE_DISTANCE * apart;
  const found = nodes.filter((node) => {
    const words = wordsOf(node.getName());
    const isEye = words.some((word) => EYE_WORDS.includes(word)) && !words.some((word) => NOT_EYE.test(word));
    const [initial] = side;
    const isSide = words.some((word) => word === side || word === initial || word === `${side}eye` || word === `eye${initial}`);
    return isEye && isSide && isNear(node);
  });
  return found.find((node) => !ancestorsOf(node).some((above) => found.includes(above)));
}

const readVrmBones = (vrm: unknown, all: readonly Node[]): [JointName, Node][] =>
  VRM_BONES.flatMap((name): [JointName, Node][] => {
    const node = findVrmBone(vrm, all, name);
    return node ? [[name, node]] : [];
  });

/** Finds a bone in the `VRM` extension (a list) or `VRMC_vrm` (by name). @param all nodes of the file, in file order */
export function findVrmBone(vrm: unknown, all: readonly Node[], name: string): Node | undefined {
  const bones = (vrm as { humanoid?: { humanBones?: unknown } } | undefined)?.humanoid?.humanBones;
  if (typeof bones !== 'object' || bones === null) return undefined;
  const bone: unknown = Array.isArray(bones)
    ? bones.find((one: { bone?: unknown } | null) => one?.bone === name)
    : (bones as Record<string, unknown>)[name];
  return all[Number((bone as { node?: unknown } | null | undefined)?.node ?? -1)];
}
