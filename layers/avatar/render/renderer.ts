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

/** A colour with channels 0..255. */
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

/** A part of a frame: everything outside it is background. */
export interface Picture extends Rectangle {
  /** RGBA, 8 bits each, row by row without gaps; the array is the caller's. */
  pixels: Uint8Array<ArrayBuffer>;
}

/** Draws the frames of one actor from one camera. */
export interface Renderer {
  /**
   * Draws a frame of a clip. Frames may be asked for in any order, and several at once.
   *
   * @param into where to write the pixels if it is large enough; otherwise new memory is taken
   */
  draw(clip: Clip, frame: number, into?: Uint8Array<ArrayBuffer>): Promise<Picture>;
  close(): void;
}

/** Shares of the lights that hair lets through: little of the one behind the head, which would shine through all of it. */
const THROUGH_HAIR = { key: 0.6, rim: 0.15 } as const;

/** Makes a renderer for an actor. The clip and the frame are all that changes what it draws: the same ones give the same bytes. */
export async function createRenderer(gpu: Gpu, actor: ActorModel, view: View): Promise<Renderer> {
  const memory = createDeviceMemory(gpu.device);
  try {
    return await prepare(gpu, memory, actor, view);
  } catch (error) {
    memory.giveBack();
    throw error;
  }
}

async function prepare(gpu: Gpu, memory: DeviceMemory, actor: ActorModel, view: View): Promise<Renderer> {
  const { device } = gpu;
  const aspect = view.width / view.height;
  const camera = placeCamera(view.camera, measureActor(actor), aspect);
  const lights = createLighting(camera.azimuth);
  const pixel = pixelSize(camera, view.height);
  const detail = { height: view.height, relief: pixel < SIMPLIFY_FROM };
  const pipelines = createPipelines(device);
  // Pipelines are compiled and textures decoded, in threads of their own, while the rest is made ready.
  const made = gpu.wait(pipelines.make(listPipelineSetups(actor, detail)));
  const prepared = prepareMaterials(device, memory, actor, detail, pipelines.material, () =>
    gpu.wait(device.queue.onSubmittedWorkDone()),
  );
  const lit = Promise.resolve().then(() =>
    buildVertexData(actor, {
      key: bakeShadows(actor, lights.key.direction, THROUGH_HAIR.key),
      rim: bakeShadows(actor, lights.rim.direction, THROUGH_HAIR.rim),
    }),
  );
  // What one of them still takes while the other fails is given back with the rest.
  const coarsened = simplifyActor(actor, pixel);
  await Promise.allSettled([prepared, lit, coarsened, made]);
  const [materials, mesh, coarse] = await Promise.all([prepared, lit, coarsened, made]);
  const morpher = new BlendShapeMixer(actor, mesh);
  const extent = findExtent(actor);
  const moving = memory.buffer(mesh.moving, GPUBufferUsage.VERTEX);
  const fixed = memory.buffer(mesh.fixed, GPUBufferUsage.VERTEX);
  const uniform = memory.buffer(new Float32Array(FRAME_FLOATS), GPUBufferUsage.UNIFORM);
  const fewer = [...coarse].map(([part, solid]) => [part, { solid }] as const);
  const seen = new Map([...fewer, ...findVisibleHair(actor, materials.hair, camera, aspect)]);
  const calls = listDrawCalls(memory, pipelines, actor, { mesh, materials, detail, seen });
  const { exposure } = materials;
  const frameBindings = device.createBindGroup({
    layout: pipelines.frame,
    entries: [{ binding: 0, resource: { buffer: uniform } }],
  });
  const size = [view.width, view.height];
  const target = memory.keep(
    device.createTexture({
      size,
      format: COLOUR_FORMAT,
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    }),
  );
  const depth = memory.keep(
    device.createTexture({ size, format: DEPTH_FORMAT, usage: GPUTextureUsage.RENDER_ATTACHMENT }),
  );
  const [colourView, depthView] = [target.createView(), depth.createView()];
  const rowBytes = Math.ceil((view.width * 4) / 256) * 256;
  const { red, green, blue } = view.background;
  const clear = { r: red / 255, g: green / 255, b: blue / 255, a: 1 };
  const idle: GPUBuffer[] = [];

  const takeReadback = (): GPUBuffer =>
    idle.pop() ??
    memory.keep(
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
    pass.setVertexBuffer(0, moving);
    pass.setVertexBuffer(1, fixed);
    for (const call of calls) drawCall(pass, call);
    pass.end();
    encoder.copyTextureToBuffer({ texture: target, origin: [x, y] }, { buffer: readback, bytesPerRow: rowBytes }, [
      width,
      height,
    ]);
    return encoder.finish();
  }

  async function draw(clip: Clip, frame: number, into?: Uint8Array<ArrayBuffer>): Promise<Picture> {
    const posture = poseActor(actor, clip, camera, frame);
    const rectangle = rectangleOf(extent, posture.joints, camera, view);
    const { first, end } = morpher.touched;
    const floats = morpher.apply(posture.weights);
    const from = first * DYNAMIC_FLOATS;
    if (end > first) device.queue.writeBuffer(moving, from * 4, floats, from, end * DYNAMIC_FLOATS - from);
    device.queue.writeBuffer(uniform, 0, writeFrameUniforms(actor, posture, camera, lights, exposure));
    const readback = takeReadback();
    device.queue.submit([encode(rectangle, readback)]);
    const bytes = Math.ceil((rowBytes * (rectangle.height - 1) + rectangle.width * 4) / 8) * 8;
    await gpu.wait(readback.mapAsync(GPUMapMode.READ, 0, bytes));
    const pixels = packRows(new Uint8Array(readback.getMappedRange(0, bytes)), rowBytes, rectangle, into);
    readback.unmap();
    idle.push(readback);
    return { ...rectangle, pixels };
  }

  return { draw, close: memory.giveBack };
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
