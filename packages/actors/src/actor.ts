import type { ActorModel, Material, Part, Substance, Texture } from '@talking-avatar/avatar/model';
import { ACTORS } from '@talking-avatar/contract';
import { repackSkinUvs } from './geometry/atlas.ts';
import { findCoveredVertices, resolveClothPenetration } from './geometry/cloth-penetration.ts';
import { thickenEdges } from './geometry/cloth-rim.ts';
import { bakeContactShadow } from './geometry/contact-shadow.ts';
import { bulgeCorneaNormals } from './geometry/cornea.ts';
import { drapeCloth } from './geometry/drape.ts';
import { projectEyeUvs } from './geometry/eye-uvs.ts';
import { CUT_BELOW_EYES } from './geometry/garment.ts';
import { growBrows } from './geometry/groom/brows.ts';
import { bakeAmbientOcclusion } from './geometry/occlusion.ts';
import { extractPart, type PartSource } from './geometry/part.ts';
import { roundHead } from './geometry/rounding.ts';
import { subdivideLongEdges } from './geometry/subdivide.ts';
import { findLowerLipEdge, placeMesh, placeMouth } from './geometry/teeth.ts';
import { createGroomer, growHairlineOf } from './groom.ts';
import { bakeRelief } from './hair-relief.ts';
import { type MouthMesh, mouthMeshes } from './ict/mouth.ts';
import {
  type Assets,
  bindToJoint,
  bindToJoints,
  fitProxy,
  lowerArms,
  type PolygonMesh,
  type ProxyMesh,
  placeJoints,
  type Recipe,
} from './makehuman/index.ts';
import {
  buildShapes,
  EYES,
  type Face,
  type Field,
  findEyeballs,
  headScale,
  isEyeball,
  keepBrowsInShape,
  roundEyeballs,
  TONGUE_CORRECTIVES,
  tongueShapes,
} from './shapes/index.ts';
import type { ActorTextures } from './textures/actor-textures.ts';
import { type TransferShapes, transferFromJaw, transferToLashes } from './transfer-shapes.ts';

/** Distance of collars below the joint of the head, at least, metres. */
const COLLAR_BELOW_HEAD = 0.03;
/** Half the width of the lower lip that lies under a tongue that is put out, metres: beside its middle, a lip is higher. */
const UNDER_TONGUE = 0.0048;
/** Longest edges of collars, one after the other, metres, and their distance below the joint of the head, at most. */
const COLLAR_EDGES = [0.02, 0.011] as const;
const COLLAR_DEPTH = 0.17;

/**
 * Bakes an actor from its recipe.
 *
 * @param recipe body, face, hair and clothes of the actor
 * @param assets MakeHuman's meshes and targets
 * @param face of the recipe
 * @param paintedTextures textures of the actor
 */
