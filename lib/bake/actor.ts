import type { ActorModel, Material, Part, Substance, Texture } from '../../layers/avatar/model/index.ts';
import { ACTORS } from '../../layers/contract/index.ts';
import { repackSkinUvs } from './geometry/atlas.ts';
import { findCoveredVertices, resolveClothPenetration } from './geometry/cloth-penetration.ts';
import { bakeContactShadow } from './geometry/contact-shadow.ts';
import { alignUpperIncisors } from './geometry/incisors.ts';
import { smoothStep, type Vector } from './geometry/mesh/index.ts';
import { bakeAmbientOcclusion } from './geometry/occlusion.ts';
import { extractPart, type PartSource } from './geometry/part.ts';
import { keepNearSheets } from './geometry/sheets.ts';
import { styleHair } from './geometry/style-hair.ts';
import { subdivideLongEdges } from './geometry/subdivide.ts';
import { findLowerLipEdge, findLowerTeeth, placeTeeth, placeTongue } from './geometry/teeth.ts';
import {
  type Assets,
  bindToJoint,
  bindToJoints,
  fitProxy,
  lowerArms,
  type Mesh,
  type ProxyMesh,
  placeJoints,
  type Recipe,
  shapeBody,
} from './makehuman/index.ts';
import {
  analyzeFace,
  buildShapes,
  createField,
  type Edge,
  EYES,
  type Eyeball,
  type Face,
  type Field,
  findEyeballs,
  isEyeball,
  type Shapes,
  tongueShapes,
} from './shapes/index.ts';
import type { ActorTextures } from './textures/actor-textures.ts';

/** Collars end this far below the joint of the head, metres. */
const HEAD_ABOVE_COLLAR = 0.03;
/** Longest edges of hair that is smooth, metres. */
const FINEST = 0.018;
/** What is farther below the eyes is out of the widest camera, metres. */
const CUT_BELOW_EYES = 0.62;

/**
 * Makes an actor from its recipe.
 *
 * @param recipe Who it is and what it wears.
 * @param assets MakeHuman's meshes and targets.
 * @param paints Its textures.
 */
