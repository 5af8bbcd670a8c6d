import type { Clip } from '@talking-avatar/animation';
import type { Gpu } from './device.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { DrawCall } from './draw-calls.ts';
import { type Rectangle, rectangleOf } from './extent.ts';
import type { Focus } from './focus.ts';
import { writeFrameUniforms } from './frame-uniforms.ts';
import { COLOR_FORMAT, DEPTH_FORMAT } from './pipelines.ts';
import { type Pose, poseActor } from './pose.ts';
import type { Scene } from './scene.ts';
import { DYNAMIC_FLOATS } from './vertex-data.ts';
import type { ViewSettings } from './view.ts';

/** A part of a frame. Everything outside is background or backdrop. */
export interface FrameRegion extends Rectangle {
  /** The sharp area. Defaults to the whole frame. */
  focus?: Focus;
  /** RGBA with 8 bits per channel, row by row, without gaps. The caller owns the array. */
  pixels: Uint8Array<ArrayBuffer>;
}

/** Row size in a buffer must be a multiple of this many bytes (WebGPU, "copyTextureToBuffer"). */
const ROW_ALIGNMENT = 256;

/** Render targets and readback buffers for frames of a given size. */
interface FrameTarget {
  readonly color: GPUTexture;
  /** Copied to `color` before the actor is drawn on top. */
  readonly backdrop: GPUTexture | undefined;
  readonly attachments: GPURenderPassDescriptor;
  /** Row stride of a readback buffer, in bytes. */
  readonly rowBytes: number;
  /** Takes an idle readback buffer, or creates a new one. */
  takeReadback(): GPUBuffer;
  returnReadback(buffer: GPUBuffer): void;
}

/** Creates a function that renders frames of a scene. It may be called again before a frame is done. */
export function createFrameRenderer(gpu: Gpu, memory: DeviceMemory, scene: Scene, view: ViewSettings) {
  const target = createTarget(gpu.device, memory, view);
  return async (clip: Clip, frame: number, into?: Uint8Array<ArrayBuffer>): Promise<FrameRegion> => {
    const pose = poseActor(scene.actor, clip, scene.camera, frame);
    const rectangle = rectangleOf(scene.extent, pose.joints, scene.camera, view);
    updateBuffers(gpu.device, scene, pose);
    const readback = target.takeReadback();
    gpu.device.queue.submit([encode(gpu.device, scene, target, rectangle, readback)]);
    const bytes = Math.ceil((target.rowBytes * (rectangle.height - 1) + rectangle.width * 4) / 8) * 8;
    await gpu.wait(readback.mapAsync(GPUMapMode.READ, 0, bytes));
    const pixels = packRows(new Uint8Array(readback.getMappedRange(0, bytes)), target.rowBytes, rectangle, into);
    readback.unmap();
    target.returnReadback(readback);
    return { ...rectangle, pixels, focus: scene.focus };
  };
}

function createTarget(device: GPUDevice, memory: DeviceMemory, view: ViewSettings): FrameTarget {
  const { RENDER_ATTACHMENT, COPY_SRC, COPY_DST } = GPUTextureUsage;
  const texture = (format: GPUTextureFormat, usage: GPUTextureUsageFlags): GPUTexture =>
    memory.register(device.createTexture({ size: [view.width, view.height], format, usage }));
  const color = texture(COLOR_FORMAT, RENDER_ATTACHMENT | COPY_SRC | COPY_DST);
  const depth = texture(DEPTH_FORMAT, RENDER_ATTACHMENT);
  const backdrop = view.backdrop && !view.transparent ? uploadBackdrop(device, memory, view.backdrop, view) : undefined;
  const { red, green, blue } = view.background;
  const clearValue = view.transparent ? { r: 0, g: 0, b: 0, a: 0 } : { r: red / 255, g: green / 255, b: blue / 255, a: 1 };
  const rowBytes = Math.ceil((view.width * 4) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const readback = { size: rowBytes * view.height, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST };
  const idle: GPUBuffer[] = [];
  return {
    color,
    backdrop,
    rowBytes,
    attachments: {
      colorAttachments: [{ view: color.createView(), loadOp: backdrop ? 'load' : 'clear', storeOp: 'store', clearValue }],
      depthStencilAttachment: {
        view: depth.createView(),
        depthLoadOp: 'clear',
        depthStoreOp: 'discard',
        depthClearValue: 1,
      },
    },
    takeReadback: () => idle.pop() ?? memory.register(device.createBuffer(readback)),
    returnReadback: (buffer) => void idle.push(buffer),
  };
}

function uploadBackdrop(device: GPUDevice, memory: DeviceMemory, pixels: Uint8Array, { width, height }: ViewSettings): GPUTexture {
  const usage = GPUTextureUsage.COPY_DST | GPUTextureUsage.COPY_SRC;
  const texture = memory.register(device.createTexture({ size: [width, height], format: COLOR_FORMAT, usage }));
  device.queue.writeTexture({ texture }, pixels, { bytesPerRow: width * 4 }, [width, height]);
  return texture;
}

/** Writes the data for a pose: vertices moved by blend shapes, and uniforms. */
function updateBuffers({ queue }: GPUDevice, scene: Scene, pose: Pose): void {
  const { first, end } = scene.mixer.touched;
  const floats = scene.mixer.apply(pose.weights);
  const from = first * DYNAMIC_FLOATS;
  if (end > first) queue.writeBuffer(scene.moving, from * 4, floats, from, end * DYNAMIC_FLOATS - from);
  const uniforms = writeFrameUniforms(scene, pose, floats);
  queue.writeBuffer(scene.uniforms, 0, uniforms);
}

/** Records the commands for a frame: draw calls, and a copy of its rectangle to a readback buffer. */
function encode(
  device: GPUDevice,
  scene: Scene,
  { attachments, backdrop, color, rowBytes }: FrameTarget,
  { x, y, width, height }: Rectangle,
  readback: GPUBuffer,
): GPUCommandBuffer {
  const encoder = device.createCommandEncoder();
  const place = { texture: color, origin: [x, y] };
  if (backdrop) encoder.copyTextureToTexture({ texture: backdrop, origin: [x, y] }, place, [width, height]);
  const pass = encoder.beginRenderPass(attachments);
  pass.setScissorRect(x, y, width, height);
  pass.setBindGroup(0, scene.bindings);
  pass.setVertexBuffer(0, scene.moving);
  pass.setVertexBuffer(1, scene.fixed);
  for (const call of scene.calls) drawCall(pass, call);
  pass.end();
  encoder.copyTextureToBuffer(place, { buffer: readback, bytesPerRow: rowBytes }, [width, height]);
  return encoder.finish();
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
