import type { Part } from '@talking-avatar/avatar/model';
import { repackSkinUvs } from '../geometry/atlas.ts';
import { findCoveredVertices, resolveClothPenetration } from '../geometry/cloth-penetration.ts';
import { extractPart } from '../geometry/part.ts';
import { roundHead } from '../geometry/rounding.ts';
import { bindToJoints, fitProxy, lowerArms } from '../makehuman/index.ts';
import { keepBrowsInShape } from '../shapes/index.ts';
import { addTexture, type Figure } from './figure.ts';
import { makeMaterial } from './material.ts';
import { selectTriangles } from './select-triangles.ts';

export function makeSkin(figure: Figure): Part {
  const { assets, face, painted, eyes, cutHeight, collarHeight } = figure;
  const { base } = assets;
  const posed = face.positions.slice();
  roundHead(posed, base, face.triangles);
  lowerArms(base, face.positions, base.skinning, posed);
  const clothes = placeClothTriangles(figure);
  const hidden = findHiddenByClothes(figure);
  const starts = selectTriangles(
    face.triangles,
    (v) => posed[3 * v + 1]! > cutHeight,
    (a, b, c) => !(hidden[a] && hidden[b] && hidden[c]),
  );
  const triangles = Uint32Array.from(starts.flatMap((t) => [...face.triangles.subarray(t, t + 3)]));
  resolveClothPenetration(posed, triangles, collarHeight, clothes);
  const covered = findCoveredVertices(posed, triangles, collarHeight, clothes);
  const { color, normal, surface, roughness } = painted.skin;
  return extractPart({
    name: 'skin',
    substance: 'skin',
    mesh: repackSkinUvs(base),
    positions: posed,
    triangleStarts: starts.filter((_, i) => [0, 1, 2].some((k) => !covered[triangles[3 * i + k]!])),
    binding: bindToJoints(base, base.skinning),
    shapes: keepBrowsInShape(figure.fields, face, eyes, painted.eyebrows),
    material: {
      ...makeMaterial({ roughness }),
      color: addTexture(figure, color),
      normal: addTexture(figure, normal),
      surface: addTexture(figure, surface),
    },
  });
}

/** Returns the corner positions of all clothing triangles, before the clothes are cut and draped. */
const placeClothTriangles = ({ recipe, assets, face: { positions: body } }: Figure): Float32Array =>
  Float32Array.from(
    recipe.clothes.flatMap(({ proxy: name }) => {
      const proxy = assets.proxy(name);
      const positions = fitProxy(proxy, body, 1);
      lowerArms(assets.base, body, proxy.skinning, positions);
      return [...proxy.triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
    }),
  );

/** Returns 1 for each body vertex that MakeHuman would hide under clothes. */
function findHiddenByClothes({ recipe, assets }: Figure): Uint8Array {
  const hidden = new Uint8Array(assets.base.positions.length / 3);
  for (const { proxy } of recipe.clothes)
    assets.proxy(proxy).hides.forEach((hides, v) => {
      if (hides) hidden[v] = 1;
    });
  return hidden;
}