export function bakeActor(recipe: Recipe, assets: Assets, paints: ActorTextures): ActorModel {
  const { base } = assets;
  const face = analyzeFace(assets, recipe.build, shapeBody(assets, recipe.build, recipe.details));
  const body = face.positions;
  const eyes = findEyeballs(assets, body);
  const joints = placeJoints(base, body).map((joint) => {
    const eye = { leftEye: eyes.left, rightEye: eyes.right }[joint.name as string];
    return eye ? { ...joint, position: eye.centre } : joint;
  });
  const floor = joints.find(({ name }) => name === 'leftEye')!.position[1] - CUT_BELOW_EYES;
  const shapes = buildShapes(face, eyes);
  const textures: Texture[] = [];
  const scale = 1;

  const hidden = new Uint8Array(base.positions.length / 3);
  for (const { proxy } of recipe.clothes)
    assets.proxy(proxy).hides.forEach((hides, v) => {
      if (hides) hidden[v] = 1;
    });

  let incisors: Edge = { y: 0, z: 0 };
  const fitTeeth = (proxy: ProxyMesh, positions: Float32Array): void => {
    const lower = findLowerTeeth(proxy, face);
    alignUpperIncisors(positions, proxy, lower);
    incisors = placeTeeth(positions, lower, face);
  };
  const fitTongue = (_proxy: ProxyMesh, positions: Float32Array): void => {
    placeTongue(positions, incisors);
  };
  const carryTongue: TransferShapes = ({ positions }) => {
    const own = tongueShapes(positions, { incisors, lip: findLowerLipEdge(face) });
    return new Map([...byJaw(positions, shapes, () => true), ...own]);
  };

  const trimLashes = (_proxy: ProxyMesh, positions: Float32Array): void => shapes.trimLashes(positions);

  const wear = (name: string, substance: Substance, proxyName: string, paint: Texture, look: PartOptions): Part => {
    const proxy = assets.proxy(proxyName);
    const positions = fitProxy(proxy, body, scale);
    look.place?.(proxy, positions);
    const carried = look.carry?.({ proxy, positions, shapes, face }) ?? new Map<string, Field>();
    // Hair is not hung on the arms.
    if (substance !== 'hair') lowerArms(base, body, proxy.skinning, positions);
    const shows = look.shows?.(proxy, positions);
    const cloth: PartSource = {
      name,
      substance,
      mesh: proxy,
      positions,
      kept: keep(proxy.triangles, (v) => positions[3 * v + 1]! > floor).filter((t) => shows?.(t) ?? true),
      binding: look.joint ? bindToJoint(look.joint, positions.length / 3) : bindToJoints(base, proxy.skinning),
      shapes: carried,
      material: { ...material(look), colour: textures.push(paint) - 1 },
    };
    return extractPart(look.finest ? subdivideLongEdges(cloth, look.finest) : cloth);
  };

  const posed = body.slice();
  lowerArms(base, body, base.skinning, posed);
  const clothes = Float32Array.from(
    recipe.clothes.flatMap(({ proxy: name }) => {
      const proxy = assets.proxy(name);
      const positions = fitProxy(proxy, body, scale);
      lowerArms(base, body, proxy.skinning, positions);
      return [...proxy.triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
    }),
  );
  const chest = joints.find(({ name }) => name === 'head')!.position[1] - HEAD_ABOVE_COLLAR;
  const bare = keep(
    face.triangles,
    (v) => posed[3 * v + 1]! > floor,
    (a, b, c) => !(hidden[a] && hidden[b] && hidden[c]),
  );
  const shown = Uint32Array.from(bare.flatMap((t) => [...face.triangles.subarray(t, t + 3)]));
  resolveClothPenetration(posed, shown, chest, clothes);
  const under = findCoveredVertices(posed, shown, chest, clothes);
  const skin: PartSource = {
    name: 'skin',
    substance: 'skin',
    mesh: repackSkinUvs(base),
    positions: posed,
    kept: bare.filter((_, i) => [0, 1, 2].some((k) => !under[shown[3 * i + k]!])),
    binding: bindToJoints(base, base.skinning),
    shapes: shapes.fields,
    material: {
      ...material({ roughness: 0.5 }),
      colour: textures.push(paints.skin.colour) - 1,
      normal: textures.push(paints.skin.normal) - 1,
      surface: textures.push(paints.skin.surface) - 1,
    },
  };
  const parts: Part[] = [
    extractPart(skin),
    wear('eyes', 'eye', EYES, paints.eye, { roughness: 0.1, shows: (mesh) => (t) => isEyeball(mesh, t) }),
    wear('teeth', 'teeth', 'teeth/Teeth_Base', paints.teeth, {
      roughness: 0.25,
      carry: transferToTeeth,
      place: fitTeeth,
    }),
    wear('tongue', 'tongue', 'tongue/tongue01', paints.tongue, {
      roughness: 0.28,
      carry: carryTongue,
      place: fitTongue,
    }),
    wear('brows', 'brows', recipe.brows.proxy, paints.brows, { ...CARDS, carry: transferFromSkin, place: liftBrows }),
    wear('lashes', 'lashes', recipe.lashes.proxy, paints.lashes, {
      ...CARDS,
      carry: transferToLashes,
      place: trimLashes,
    }),
    ...recipe.hair.map((hair, i) => {
      const { proxy, beard, gloss = GLOSS, reach, curls = false } = hair;
      return wear(`hair${i + 1}`, 'hair', proxy, paints.hair[i]!, {
        ...CARDS,
        roughness: 1 - gloss,
        ...(!curls && { finest: FINEST }),
        place: (_proxy, positions) => styleHair(hair, positions, eyes.left.centre),
        ...(beard && { carry: transferFromSkin }),
        ...(reach && { shows: (mesh, positions) => keepNearSheets(mesh, positions, reach) }),
      });
    }),
    ...recipe.clothes.map(({ proxy }, i) =>
      wear(`cloth${i + 1}`, 'cloth', proxy, paints.clothes[i]!, { roughness: 0.8, doubleSided: true }),
    ),
  ];
  bulgeCorneaNormals(parts, [eyes.left, eyes.right]);
  roundHairNormals(parts, joints.find(({ name }) => name === 'leftEye')!.position);
  const lit = bakeAmbientOcclusion(parts);
  const worn = parts.filter(({ substance }) => substance === 'cloth');
  const shaded = parts.map((part, i) => ({
    ...part,
    occlusion: part.substance === 'skin' ? bakeContactShadow(part, lit[i]!, worn) : lit[i]!,
  }));
  return { id: recipe.id, sex: ACTORS.find(({ id }) => id === recipe.id)!.sex, joints, parts: shaded, textures };
}

/** How the face's shapes carry an attachment: displacements by shape. */
type TransferShapes = (carried: {
  proxy: ProxyMesh;
  positions: Float32Array;
  shapes: Shapes;
  face: Face;
}) => Map<string, Field>;

/** As the skin that it hangs on. */
const transferFromSkin: TransferShapes = ({ proxy, shapes }) => {
  const bare = { ...proxy, offsets: new Float32Array(proxy.offsets.length) };
  return new Map([...shapes.fields].map(([shape, field]) => [shape, fitProxy(bare, field, 0)]));
};

/** The lower row rides on the jaw. */
const transferToTeeth: TransferShapes = ({ proxy, positions, shapes, face }) => {
  const lower = findLowerTeeth(proxy, face);
  return byJaw(positions, shapes, (v) => lower[v]!);
};

/** With the edge of the lid that they stand on. */
const transferToLashes: TransferShapes = (carried) =>
  new Map([...transferFromSkin(carried), ...carried.shapes.carryLashes(carried.positions)]);

function byJaw(positions: Float32Array, { jaw }: Shapes, rides: (vertex: number) => boolean): Map<string, Field> {
  return new Map(
    [...jaw].map(([shape, move]) => [
      shape,
      createField(positions, (_x, y, z, v) => (rides(v) ? move(y, z) : undefined)),
    ]),
  );
}

/** The bulge before the iris: so far before its middle the iris lies, which is hollow; it ends so far from the axis, metres. */
const CORNEA = { depth: 0.0036, from: 0.0055, to: 0.0085 };

/** Gives the eyeballs the normals of the clear bulge before the iris: the highlight stands on the bulge, alike on eyes of all depths. */
function bulgeCorneaNormals(parts: readonly Part[], eyes: readonly Eyeball[]): void {
  for (const { substance, positions, normals } of parts) {
    if (substance !== 'eye') continue;
    for (const { centre } of eyes) {
      const own = [...new Array(positions.length / 3).keys()].filter((v) => centre[0] * positions[3 * v]! > 0);
      const from = (v: number): Vector => [
        positions[3 * v]! - centre[0],
        positions[3 * v + 1]! - centre[1],
        positions[3 * v + 2]! - centre[2],
      ];
      const [, , iris] = own
        .map(from)
        .filter(([, , z]) => z > 0)
        .reduce((a, b) => (Math.hypot(b[0], b[1]) < Math.hypot(a[0], a[1]) ? b : a));
      for (const v of own) {
        const [x, y, z] = from(v);
        const bulge = z > 0 ? (iris - CORNEA.depth) * smoothStep(CORNEA.to, CORNEA.from, Math.hypot(x, y)) : 0;
        const out = [x, y, z - bulge] as const;
        const length = Math.hypot(...out);
        for (let k = 0; k < 3; k++) normals[3 * v + k] = out[k]! / length;
      }
    }
  }
}

/** How far brows are lifted off the skin, out of which some of them do not come everywhere, metres. */
const BROWS_LIFT = 0.0016;

/** Lifts the brows forwards, and a little outwards where the forehead turns to the side. */
function liftBrows(_proxy: ProxyMesh, positions: Float32Array): void {
  for (let at = 0; at < positions.length; at += 3) {
    positions[at]! += BROWS_LIFT * Math.max(-0.8, Math.min(0.8, positions[at]! / 0.06));
    positions[at + 2]! += BROWS_LIFT;
  }
}

/** Gloss of hair whose recipe does not say. */
const GLOSS = 0.4;
/** By how much the normals of hair are those of a ball about the head, on which panels have no seams. */
const ROUNDNESS = 0.85;
/** The middle of that ball from the eyes: behind them, metres. */
const BALL = { above: 0.015, behind: 0.09 };

/** Lights hair as the volume that it is, not as the cards that it is made of. */
function roundHairNormals(parts: readonly Part[], [, y, z]: readonly [number, number, number]): void {
  const middle = [0, y + BALL.above, z - BALL.behind];
  for (const { substance, positions, normals } of parts) {
    if (substance !== 'hair') continue;
    for (let at = 0; at < positions.length; at += 3) {
      const out = middle.map((from, k) => positions[at + k]! - from);
      const length = Math.hypot(...out);
      const mixed = out.map((value, k) => (ROUNDNESS * value) / length + (1 - ROUNDNESS) * normals[at + k]!);
      const mixedLength = Math.hypot(...mixed) || 1;
      for (let k = 0; k < 3; k++) normals[at + k] = mixed[k]! / mixedLength;
    }
  }
}

/** How a proxy is drawn and moved. */
interface PartOptions {
  roughness: number;
  alpha?: Material['alpha'];
  doubleSided?: boolean;
  /** Longer edges are parted, as they are seen as corners of its outline, metres; it stays as it is without. */
  finest?: number;
  /** How the face's shapes move it; none without. */
  carry?: TransferShapes;
  /** Puts it right on the face before anything else. */
  place?: (proxy: ProxyMesh, positions: Float32Array) => void;
  joint?: 'head' | 'jaw';
  /** Tells whether a triangle is drawn, by its first entry. */
  shows?: (mesh: Mesh, positions: Float32Array) => (triangle: number) => boolean;
}

const CARDS: PartOptions = { roughness: 0.6, alpha: 'cutout', doubleSided: true };

function material({ roughness, alpha = 'opaque', doubleSided = false }: PartOptions): Material {
  return { tint: [1, 1, 1], roughness, alpha, doubleSided };
}

/** First entries of the triangles all of whose vertices pass. */
function keep(
  triangles: Uint32Array,
  passes: (vertex: number) => boolean,
  shown: (a: number, b: number, c: number) => boolean = () => true,
): number[] {
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (passes(a) && passes(b) && passes(c) && shown(a, b, c)) kept.push(t);
  }
  return kept;
}
