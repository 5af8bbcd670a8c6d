import type { ActorModel, Part, Substance } from '../model/index.ts';
import { isCut, type Materials } from './materials.ts';
import type { DeviceMemory } from './memory.ts';
import type { Mesh } from './mesh.ts';
import type { Entry, Pipelines } from './pipelines.ts';
import type { Seen } from './seen.ts';

/** A run of triangles that are drawn alike. */
export interface DrawCall {
  readonly pipeline: GPURenderPipeline;
  readonly bindings: GPUBindGroup;
  readonly indices: GPUBuffer;
  readonly count: number;
}

/** How each substance is drawn, and in which order: what hides most comes first. */
const SHADING: Readonly<Record<Substance, { entry: Entry; order: number }>> = {
  hair: { entry: 'hair', order: 0 },
  skin: { entry: 'skin', order: 1 },
  cloth: { entry: 'cloth', order: 2 },
  eye: { entry: 'eye', order: 3 },
  teeth: { entry: 'wet', order: 4 },
  tongue: { entry: 'wet', order: 5 },
  brows: { entry: 'hair', order: 6 },
  lashes: { entry: 'hair', order: 7 },
};

/** The draw calls of a frame: all that is solid, then the blended edges of hair. @param seen what is drawn of a part, where it is not all */
export function listCalls(
  memory: DeviceMemory,
  pipelines: Pipelines,
  actor: ActorModel,
  mesh: Mesh,
  { bindings, hasRelief }: Materials,
  seen: ReadonlyMap<Part, Partial<Seen>>,
): DrawCall[] {
  const call = (part: Part, number: number, entry: Entry, indices: Uint32Array): DrawCall => ({
    pipeline: pipelines.find({
      entry,
      doubleSided: part.material.doubleSided || isCut(part),
      relief: hasRelief(part),
    }),
    bindings: bindings[number]!,
    indices: memory.buffer(
      indices.map((index) => index + mesh.firsts[number]!),
      GPUBufferUsage.INDEX,
    ),
    count: indices.length,
  });
  const ordered = [...actor.parts.entries()].sort(
    ([, a], [, b]) => SHADING[a.substance].order - SHADING[b.substance].order,
  );
  const solid = ordered.map(([number, part]) =>
    call(part, number, SHADING[part.substance].entry, seen.get(part)?.solid ?? part.indices),
  );
  const blended = ordered
    .filter(([, { substance }]) => SHADING[substance].entry === 'hair')
    .map(([number, part]) => call(part, number, 'wisps', seen.get(part)?.wisps ?? part.indices));
  return [...solid, ...blended].filter(({ count }) => count > 0);
}
