import type { Clip } from '../../animation/index.ts';
import type { ActorModel } from '../model/index.ts';
import { type CameraId, measureActor, placeCamera } from './camera.ts';
import type { Gpu } from './device.ts';
import { createDeviceMemory, type DeviceMemory } from './device-memory.ts';
import { type DrawCall, listDrawCalls, listPipelineSetups } from './draw-calls.ts';
import { findExtent, type Rectangle, rectangleOf } from './extent.ts';
import { writeFrameUniforms } from './frame-uniforms.ts';
import { findVisibleHair } from './hair-visibility.ts';
import { createLighting } from './lights.ts';
import { prepareMaterials } from './materials.ts';
import { COLOUR_FORMAT, createPipelines, DEPTH_FORMAT } from './pipelines.ts';
import { poseActor } from './pose.ts';
import { FRAME_FLOATS } from './shader/index.ts';
import { bakeShadows } from './shadows.ts';
import { pixelSize, SIMPLIFY_FROM, simplifyActor } from './simplify.ts';
import { BlendShapeMixer, buildVertexData, DYNAMIC_FLOATS } from './vertex-data.ts';

/** An sRGB colour, channels 0..255. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
}

export interface View {
  camera: CameraId;
  /** Pixels, even. */
  width: number;
  height: number;
  background: Colour;
}

/** The part of a frame that contains the actor; everything outside is background. */
export interface Picture extends Rectangle {
  /** RGBA, 8 bits per channel, row by row without padding. The array belongs to the caller. */
  pixels: Uint8Array<ArrayBuffer>;
}

/** Renders frames of one actor from one camera. */
export interface Renderer {
  /**
   * Renders a frame of a clip. Frames may be requested in any order, and several at once.
   *
   * @param into array for the pixels if it is large enough; otherwise a new one is allocated
   */
  render(clip: Clip, frame: number, into?: Uint8Array<ArrayBuffer>): Promise<Picture>;
  close(): void;
}

/** Share of each light that passes through hair: little of the rim light, which would shine through the whole head. */
const LIGHT_THROUGH_HAIR = { key: 0.6, rim: 0.15 } as const;

/**
 * Creates a renderer for an actor. The same clip and frame give the same bytes.
 *
 * @param view camera, size and background of the frames
 * @throws Error when the actor's textures cannot be decoded or the device fails
 * @example
 * ```ts
 * const gpu = await openGpu();
 * const view = { camera: 0, width: 1280, height: 720, background: { red: 222, green: 226, blue: 231 } } as const;
 * const renderer = await createRenderer(gpu, await readBakedActor('amara'), view);
 * const picture = await renderer.render(clip, 0);
 * renderer.close();
 * gpu.close();
 * ```
 */
export async function createRenderer(gpu: Gpu, actor: ActorModel, view: View): Promise<Renderer> {
  const memory = createDeviceMemory(gpu.device);
  try {
    return await prepare(gpu, memory, actor, view);
  } catch (error) {
    memory.release();
    throw error;
  }
}

