import type { ActorModel, Part } from '../model/index.ts';
import { type Camera, measureActor, placeCamera } from './camera.ts';
import type { Gpu } from './device.ts';
import type { DeviceMemory } from './device-memory.ts';
import { type DrawCall, listDrawCalls, listPipelineSetups } from './draw-calls.ts';
import { type Extent, findExtent } from './extent.ts';
import { type Focus, findFocus } from './focus.ts';
import { dressHair } from './hair-relief.ts';
import { findVisibleHair } from './hair-visibility.ts';
import { findVisibleCloth } from './hidden-cloth.ts';
import { type Eye, findEyes } from './lids.ts';
import { createLighting, type Lighting } from './lights.ts';
import { findLips, LIP_STATIONS } from './lips.ts';
import { type Detail, type Materials, PORES, prepareMaterials } from './materials.ts';
import { readPanorama } from './panorama.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';
import { FRAME_FLOATS } from './shader/index.ts';
import { bakeShadows } from './shadows.ts';
import { pixelSize, simplifyActor } from './simplify.ts';
import { measureSlit, type Slit } from './slit.ts';
import { BlendShapeMixer, buildVertexData, type VertexData } from './vertex-data.ts';
import type { ViewSettings } from './view.ts';

/** Data that is the same for every frame of an actor: camera, lights, and GPU resources. */
export interface Scene {
  readonly actor: ActorModel;
  readonly camera: Camera;
  readonly lights: Lighting;
  readonly exposure: number;
  /** Cheek brightness (linear, 0..1). */
  readonly cheeks: number;
  readonly extent: Extent;
  readonly focus: Focus;
  readonly mixer: BlendShapeMixer;
  readonly lips: Slit;
  /** Height of the closed mouth, in meters. */
  readonly mouthHeight: number;
  readonly eyes: readonly [Eye, Eye];
  /** Vertex data that changes from frame to frame, and static vertex data. */
  readonly moving: GPUBuffer;
  readonly fixed: GPUBuffer;
  /** Shader uniforms, and their bind group. */
  readonly uniforms: GPUBuffer;
  readonly bindings: GPUBindGroup;
  readonly calls: readonly DrawCall[];
}

/** Index in the lip measurements of the height of the upper lip in the middle of the mouth. */
const MIDDLE_OF_LIPS = 4 * ((LIP_STATIONS + 1) >> 1);
/** How much of each light hair transmits. The rim light is behind the head and would otherwise shine through all of the hair. */
const THROUGH_HAIR = { key: 0.6, rim: 0.15 } as const;

/** Sets up pipelines, materials, meshes, and draw calls for an actor in front of a camera. */
export async function prepareScene(gpu: Gpu, memory: DeviceMemory, baked: ActorModel, view: ViewSettings): Promise<Scene> {
  const aspect = view.width / view.height;
  const measures = measureActor(baked);
  const camera = placeCamera(view.camera, measures, aspect);
  const { actor, casters } = dressHair(baked, camera);
  const lights = createLighting(view.lighting ?? 'studio', camera.azimuth);
  const pixel = pixelSize(camera, view.height);
  const detail = { height: view.height, relief: pixel < PORES };
  const pipelines = createPipelines(gpu.device);
  const { materials, mesh, coarse } = await prepareParts(gpu, memory, actor, {
    lights,
    pixel,
    detail,
    pipelines,
    casters,
  });
  const fewer = [...coarse, ...findVisibleCloth(actor, camera, coarse)].map(([part, solid]) => [part, { solid }] as const);
  const visible = new Map([...fewer, ...findVisibleHair(actor, materials.hair, camera, aspect)]);
  const lips = findLips(actor, mesh);
  const uniforms = memory.buffer(new Float32Array(FRAME_FLOATS), GPUBufferUsage.UNIFORM);
  return {
    actor,
    camera,
    lights,
    uniforms,
    exposure: materials.exposure,
    cheeks: materials.cheeks,
    extent: findExtent(actor),
    focus: findFocus(measures, camera, view),
    mixer: new BlendShapeMixer(actor, mesh),
    lips,
    mouthHeight: measureSlit(lips, LIP_STATIONS, mesh.dynamicData)[MIDDLE_OF_LIPS]!,
    eyes: findEyes(actor, mesh),
    moving: memory.buffer(mesh.dynamicData, GPUBufferUsage.VERTEX),
    fixed: memory.buffer(mesh.staticData, GPUBufferUsage.VERTEX),
    bindings: gpu.device.createBindGroup({
      layout: pipelines.frame,
      entries: [
        { binding: 0, resource: { buffer: uniforms } },
        { binding: 1, resource: memory.image(readPanorama(lights.panorama.name)) },
        { binding: 2, resource: gpu.device.createSampler({ magFilter: 'linear', addressModeU: 'repeat' }) },
      ],
    }),
    calls: listDrawCalls(memory, pipelines, actor, { mesh, materials, detail, visible }),
  };
}

interface Plan {
  lights: Lighting;
  /** Size of a pixel at the actor, in meters. */
  pixel: number;
  detail: Detail;
  pipelines: Pipelines;
  casters: readonly Part[];
}

interface Parts {
  materials: Materials;
  mesh: VertexData;
  /** Triangles of simplified parts. */
  coarse: ReadonlyMap<Part, Uint32Array>;
}

/** Runs the slow steps in parallel. Separate threads compile pipelines and decode textures. */
async function prepareParts(
  gpu: Gpu,
  memory: DeviceMemory,
  actor: ActorModel,
  { lights, pixel, detail, pipelines, casters }: Plan,
): Promise<Parts> {
  const { device } = gpu;
  const made = gpu.wait(pipelines.compile(listPipelineSetups(actor, detail)));
  const prepared = prepareMaterials(device, memory, actor, detail, pipelines.material, () => gpu.wait(device.queue.onSubmittedWorkDone()));
  const lit = Promise.resolve().then(() =>
    buildVertexData(actor, {
      key: bakeShadows(actor, lights.key, THROUGH_HAIR.key, casters),
      rim: bakeShadows(actor, lights.rim, THROUGH_HAIR.rim, casters),
    }),
  );
  const coarsened = simplifyActor(actor, pixel);
  // Wait for all tasks before reporting a failure, so that resources of the other tasks are released, too.
  await Promise.allSettled([prepared, lit, coarsened, made]);
  const [materials, mesh, coarse] = await Promise.all([prepared, lit, coarsened, made]);
  return { materials, mesh, coarse };
}
