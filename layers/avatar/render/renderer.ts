import type { Clip } from '../../animation/index.ts';
import type { ActorModel, Part, Substance } from '../model/index.ts';
import { type CameraId, measureFigure, placeCamera } from './camera.ts';
import type { Gpu } from './device.ts';
import { exposeFor } from './exposure.ts';
import { findExtent, type Rectangle, rectangleOf } from './extent.ts';
import { lidEdges } from './lids.ts';
import { setLights } from './lights.ts';
import { buildMesh, FIXED_BYTES, MOVING_FLOATS, Morpher } from './mesh.ts';
import { type Posture, poseActor } from './posture.ts';
import { FRAME_FLOATS, SHADER } from './shader.ts';
import { castShadows } from './shadows.ts';
import { decodeTexture, type Mips } from './textures.ts';

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
  pixels: Uint8Array;
}

/** Draws the frames of one actor from one camera. */
export interface Renderer {
  /** Draws a frame of a clip. Frames may be asked for in any order, and several at once. */
  draw(clip: Clip, frame: number): Promise<Picture>;
  close(): void;
}

/** Pixels across a texture: what a frame can show of it, a power of two within these; the face is what is looked at. */
const TEXTURE_PIXELS = { least: 256, face: 2048, others: 1024 } as const;

/** Alpha below which hair and lashes are cut away; what lies between is blended over it afterwards. */
const CUTOFF = 0.42;

const DEPTH_FORMAT = 'depth32float';
const COLOUR_FORMAT = 'rgba8unorm';

/** How each substance is drawn, and in which order: what hides most comes first. */
const SHADING: Readonly<Record<Substance, { entry: string; order: number; specular: number }>> = {
  skin: { entry: 'skin', order: 0, specular: 1 },
  cloth: { entry: 'cloth', order: 1, specular: 0.2 },
  eye: { entry: 'eye', order: 2, specular: 1 },
  teeth: { entry: 'wet', order: 3, specular: 0.8 },
  tongue: { entry: 'wet', order: 4, specular: 0.5 },
  hair: { entry: 'hair', order: 5, specular: 0.6 },
  brows: { entry: 'hair', order: 6, specular: 0.1 },
  lashes: { entry: 'hair', order: 7, specular: 0.05 },
};

interface DrawCall {
  pipeline: GPURenderPipeline;
  bindings: GPUBindGroup;
  firstIndex: number;
  indices: number;
}

