import { ACTORS } from '../../contract/index.ts';
import {
  type Assets,
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
import type { ActorModel, Material, Part, Substance, Texture } from '../model/index.ts';
import { unitShapes } from '../shapes/index.ts';
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
  const joints = placeJoints(base, body);
  const floor = joints.find(({ name }) => name === 'leftEye')!.position[1] - CUT_BELOW_EYES;
  const shapes = unitShapes(assets, recipe.build);
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
    const carried = new Map<string, Float32Array>();
    if (look.moves !== false)
      for (const [shape, moved] of shapes)
        carried.set(shape, fitProxy({ ...proxy, offsets: new Float32Array(proxy.offsets.length) }, moved, 0));
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
    shapes,
    material: { ...material({ roughness: 0.5 }), colour: textures.push(paints.skin) - 1 },
  };
  const parts: Part[] = [
    cutPart(skin),
    wear('eyes', 'eye', 'eyes/HighPolyEyes', paints.eye, { roughness: 0.1, moves: false, shows: isEyeball }),
    wear('teeth', 'teeth', 'teeth/Teeth_Base', paints.teeth, { roughness: 0.25 }),
    wear('tongue', 'tongue', 'tongue/tongue01', paints.tongue, { roughness: 0.35 }),
    wear('brows', 'brows', recipe.brows.proxy, paints.brows, { ...CARDS, tint: recipe.brows.tint }),
    wear('lashes', 'lashes', recipe.lashes.proxy, paints.lashes, CARDS),
    wear('hair', 'hair', recipe.hair.proxy, paints.hair, { ...CARDS, tint: recipe.hair.tint, moves: false }),
    ...recipe.clothes.map(({ proxy, tint }, i) =>
      wear(`cloth${i + 1}`, 'cloth', proxy, paints.clothes[i]!, {
        roughness: 0.8,
        doubleSided: true,
        moves: false,
        ...(tint ? { tint } : {}),
      }),
    ),
  ];
  return { id: recipe.id, sex: ACTORS.find(({ id }) => id === recipe.id)!.sex, joints, parts, textures };
}

/** How a proxy is drawn and moved. */
interface Look {
  roughness: number;
  alpha?: Material['alpha'];
  doubleSided?: boolean;
  tint?: Colour;
  /** False where shapes do not reach. */
  moves?: boolean;
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
