import type { Part, Substance, Texture } from '@talking-avatar/avatar/model';
import { thickenEdges } from '../geometry/cloth-rim.ts';
import { drapeCloth } from '../geometry/drape.ts';
import { extractPart, type PartSource } from '../geometry/part.ts';
import { subdivideLongEdges } from '../geometry/subdivide.ts';
import { bindToJoints, fitProxy, lowerArms, type PolygonMesh, type ProxyMesh } from '../makehuman/index.ts';
import { EYES, type Field, isEyeball, roundEyeballs } from '../shapes/index.ts';
import { type TransferShapes, transferToLashes } from '../transfer-shapes.ts';
import { addTexture, COLLAR_BELOW_HEAD, type Figure, positionOf } from './figure.ts';
import { CARDS, type Look, makeMaterial } from './material.ts';
import { selectTriangles } from './select-triangles.ts';

/** Maximum collar edge length in each pass, and maximum distance of a collar below the head joint, in meters. */
const COLLAR_EDGES = [0.02, 0.011] as const;
const COLLAR_DEPTH = 0.17;

export const makeClothes = (figure: Figure): Part[] =>
  figure.recipe.clothes.map(({ proxy }, i) => {
    const { mesh, texture } = figure.painted.clothes[i]!;
    const cloth = fitPart(figure, `cloth${i + 1}`, 'cloth', proxy, texture, { roughness: 0.8, doubleSided: true, mesh });
    return extractPart(finishCollar(figure, cloth));
  });

/** Drapes a garment around the neck using smaller triangles, and thickens its edges. */
function finishCollar({ joints, collarHeight }: Figure, cloth: PartSource): PartSource {
  const lowest = collarHeight + COLLAR_BELOW_HEAD - COLLAR_DEPTH;
  const fine = COLLAR_EDGES.reduce((finer, longest) => subdivideLongEdges(finer, longest, { lowest, curvature: 0 }), cloth);
  return thickenEdges(drapeCloth(fine, positionOf(joints, 'neck'), lowest), lowest);
}

export function makeEyes(figure: Figure): Part {
  const { left, right } = figure.eyes;
  return extractPart(
    fitPart(figure, 'eyes', 'eye', EYES, figure.painted.eye, {
      roughness: 0.1,
      adjust: (positions) => roundEyeballs(positions, [left, right]),
      keeps: isEyeball,
    }),
  );
}

export const makeLashes = (figure: Figure): Part =>
  extractPart(
    fitPart(figure, 'lashes', 'lashes', figure.recipe.lashes.proxy, figure.painted.lashes, {
      ...CARDS,
      transfer: transferToLashes,
      adjust: (positions) => figure.shapes.trimLashes(positions),
    }),
  );

interface PartOptions extends Look {
  /** Transfers the face shapes to the part. By default, the part does not move. */
  transfer?: TransferShapes;
  /** Adjusts the part's position on the face before anything else. */
  adjust?: (positions: Float32Array) => void;
  /** Replaces the triangles and texture coordinates of the proxy. */
  mesh?: PolygonMesh;
  /** Selects which proxy triangles to keep, by first index. */
  keeps?: (proxy: ProxyMesh, triangle: number) => boolean;
}

/** Fits a MakeHuman proxy to the body and poses it. */
function fitPart(
  figure: Figure,
  name: string,
  substance: Substance,
  proxyName: string,
  texture: Texture,
  options: PartOptions,
): PartSource {
  const { assets, face, shapes, fields, cutHeight } = figure;
  const { base } = assets;
  const proxy = assets.proxy(proxyName);
  const { mesh = proxy } = options;
  const positions = fitProxy(proxy, face.positions, 1);
  options.adjust?.(positions);
  const transferred = options.transfer?.({ proxy, positions, shapes, allFields: fields }) ?? new Map<string, Field>();
  lowerArms(base, face.positions, proxy.skinning, positions);
  return {
    name,
    substance,
    mesh,
    positions,
    triangleStarts: selectTriangles(mesh.triangles, (v) => positions[3 * v + 1]! > cutHeight).filter(
      (t) => options.keeps?.(proxy, t) ?? true,
    ),
    binding: bindToJoints(base, proxy.skinning),
    shapes: transferred,
    material: { ...makeMaterial(options), color: addTexture(figure, texture) },
  };
}