/** Makes a renderer for an actor. The clip and the frame are all that changes what it draws: the same ones give the same bytes. */
export async function createRenderer(gpu: Gpu, actor: ActorModel, view: View): Promise<Renderer> {
  const { device } = gpu;
  const camera = placeCamera(view.camera, measureFigure(actor), view.width / view.height);
  const lights = setLights(camera.azimuth);
  const mesh = buildMesh(actor, castShadows(actor, lights.key.direction));
  const morpher = new Morpher(actor, mesh);
  const extent = findExtent(actor);
  const moving = upload(device, mesh.moving, GPUBufferUsage.VERTEX);
  const fixed = upload(device, mesh.fixed, GPUBufferUsage.VERTEX);
  const indices = upload(device, mesh.indices, GPUBufferUsage.INDEX);
  const uniform = device.createBuffer({
    size: FRAME_FLOATS * 4,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  const module = device.createShaderModule({ code: SHADER });
  const frameLayout = device.createBindGroupLayout({
    entries: [{ binding: 0, visibility: GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT, buffer: {} }],
  });
  const partLayout = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: GPUShaderStage.FRAGMENT, buffer: {} },
      ...[1, 2, 3].map((binding) => ({ binding, visibility: GPUShaderStage.FRAGMENT, texture: {} })),
      { binding: 4, visibility: GPUShaderStage.FRAGMENT, sampler: {} },
    ],
  });
  const layout = device.createPipelineLayout({ bindGroupLayouts: [frameLayout, partLayout] });
  const frameBindings = device.createBindGroup({
    layout: frameLayout,
    entries: [{ binding: 0, resource: { buffer: uniform } }],
  });
  let exposure = 0;
  const calls = await prepareCalls();
  const size = [view.width, view.height];
  const target = device.createTexture({
    size,
    format: COLOUR_FORMAT,
    usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
  });
  const depth = device.createTexture({ size, format: DEPTH_FORMAT, usage: GPUTextureUsage.RENDER_ATTACHMENT });
  const colourView = target.createView();
  const depthView = depth.createView();
  const rowBytes = Math.ceil((view.width * 4) / 256) * 256;
  const idle: GPUBuffer[] = [];
  const clear = {
    r: view.background.red / 255,
    g: view.background.green / 255,
    b: view.background.blue / 255,
    a: 1,
  };

  async function prepareCalls(): Promise<DrawCall[]> {
    const cut = new Set(actor.parts.filter(isCut).map(({ material }) => material.colour));
    const face = new Set(
      actor.parts.filter(({ substance }) => substance === 'skin').map(({ material }) => material.colour),
    );
    const views: GPUTextureView[] = [];
    const means: Uint8Array[] = [];
    // One after the other: all of them at once are the most memory that a renderer would ever need.
    for (const [index, texture] of actor.textures.entries()) {
      const most = texturePixels(view, face.has(index));
      const image = await decodeTexture(texture, most, cut.has(index) ? CUTOFF : undefined);
      views.push(uploadTexture(device, image));
      means.push(image.levels.at(-1)!);
      await gpu.wait(device.queue.onSubmittedWorkDone());
    }
    exposure = exposeFor(actor, means);
    const white = uploadTexture(device, plain(255, 255, 255));
    const flat = uploadTexture(device, plain(128, 128, 255));
    const even = uploadTexture(device, plain(255, 128, 128));
    const sampler = device.createSampler({
      magFilter: 'linear',
      minFilter: 'linear',
      addressModeU: 'repeat',
      addressModeV: 'repeat',
    });
    const pipelines = new Map<string, GPURenderPipeline>();
    const pipeline = (entry: string, part: Part): GPURenderPipeline => {
      const sided = part.material.doubleSided || isCut(part);
      const key = `${entry} ${sided}`;
      const made = pipelines.get(key) ?? makePipeline(entry, sided);
      pipelines.set(key, made);
      return made;
    };
    const ordered = [...actor.parts.entries()].sort(
      ([, a], [, b]) => SHADING[a.substance].order - SHADING[b.substance].order,
    );
    const solid: DrawCall[] = [];
    const blended: DrawCall[] = [];
    for (const [number, part] of ordered) {
      const { material, substance } = part;
      const { entry, specular } = SHADING[substance];
      const cutoff = material.alpha === 'opaque' ? -1 : CUTOFF;
      const values = Float32Array.of(...material.tint, 1, material.roughness, cutoff, CUTOFF, specular);
      const pick = (index: number | undefined, otherwise: GPUTextureView) =>
        index === undefined ? otherwise : views[index]!;
      const bindings = device.createBindGroup({
        layout: partLayout,
        entries: [
          { binding: 0, resource: { buffer: upload(device, values, GPUBufferUsage.UNIFORM) } },
          { binding: 1, resource: pick(material.colour, white) },
          { binding: 2, resource: pick(material.normal, flat) },
          { binding: 3, resource: pick(material.surface, even) },
          { binding: 4, resource: sampler },
        ],
      });
      const range = mesh.ranges[number]!;
      solid.push({ pipeline: pipeline(entry, part), bindings, ...range });
      if (entry === 'hair') blended.push({ pipeline: pipeline('wisps', part), bindings, ...range });
    }
    return [...solid, ...blended];
  }

  function makePipeline(entry: string, doubleSided: boolean): GPURenderPipeline {
    const blend: GPUBlendState = {
      color: { srcFactor: 'src-alpha', dstFactor: 'one-minus-src-alpha' },
      alpha: { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' },
    };
    return device.createRenderPipeline({
      layout,
      vertex: {
        module,
        entryPoint: 'place',
        buffers: [
          {
            arrayStride: MOVING_FLOATS * 4,
            attributes: [
              { shaderLocation: 0, offset: 0, format: 'float32x3' },
              { shaderLocation: 1, offset: 12, format: 'float32x3' },
            ],
          },
          {
            arrayStride: FIXED_BYTES,
            attributes: [
              { shaderLocation: 2, offset: 0, format: 'float32x2' },
              { shaderLocation: 3, offset: 8, format: 'snorm8x4' },
              { shaderLocation: 4, offset: 12, format: 'unorm8x4' },
              { shaderLocation: 5, offset: 16, format: 'uint8x4' },
              { shaderLocation: 6, offset: 20, format: 'unorm8x4' },
            ],
          },
        ],
      },
      primitive: { topology: 'triangle-list', cullMode: doubleSided ? 'none' : 'back' },
      depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: entry !== 'wisps', depthCompare: 'less' },
      fragment: {
        module,
        entryPoint: entry,
        targets: [{ format: COLOUR_FORMAT, ...(entry === 'wisps' && { blend }) }],
      },
    });
  }

  function writeFrame(posture: Posture): void {
    const values = new Float32Array(FRAME_FLOATS);
    const rows = [
      [...camera.position, exposure],
      [...lights.key.direction, 0],
      [...lights.key.colour, 0],
      [...lights.fill.direction, 0],
      [...lights.fill.colour, 0],
      [...lights.rim.direction, 0],
      [...lights.rim.colour, 0],
      [...lights.sky, 0],
      [...lights.ground, 0],
      lidEdges(actor, posture),
    ];
    values.set(camera.viewProjection);
    for (const [k, row] of rows.entries()) values.set(row, 16 + k * 4);
    for (const [k, matrix] of posture.joints.entries()) values.set(matrix, 56 + k * 16);
    device.queue.writeBuffer(uniform, 0, values);
  }

  function encode(rectangle: Rectangle, readback: GPUBuffer): GPUCommandBuffer {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: colourView, loadOp: 'clear', storeOp: 'store', clearValue: clear }],
      depthStencilAttachment: { view: depthView, depthLoadOp: 'clear', depthStoreOp: 'discard', depthClearValue: 1 },
    });
    const { x, y, width, height } = rectangle;
    pass.setScissorRect(x, y, width, height);
    pass.setBindGroup(0, frameBindings);
    pass.setVertexBuffer(0, moving);
    pass.setVertexBuffer(1, fixed);
    pass.setIndexBuffer(indices, 'uint32');
    for (const call of calls) {
      pass.setPipeline(call.pipeline);
      pass.setBindGroup(1, call.bindings);
      pass.drawIndexed(call.indices, 1, call.firstIndex);
    }
    pass.end();
    encoder.copyTextureToBuffer({ texture: target, origin: [x, y] }, { buffer: readback, bytesPerRow: rowBytes }, [
      width,
      height,
    ]);
    return encoder.finish();
  }

  async function draw(clip: Clip, frame: number): Promise<Picture> {
    const posture = poseActor(actor, clip, camera, frame);
    const rectangle = rectangleOf(extent, posture.joints, camera, view);
    const { first, end } = morpher.touched;
    const floats = morpher.apply(posture.weights);
    if (end > first) {
      device.queue.writeBuffer(
        moving,
        first * MOVING_FLOATS * 4,
        floats,
        first * MOVING_FLOATS,
        (end - first) * MOVING_FLOATS,
      );
    }
    writeFrame(posture);
    const readback =
      idle.pop() ??
      device.createBuffer({ size: rowBytes * view.height, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    device.queue.submit([encode(rectangle, readback)]);
    const bytes = rowBytes * (rectangle.height - 1) + rectangle.width * 4;
    await gpu.wait(readback.mapAsync(GPUMapMode.READ, 0, Math.ceil(bytes / 8) * 8));
    const pixels = packRows(new Uint8Array(readback.getMappedRange(0, Math.ceil(bytes / 8) * 8)), rowBytes, rectangle);
    readback.unmap();
    idle.push(readback);
    return { ...rectangle, pixels };
  }

  return {
    draw,
    close: () => {
      for (const resource of [target, depth, moving, fixed, indices, uniform, ...idle]) resource.destroy();
    },
  };
}

function texturePixels({ height }: View, face: boolean): number {
  const seen = 2 ** Math.ceil(Math.log2(1.4 * height));
  return Math.max(TEXTURE_PIXELS.least, Math.min(face ? TEXTURE_PIXELS.face : TEXTURE_PIXELS.others, seen));
}

const isCut = ({ material, substance }: Part): boolean => material.alpha !== 'opaque' && substance !== 'cloth';

function packRows(mapped: Uint8Array, rowBytes: number, { width, height }: Rectangle): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    pixels.set(mapped.subarray(row * rowBytes, row * rowBytes + width * 4), row * width * 4);
  }
  return pixels;
}

function upload(
  device: GPUDevice,
  data: Float32Array | Uint8Array | Uint32Array,
  usage: GPUBufferUsageFlags,
): GPUBuffer {
  const buffer = device.createBuffer({
    size: Math.ceil(data.byteLength / 4) * 4,
    usage: usage | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
  return buffer;
}

function uploadTexture(device: GPUDevice, { width, height, levels }: Mips): GPUTextureView {
  const texture = device.createTexture({
    size: [width, height],
    format: 'rgba8unorm',
    mipLevelCount: levels.length,
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  for (const [mipLevel, data] of levels.entries()) {
    const [w, h] = [Math.max(1, width >> mipLevel), Math.max(1, height >> mipLevel)];
    device.queue.writeTexture({ texture, mipLevel }, data, { bytesPerRow: w * 4 }, [w, h]);
  }
  return texture.createView();
}

const plain = (red: number, green: number, blue: number): Mips => ({
  width: 1,
  height: 1,
  levels: [Uint8Array.of(red, green, blue, 255)],
});
