import type { Part, Texture } from '@talking-avatar/avatar/model';
import { extractPart } from '../geometry/part.ts';
import { findLowerLipEdge, type MouthPlace, placeMesh, placeMouth } from '../geometry/teeth.ts';
import { type MouthMesh, mouthMeshes } from '../ict/mouth.ts';
import { bindToJoint } from '../makehuman/index.ts';
import { type Field, headScale, tongueShapes } from '../shapes/index.ts';
import { transferFromJaw } from '../transfer-shapes.ts';
import { addTexture, type Figure } from './figure.ts';
import { makeMaterial } from './material.ts';

/** Half the width of the lower lip under an extended tongue, in meters. The lip gets higher away from its middle. */
const UNDER_TONGUE = 0.0048;

export function makeMouth(figure: Figure): Part[] {
  const { face, eyes, painted } = figure;
  const mouth = placeMouth(face, headScale(face, eyes));
  const { teeth, tongue } = mouthMeshes();
  return [
    makeMouthPart(figure, mouth, 'teeth', teeth, painted.teeth, 0.21),
    makeMouthPart(figure, mouth, 'tongue', tongue, painted.tongue, 0.28, (positions) =>
      tongueShapes(positions, { incisors: mouth.incisors, lip: findLowerLipEdge(face, UNDER_TONGUE) }),
    ),
  ];
}

/** @param ownShapes shapes of the part in addition to the jaw shapes */
function makeMouthPart(
  figure: Figure,
  mouth: MouthPlace,
  name: 'teeth' | 'tongue',
  mesh: MouthMesh,
  texture: Texture,
  roughness: number,
  ownShapes: (positions: Float32Array) => Map<string, Field> = () => new Map(),
): Part {
  const positions = placeMesh(mesh, mouth);
  const withJaw = transferFromJaw(positions, figure.shapes, (v) => mesh.lower[v] === 1);
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
    shapes: new Map([...withJaw, ...ownShapes(positions)]),
    material: { ...makeMaterial({ roughness }), color: addTexture(figure, texture) },
  });
}