export async function bakeActor(recipe: Recipe, assets: Assets, face: Face, paintedTextures: ActorTextures): Promise<ActorModel> {
  const { base } = assets;
  const body = face.positions;
  const eyes = findEyeballs(assets, body);
  const joints = placeJoints(base, body).map((joint) => {
    const eye = { leftEye: eyes.left, rightEye: eyes.right }[joint.name as string];
    return eye ? { ...joint, position: eye.centre } : joint;
  });
  const collarHeight = joints.find(({ name }) => name === 'head')!.position[1] - COLLAR_BELOW_HEAD;
  const cutHeight = joints.find(({ name }) => name === 'leftEye')!.position[1] - CUT_BELOW_EYES;
  const shapes = buildShapes(assets, face, eyes);
  const allFields = new Map([...shapes.fields, ...shapes.correctives.map(({ name, field }) => [name, field] as const)]);
  const textures: Texture[] = [];
  const scale = 1;

  const hiddenByClothes = new Uint8Array(base.positions.length / 3);
  for (const { proxy } of recipe.clothes)
    assets.proxy(proxy).hides.forEach((hides, v) => {
      if (hides) hiddenByClothes[v] = 1;
    });

  const mouth = placeMouth(face, headScale(face, eyes));
  const addMouthPart = (
    name: 'teeth' | 'tongue',
    mesh: MouthMesh,
    texture: Texture,
    roughness: number,
    shapesOf: (positions: Float32Array) => Map<string, Field> = () => new Map(),
  ): Part => {
    const positions = placeMesh(mesh, mouth);
    const moved = transferFromJaw(positions, shapes, (v) => mesh.lower[v] === 1);
    const [jaw, head] = (['jaw', 'head'] as const).map((joint) => bindToJoint(joint, mesh.lower.length));
    return extractPart({
      name,
      substance: name,
      mesh,
      positions,
      triangleStarts: Array.from({ length: mesh.triangles.length / 3 }, (_, t) => 3 * t),
      binding: {
        joints: jaw!.joints.map((joint, i) => (mesh.lower[i >> 2] ? joint : head!.joints[i]!)),
        weights: jaw!.weights,
      },
      shapes: new Map([...moved, ...shapesOf(positions)]),
      material: { ...material({ roughness }), colour: textures.push(texture) - 1 },
    });
  };
  const { teeth, tongue } = mouthMeshes();

  const trimLashes = (_proxy: ProxyMesh, positions: Float32Array): void => shapes.trimLashes(positions);

  const addProxy = (name: string, substance: Substance, proxyName: string, texture: Texture, options: PartOptions): Part => {
    const proxy = assets.proxy(proxyName);
    const { mesh = proxy } = options;
    const positions = fitProxy(proxy, body, scale);
    options.adjust?.(proxy, positions);
    const transferred = options.transfer?.({ proxy, positions, shapes, allFields }) ?? new Map<string, Field>();
    lowerArms(base, body, proxy.skinning, positions);
    const shows = options.keeps?.(proxy, positions);
    const source: PartSource = {
      name,
      substance,
      mesh,
      positions,
      triangleStarts: selectTriangles(mesh.triangles, (v) => positions[3 * v + 1]! > cutHeight).filter((t) => shows?.(t) ?? true),
      binding: options.joint ? bindToJoint(options.joint, positions.length / 3) : bindToJoints(base, proxy.skinning),
      shapes: transferred,
      material: { ...material(options), colour: textures.push(texture) - 1 },
    };
    if (substance === 'cloth') {
      const lowest = collarHeight + COLLAR_BELOW_HEAD - COLLAR_DEPTH;
      const fine = COLLAR_EDGES.reduce((finer, longest) => subdivideLongEdges(finer, longest, { lowest, curvature: 0 }), source);
      const draped = drapeCloth(fine, joints.find(({ name }) => name === 'neck')!.position, lowest);
      return extractPart(thickenEdges(draped, lowest));
    }
    return extractPart(source);
  };

  const posed = body.slice();
  roundHead(posed, base, face.triangles);
  lowerArms(base, body, base.skinning, posed);
  const clothes = Float32Array.from(
    recipe.clothes.flatMap(({ proxy: name }) => {
      const proxy = assets.proxy(name);
      const positions = fitProxy(proxy, body, scale);
      lowerArms(base, body, proxy.skinning, positions);
      return [...proxy.triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
    }),
  );
  const skinStarts = selectTriangles(
    face.triangles,
    (v) => posed[3 * v + 1]! > cutHeight,
    (a, b, c) => !(hiddenByClothes[a] && hiddenByClothes[b] && hiddenByClothes[c]),
  );
  const skinTriangles = Uint32Array.from(skinStarts.flatMap((t) => [...face.triangles.subarray(t, t + 3)]));
  resolveClothPenetration(posed, skinTriangles, collarHeight, clothes);
  const covered = findCoveredVertices(posed, skinTriangles, collarHeight, clothes);
  const skin: PartSource = {
    name: 'skin',
    substance: 'skin',
    mesh: repackSkinUvs(base),
    positions: posed,
    triangleStarts: skinStarts.filter((_, i) => [0, 1, 2].some((k) => !covered[skinTriangles[3 * i + k]!])),
    binding: bindToJoints(base, base.skinning),
    shapes: keepBrowsInShape(allFields, face, eyes, paintedTextures.eyebrows),
    material: {
      ...material({ roughness: paintedTextures.skin.roughness }),
      colour: textures.push(paintedTextures.skin.colour) - 1,
      normal: textures.push(paintedTextures.skin.normal) - 1,
      surface: textures.push(paintedTextures.skin.surface) - 1,
    },
  };
  const skinPart = extractPart(skin);
  const cloths = recipe.clothes.map(({ proxy }, i) => {
    const { mesh, texture } = paintedTextures.clothes[i]!;
    return addProxy(`cloth${i + 1}`, 'cloth', proxy, texture, { roughness: 0.8, doubleSided: true, mesh });
  });
  const mouthY = face.line.y[face.line.y.length >> 1]!;
  const groomer = createGroomer(skinPart, cloths, joints, eyes.left.centre, mouthY, paintedTextures.lips);
  const groomed = recipe.hair.map((hair, i) =>
    groomer.groom(`hair${i + 1}`, hair, {
      ...material({ ...CARDS, ...(hair.beard && { alpha: 'blend' }), roughness: 1 - hair.gloss }),
      colour: textures.push(paintedTextures.hair[i]!.cards) - 1,
    }),
  );
  const parts: Part[] = [
    skinPart,
    addProxy('eyes', 'eye', EYES, paintedTextures.eye, {
      roughness: 0.1,
      adjust: (_proxy, positions) => roundEyeballs(positions, [eyes.left, eyes.right]),
      keeps: (mesh) => (t) => isEyeball(mesh, t),
    }),
    addMouthPart('teeth', teeth, paintedTextures.teeth, 0.21),
    addMouthPart('tongue', tongue, paintedTextures.tongue, 0.28, (positions) =>
      tongueShapes(positions, { incisors: mouth.incisors, lip: findLowerLipEdge(face, UNDER_TONGUE) }),
    ),
    growBrows(skinPart, paintedTextures.eyebrows, {
      ...material({ roughness: 0.6, alpha: 'cutout', doubleSided: true }),
      colour: textures.push(paintedTextures.brows) - 1,
    }),
    addProxy('lashes', 'lashes', recipe.lashes.proxy, paintedTextures.lashes, {
      ...CARDS,
      transfer: transferToLashes,
      adjust: trimLashes,
    }),
    ...groomed.flatMap(({ parts }) => parts),
    ...cloths,
  ];
  bulgeCorneaNormals(parts, [eyes.left, eyes.right]);
  projectEyeUvs(parts, [eyes.left, eyes.right]);
  const occlusions = bakeAmbientOcclusion(parts);
  const garments = parts.filter(({ substance }) => substance === 'cloth');
  const shaded = parts.map((part, i) => ({
    ...part,
    occlusion: part.substance === 'skin' ? bakeContactShadow(part, occlusions[i]!, garments) : occlusions[i]!,
  }));
  const fine = recipe.hair.map((hair, i) => {
    const { roughness } = shaded.find(({ name }) => name === `hair${i + 1}`)!.material;
    // Single hairs shine less than the surface that many form.
    const look = material({ roughness: (1 + roughness) / 2, alpha: 'blend', doubleSided: true });
    const colour = textures.push(paintedTextures.hair[i]!.fine) - 1;
    return growHairlineOf(hair, shaded[0]!, groomer.frame, paintedTextures.lips, { ...look, colour }, `fine${i + 1}`);
  });
  const crown = recipe.hair.findIndex(({ beard }) => !beard);
  const relief =
    crown < 0
      ? undefined
      : await bakeRelief(recipe.hair[crown]!, {
          name: `hair${crown + 1}`,
          fine: `fine${crown + 1}`,
          guides: groomed[crown]!.guides,
          material: groomed[crown]!.parts[0]!.material,
          surfaces: [skinPart, ...cloths],
          groomer,
          centre: [0, 1, 2].map((k) => (eyes.left.centre[k]! + eyes.right.centre[k]!) / 2) as [number, number, number],
        });
  const { sex } = ACTORS.find(({ id }) => id === recipe.id)!;
  return {
    id: recipe.id,
    sex,
    joints,
    textures,
    // Those that shapes move come first: the renderer uploads their vertices, in one piece, each frame.
    parts: [...shaded, ...fine].sort((a, b) => Number(b.morphs.size > 0) - Number(a.morphs.size > 0)),
    ...(relief && { relief }),
    correctives: [...shapes.correctives.map(({ field: _, ...corrective }) => corrective), ...TONGUE_CORRECTIVES],
  };
}

/** How a proxy is rendered and moved. */
interface PartOptions {
  roughness: number;
  alpha?: Material['alpha'];
  doubleSided?: boolean;
  /** How the face's shapes move it; not at all by default. */
  transfer?: TransferShapes;
  /** Adjusts its position on the face before anything else. */
  adjust?: (proxy: ProxyMesh, positions: Float32Array) => void;
  joint?: 'head' | 'jaw';
  /** Replaces the triangles and texture coordinates of the proxy. */
  mesh?: PolygonMesh;
  /** Returns a predicate for the triangles that are kept, by their first index. */
  keeps?: (mesh: PolygonMesh, positions: Float32Array) => (triangle: number) => boolean;
}

const CARDS: PartOptions = { roughness: 0.6, alpha: 'cutout', doubleSided: true };

function material({ roughness, alpha = 'opaque', doubleSided = false }: PartOptions): Material {
  return { tint: [1, 1, 1], roughness, alpha, doubleSided };
}

/** Returns the first indices of the triangles whose vertices all pass. */
function selectTriangles(
  triangles: Uint32Array,
  passes: (vertex: number) => boolean,
  keeps: (a: number, b: number, c: number) => boolean = () => true,
): number[] {
  const starts: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (passes(a) && passes(b) && passes(c) && keeps(a, b, c)) starts.push(t);
  }
  return starts;
}
