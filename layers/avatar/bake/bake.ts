import { ACTORS } from '../../contract/index.ts';
import {
  type Assets,
  type Attachment,
  bindToJoint,
  bindToJoints,
  type Colour,
  fitProxy,
  lowerArms,
  type Mesh,
  placeJoints,
  type Recipe,
  shapeBody,
} from '../human/index.ts';
import { fitSphere } from '../mesh/index.ts';
import type { ActorModel, Material, Part, Substance, Texture } from '../model/index.ts';
import { buildShapes, type Eyeball, type Field, fieldOf, type Shapes, tongueOut } from '../shapes/index.ts';
import { type Cloth, cutPart } from './part.ts';

/** Painted textures; clothes in the order of the recipe. */
export interface Paints {
  skin: Texture;
  eye: Texture;
  teeth: Texture;
  tongue: Texture;
  brows: Texture;
  lashes: Texture;
  hair: Texture;
  clothes: readonly Texture[];
}

/** What is farther below the eyes is out of the widest camera, metres. */
const CUT_BELOW_EYES = 0.62;

/**
 * Makes an actor from its recipe.
 *
 * @param recipe Who it is and what it wears.
 * @param assets MakeHuman's meshes and targets.
 * @param paints Its textures.
 */
export function bakeActor(recipe: Recipe, assets: Assets, paints: Paints): ActorModel {
  const { base } = assets;
  const body = shapeBody(assets, recipe.build, recipe.details);
  const eyes = findEyeballs(assets, body);
  const joints = placeJoints(base, body).map((joint) => {
    const eye = { leftEye: eyes.left, rightEye: eyes.right }[joint.name as string];
    return eye ? { ...joint, position: eye.centre } : joint;
  });
  const floor = joints.find(({ name }) => name === 'leftEye')!.position[1] - CUT_BELOW_EYES;
  const shapes = buildShapes(assets, recipe.build, body, eyes);
  const textures: Texture[] = [];
  const scale = 1;

  const hidden = new Uint8Array(base.positions.length / 3);
  for (const { proxy } of recipe.clothes)
    assets.proxy(proxy).hides.forEach((hides, v) => {
      if (hides) hidden[v] = 1;
    });

  const wear = (name: string, substance: Substance, proxyName: string, paint: Texture, look: Look): Part => {
    const proxy = assets.proxy(proxyName);
    const positions = fitProxy(proxy, body, scale);
    const carried = look.carry?.({ proxy, positions, shapes }) ?? new Map<string, Field>();
    lowerArms(base, body, proxy.skinning, positions);
    return cutPart({
      name,
      substance,
      mesh: proxy,
      positions,
      kept: keep(proxy.triangles, (v) => positions[3 * v + 1]! > floor).filter((t) => look.shows?.(proxy, t) ?? true),
      binding: look.joint ? bindToJoint(look.joint, positions.length / 3) : bindToJoints(base, proxy.skinning),
      shapes: carried,
      material: { ...material(look), colour: textures.push(paint) - 1 },
    });
  };

  const posed = body.slice();
  lowerArms(base, body, base.skinning, posed);
  const skin: Cloth = {
    name: 'skin',
    substance: 'skin',
    mesh: base,
    positions: posed,
    kept: keep(
      base.triangles.subarray(0, 3 * base.bodyTriangles),
      (v) => posed[3 * v + 1]! > floor,
      (a, b, c) => !(hidden[a] && hidden[b] && hidden[c]),
    ),
    binding: bindToJoints(base, base.skinning),
    shapes: shapes.fields,
    material: { ...material({ roughness: 0.5 }), colour: textures.push(paints.skin) - 1 },
  };
  const parts: Part[] = [
    cutPart(skin),
    wear('eyes', 'eye', EYES, paints.eye, { roughness: 0.1, shows: isEyeball }),
    wear('teeth', 'teeth', 'teeth/Teeth_Base', paints.teeth, { roughness: 0.25, carry: carryTeeth }),
    wear('tongue', 'tongue', 'tongue/tongue01', paints.tongue, { roughness: 0.35, carry: carryTongue }),
    wear('brows', 'brows', recipe.brows.proxy, paints.brows, { ...CARDS, tint: recipe.brows.tint, carry: carryBySkin }),
    wear('lashes', 'lashes', recipe.lashes.proxy, paints.lashes, { ...CARDS, carry: carryLashes }),
    wear('hair', 'hair', recipe.hair.proxy, paints.hair, { ...CARDS, tint: recipe.hair.tint }),
    ...recipe.clothes.map(({ proxy, tint }, i) =>
      wear(`cloth${i + 1}`, 'cloth', proxy, paints.clothes[i]!, {
        roughness: 0.8,
        doubleSided: true,
        ...(tint ? { tint } : {}),
      }),
    ),
  ];
  return { id: recipe.id, sex: ACTORS.find(({ id }) => id === recipe.id)!.sex, joints, parts, textures };
}

