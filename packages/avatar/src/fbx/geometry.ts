import type { FbxMesh, MeshShape } from './mesh.ts';
import { double, entry, type FbxNode, int, node, properties } from './node.ts';
import type { Scene } from './scene.ts';

/** Name of the UV set, which textures reference. */
export const UV_SET = 'UVMap';
/** Name of the blend shape deformer. Shape names must not start with it, because Unreal would strip it. */
const DEFORMER = 'ARKit';

/**
 * Adds a mesh with its blend shapes.
 * @param model ID of the model for the mesh. The geometry must be connected to it before anything is connected to the geometry
 * @returns the geometry ID, and the channel ID of each shape
 */
export function addGeometry(scene: Scene, mesh: FbxMesh, name: string, model: number): { geometry: number; channels: Map<string, number> } {
  const geometry = scene.add({ class: 'Geometry', subclass: 'Mesh' }, name, meshRecords(mesh));
  scene.connect(geometry, model);
  const deformer = scene.add({ class: 'Deformer', subclass: 'BlendShape' }, DEFORMER, [node('Version', [int(100)])]);
  scene.connect(deformer, geometry);
  const channels = new Map<string, number>();
  for (const [shape, deltas] of mesh.shapes) {
    const channel = scene.add({ class: 'Deformer', nameClass: 'SubDeformer', subclass: 'BlendShapeChannel' }, shape, CHANNEL);
    const target = scene.add({ class: 'Geometry', subclass: 'Shape' }, shape, shapeRecords(deltas));
    scene.connect(channel, deformer);
    scene.connect(target, channel);
    channels.set(shape, channel);
  }
  return { geometry, channels };
}

/** The weight is stored twice, for old and new readers. The full weight is 100, stored as a double because Unity requires it. */
const CHANNEL: readonly FbxNode[] = [
  node('Version', [int(100)]),
  node('DeformPercent', [double(0)]),
  node('FullWeights', [Float64Array.of(100)]),
  properties([entry.number('DeformPercent', 0)]),
];

function shapeRecords({ points, positions, normals }: MeshShape): FbxNode[] {
  return [
    properties([]),
    node('Version', [int(100)]),
    node('Indexes', [points]),
    node('Vertices', [positions]),
    node('Normals', [normals]),
  ];
}

function meshRecords(mesh: FbxMesh): FbxNode[] {
  // The last corner of a polygon is stored as its bitwise complement.
  const corners = mesh.triangles.map((point, corner) => (corner % 3 === 2 ? ~point : point));
  const smoothing = new Int32Array(mesh.materialOfTriangle.length).fill(1);
  return [
    properties([]),
    node('GeometryVersion', [int(124)]),
    node('Vertices', [mesh.points]),
    node('PolygonVertexIndex', [corners]),
    layerElement('LayerElementNormal', 101, '', 'ByPolygonVertex', 'Direct', [node('Normals', [mesh.normals])]),
    layerElement('LayerElementUV', 101, UV_SET, 'ByPolygonVertex', 'IndexToDirect', [
      node('UV', [mesh.uvs]),
      node('UVIndex', [mesh.uvOfCorner]),
    ]),
    layerElement('LayerElementSmoothing', 102, '', 'ByPolygon', 'Direct', [node('Smoothing', [smoothing])]),
    layerElement('LayerElementMaterial', 101, '', 'ByPolygon', 'IndexToDirect', [node('Materials', [mesh.materialOfTriangle])]),
    node(
      'Layer',
      [int(0)],
      [
        node('Version', [int(100)]),
        ...['LayerElementNormal', 'LayerElementUV', 'LayerElementSmoothing', 'LayerElementMaterial'].map((type) =>
          node('LayerElement', [], [node('Type', [type]), node('TypedIndex', [int(0)])]),
        ),
      ],
    ),
  ];
}

const layerElement = (type: string, version: number, name: string, mapping: string, reference: string, data: readonly FbxNode[]): FbxNode =>
  node(
    type,
    [int(0)],
    [
      node('Version', [int(version)]),
      node('Name', [name]),
      node('MappingInformationType', [mapping]),
      node('ReferenceInformationType', [reference]),
      ...data,
    ],
  );