async function prepare(gpu: Gpu, memory: DeviceMemory, actor: ActorModel, view: View): Promise<Renderer> {
  const { device } = gpu;
  const aspect = view.width / view.height;
  const camera = placeCamera(view.camera, measureActor(actor), aspect);
  const lights = createLighting(camera.azimuth);
  const pixelMetres = pixelSize(camera, view.height);
  const detail = { height: view.height, relief: pixelMetres < SIMPLIFY_FROM };
  const pipelines = createPipelines(device);
  // Pipelines are compiled and textures decoded in other threads, while the rest is prepared.
  const compiled = gpu.wait(pipelines.compile(listPipelineSetups(actor, detail)));
  const materialsReady = prepareMaterials(device, memory, actor, detail, pipelines.material, () =>
    gpu.wait(device.queue.onSubmittedWorkDone()),
  );
  const vertexData = Promise.resolve().then(() =>
    buildVertexData(actor, {
      key: bakeShadows(actor, lights.key.direction, LIGHT_THROUGH_HAIR.key),
      rim: bakeShadows(actor, lights.rim.direction, LIGHT_THROUGH_HAIR.rim),
    }),
  );
  // All must settle first: resources that one still allocates while another fails are released too.
  const simplified = simplifyActor(actor, pixelMetres);
  await Promise.allSettled([materialsReady, vertexData, simplified, compiled]);
  const [materials, mesh, coarse] = await Promise.all([materialsReady, vertexData, simplified, compiled]);
  const mixer = new BlendShapeMixer(actor, mesh);
  const extent = findExtent(actor);
  const dynamicBuffer = memory.buffer(mesh.dynamicData, GPUBufferUsage.VERTEX);
  const staticBuffer = memory.buffer(mesh.staticData, GPUBufferUsage.VERTEX);
  const uniform = memory.buffer(new Float32Array(FRAME_FLOATS), GPUBufferUsage.UNIFORM);
  const simplifiedParts = [...coarse].map(([part, solid]) => [part, { solid }] as const);
  const visible = new Map([...simplifiedParts, ...findVisibleHair(actor, materials.hair, camera, aspect)]);
  const calls = listDrawCalls(memory, pipelines, actor, { mesh, materials, detail, visible });
  const { exposure } = materials;
  const frameBindings = device.createBindGroup({
    layout: pipelines.frame,
    entries: [{ binding: 0, resource: { buffer: uniform } }],
  });
  const size = [view.width, view.height];
  const target = memory.register(
    device.createTexture({
      size,
      format: COLOUR_FORMAT,
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    }),
  );
  const depth = memory.register(
    device.createTexture({ size, format: DEPTH_FORMAT, usage: GPUTextureUsage.RENDER_ATTACHMENT }),
  );
  const [colourView, depthView] = [target.createView(), depth.createView()];
  const rowBytes = Math.ceil((view.width * 4) / 256) * 256;
  const { red, green, blue } = view.background;
  const clear = { r: red / 255, g: green / 255, b: blue / 255, a: 1 };
  const idleReadbacks: GPUBuffer[] = [];

  const takeReadback = (): GPUBuffer =>
    idleReadbacks.pop() ??
    memory.register(
      device.createBuffer({ size: rowBytes * view.height, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST }),
    );

  function encode({ x, y, width, height }: Rectangle, readback: GPUBuffer): GPUCommandBuffer {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: colourView, loadOp: 'clear', storeOp: 'store', clearValue: clear }],
      depthStencilAttachment: { view: depthView, depthLoadOp: 'clear', depthStoreOp: 'discard', depthClearValue: 1 },
    });
    pass.setScissorRect(x, y, width, height);
    pass.setBindGroup(0, frameBindings);
    pass.setVertexBuffer(0, dynamicBuffer);
    pass.setVertexBuffer(1, staticBuffer);
    for (const call of calls) drawCall(pass, call);
    pass.end();
    encoder.copyTextureToBuffer({ texture: target, origin: [x, y] }, { buffer: readback, bytesPerRow: rowBytes }, [
      width,
      height,
    ]);
    return encoder.finish();
  }

  async function render(clip: Clip, frame: number, into?: Uint8Array<ArrayBuffer>): Promise<Picture> {
    const pose = poseActor(actor, clip, camera, frame);
    const rectangle = rectangleOf(extent, pose.joints, camera, view);
    const { first, end } = mixer.touched;
    const floats = mixer.apply(pose.weights);
    const from = first * DYNAMIC_FLOATS;
    if (end > first) device.queue.writeBuffer(dynamicBuffer, from * 4, floats, from, end * DYNAMIC_FLOATS - from);
    device.queue.writeBuffer(uniform, 0, writeFrameUniforms(actor, pose, camera, lights, exposure));
    const readback = takeReadback();
    device.queue.submit([encode(rectangle, readback)]);
    const bytes = Math.ceil((rowBytes * (rectangle.height - 1) + rectangle.width * 4) / 8) * 8;
    await gpu.wait(readback.mapAsync(GPUMapMode.READ, 0, bytes));
    const pixels = packRows(new Uint8Array(readback.getMappedRange(0, bytes)), rowBytes, rectangle, into);
    readback.unmap();
    idleReadbacks.push(readback);
    return { ...rectangle, pixels };
  }

  return { render, close: memory.release };
}

function drawCall(pass: GPURenderPassEncoder, { pipeline, bindings, indices, count }: DrawCall): void {
  pass.setPipeline(pipeline);
  pass.setBindGroup(1, bindings);
  pass.setIndexBuffer(indices, 'uint32');
  pass.drawIndexed(count);
}

function packRows(
  mapped: Uint8Array,
  rowBytes: number,
  { width, height }: Rectangle,
  into: Uint8Array<ArrayBuffer> | undefined,
): Uint8Array<ArrayBuffer> {
  const size = width * height * 4;
  const pixels = into && into.length >= size ? into.subarray(0, size) : new Uint8Array(size);
  for (let row = 0; row < height; row++) {
    pixels.set(mapped.subarray(row * rowBytes, row * rowBytes + width * 4), row * width * 4);
  }
  return pixels;
}
