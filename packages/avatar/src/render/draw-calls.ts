import type { ActorModel, Part, Substance } from '../model/index.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { VisibleTriangles } from './hair-triangles.ts';
import { type Detail, FINE_HAIR, hasNormalMap, isAlphaTested, type Materials } from './materials.ts';
import type { Entry, PipelineSetup, Pipelines } from './pipelines.ts';
import type { VertexData } from './vertex-data.ts';

/** A draw call for triangles with the same pipeline and material. */
export interface DrawCall {
  readonly pipeline: GPURenderPipeline;
  readonly bindings: GPUBindGroup;
  readonly indices: GPUBuffer;
  readonly count: number;
}

/**
 * Shader and draw order of each substance. Parts that hide others come first. Skin, the most expensive, comes after the parts that hide it.
 */
const SHADING: Readonly<Record<Substance, { entry: Entry; order: number }>> = {
  hair: { entry: 'hair', order: 0 },
  cloth: { entry: 'cloth', order: 1 },
  skin: { entry: 'skin', order: 2 },
  eye: { entry: 'eye', order: 3 },
  teeth: { entry: 'wet', order: 4 },
  tongue: { entry: 'wet', order: 5 },
  brows: { entry: 'hair', order: 6 },
  lashes: { entry: 'hair', order: 7 },
  generic: { entry: 'generic', order: 2 },
};

/** Returns the pipelines for the opaque and the blended triangles of a part. Fine hair is entirely blended. */
function pipelinesOfPart(part: Part, detail: Detail): { solid?: PipelineSetup; blended?: PipelineSetup } {
  const { entry } = SHADING[part.substance];
  const doubleSided = part.material.doubleSided || isAlphaTested(part);
  const solid = { entry, doubleSided, relief: hasNormalMap(part, detail) };
  const blended =
    entry === 'hair' && part.material.alpha !== 'opaque'
      ? 'wisps'
      : entry === 'generic' && part.material.alpha === 'blend'
        ? 'veil'
        : undefined;
  return {
    ...(!FINE_HAIR.has(part.substance) && { solid }),
    ...(blended && { blended: { ...solid, entry: blended } }),
  };
}

/** Lists the pipelines that `listDrawCalls` needs. */
export const listPipelineSetups = ({ parts }: ActorModel, detail: Detail): PipelineSetup[] =>
  parts.flatMap((part) => {
    const { solid, blended } = pipelinesOfPart(part, detail);
    return [solid, blended].filter((setup) => setup !== undefined);
  });

const isFine = ({ part }: { part: Part }): boolean => FINE_HAIR.has(part.substance);

export interface DrawResources {
  readonly mesh: VertexData;
  readonly materials: Materials;
  readonly detail: Detail;
  /** Triangles to draw, for parts that are not drawn in full. */
  readonly visible: ReadonlyMap<Part, Partial<VisibleTriangles>>;
}

/** Lists the draw calls for a frame: opaque triangles first, then the blended edges of hair. */
export function listDrawCalls(
  memory: DeviceMemory,
  pipelines: Pipelines,
  actor: ActorModel,
  { mesh, materials, detail, visible }: DrawResources,
): DrawCall[] {
  const call = (number: number, setup: PipelineSetup, indices: Uint32Array): DrawCall => ({
    pipeline: pipelines.find(setup),
    bindings: materials.bindings[number]!,
    indices: memory.buffer(
      indices.map((index) => index + mesh.firstVertices[number]!),
      GPUBufferUsage.INDEX,
    ),
    count: indices.length,
  });
  const ordered = [...actor.parts.entries()]
    .sort(([, a], [, b]) => SHADING[a.substance].order - SHADING[b.substance].order)
    .map(([number, part]) => ({ number, part, ...pipelinesOfPart(part, detail) }));
  const solids = ordered.flatMap(({ number, part, solid }) =>
    solid ? [call(number, solid, visible.get(part)?.solid ?? part.indices)] : [],
  );
  // Hair hangs in front of the brows.
  const last = ordered.toSorted((a, b) => Number(isFine(b)) - Number(isFine(a)));
  const edges = last.flatMap(({ number, part, blended }) =>
    blended ? [call(number, blended, visible.get(part)?.wisps ?? part.indices)] : [],
  );
  return [...solids, ...edges].filter(({ count }) => count > 0);
}