/** How the face's shapes carry an attachment: displacements by shape. */
type Carry = (carried: { proxy: Attachment; positions: Float32Array; shapes: Shapes }) => Map<string, Field>;

/** As the skin that it hangs on. */
const carryBySkin: Carry = ({ proxy, shapes }) => {
  const bare = { ...proxy, offsets: new Float32Array(proxy.offsets.length) };
  return new Map([...shapes.fields].map(([shape, field]) => [shape, fitProxy(bare, field, 0)]));
};

/** The lower row rides on the jaw. */
const carryTeeth: Carry = ({ proxy, positions, shapes }) => {
  const lower = lowerRow(proxy, shapes);
  return byJaw(positions, shapes, (v) => lower[v]!);
};

const carryTongue: Carry = ({ positions, shapes }) =>
  byJaw(positions, shapes, () => true).set('tongueOut', tongueOut(positions));

/** With the edge of the lid that they stand on. */
const carryLashes: Carry = (carried) => {
  const fields = carryBySkin(carried);
  for (const [shape, { side, move }] of carried.shapes.lidMoves)
    fields.set(shape, carried.shapes.lids[side].move(carried.positions, move, true));
  return fields;
};

function byJaw(positions: Float32Array, { jaw }: Shapes, rides: (vertex: number) => boolean): Map<string, Field> {
  return new Map(
    [...jaw].map(([shape, move]) => [
      shape,
      fieldOf(positions, (x, y, z, v) => (rides(v) ? move(x, y, z) : undefined)),
    ]),
  );
}

/** Which of the teeth are on the jaw: those whose anchors an opened mouth takes along. */
function lowerRow({ anchors }: Attachment, { fields }: Shapes): boolean[] {
  const open = fields.get('jawOpen')!;
  return Array.from({ length: anchors.length / 3 }, (_, v) => open[3 * anchors[3 * v]! + 1]! < -0.008);
}

/** The eyeballs on a body: the spheres through the whites. */
function findEyeballs(assets: Assets, body: Float32Array): { left: Eyeball; right: Eyeball } {
  const proxy = assets.proxy(EYES);
  const positions = fitProxy(proxy, body, 1);
  const white = new Set<number>();
  for (let t = 0; t < proxy.triangles.length; t += 3)
    if (isEyeball(proxy, t)) for (let k = t; k < t + 3; k++) white.add(proxy.triangles[k]!);
  const [left, right] = [1, -1].map((side) => {
    const own = [...white].filter((v) => positions[3 * v]! * side > 0);
    const front = Math.max(...own.map((v) => positions[3 * v + 2]!));
    const behindIris = own.filter((v) => positions[3 * v + 2]! < front - IRIS_DEPTH);
    return fitSphere(Float32Array.from(behindIris.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])));
  });
  return { left: left!, right: right! };
}

const EYES = 'eyes/HighPolyEyes';
/** The iris lies within this of the front of the eyeball, metres. */
const IRIS_DEPTH = 0.0045;

/** How a proxy is drawn and moved. */
interface Look {
  roughness: number;
  alpha?: Material['alpha'];
  doubleSided?: boolean;
  tint?: Colour;
  /** How the face's shapes move it; none without. */
  carry?: Carry;
  joint?: 'head' | 'jaw';
  /** Whether a triangle is drawn, by its first entry. */
  shows?: (mesh: Mesh, triangle: number) => boolean;
}

const CARDS: Look = { roughness: 0.6, alpha: 'cutout', doubleSided: true };

/** Where the cornea lies in the texture of MakeHuman's eyes: beyond this in both directions. */
const CORNEA_UV = 0.85;

function isEyeball({ uvs, uvTriangles }: Mesh, triangle: number): boolean {
  const uv = uvTriangles[triangle]!;
  return !(uvs[2 * uv]! > CORNEA_UV && uvs[2 * uv + 1]! > CORNEA_UV);
}

function material({ roughness, alpha = 'opaque', doubleSided = false, tint = [255, 255, 255] }: Look): Material {
  const linear = (value: number): number => (value / 255) ** 2.2;
  return { tint: [linear(tint[0]), linear(tint[1]), linear(tint[2])], roughness, alpha, doubleSided };
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
