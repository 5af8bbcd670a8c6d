import { SHADER } from './shader/index.ts';
import { DYNAMIC_FLOATS, STATIC_BYTES } from './vertex-data.ts';

export const DEPTH_FORMAT = 'depth32float';
export const COLOR_FORMAT = 'rgba8unorm';

/** Entry points of the fragment shaders. */
export type Entry = 'skin' | 'cloth' | 'eye' | 'wet' | 'hair' | 'wisps' | 'generic' | 'veil';

export interface PipelineSetup {
  entry: Entry;
  /** Renders back faces too. */
  doubleSided: boolean;
  /** True if the material has a normal map. */
  relief: boolean;
}

export interface Pipelines {
  /** Layout of the frame uniforms. */
  readonly frame: GPUBindGroupLayout;
  /** Layout of a material: values, color map, normal map, and sampler. */
  readonly material: GPUBindGroupLayout;
  /** Compiles each pipeline once, on several threads in parallel. */
  compile(setups: readonly PipelineSetup[]): Promise<void>;
  /** Returns a pipeline that has already been compiled. */
  find(setup: PipelineSetup): GPURenderPipeline;
}

/** Vertex shader entry points, for fragment shaders that need their own. */
const VERTEX_ENTRIES: Partial<Record<Entry, string>> = {
  skin: 'placeSkin',
  hair: 'placeHair',
  wisps: 'placeHair',
  wet: 'placeMouth',
  eye: 'placeEye',
};

const BLENDED: ReadonlySet<Entry> = new Set(['wisps', 'veil']);

const BLEND: GPUBlendState = {
  color: { srcFactor: 'src-alpha', dstFactor: 'one-minus-src-alpha' },
  alpha: { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' },
};

const attribute = (shaderLocation: number, offset: number, format: GPUVertexFormat): GPUVertexAttribute => ({
  shaderLocation,
  offset,
  format,
});

const VERTEX_BUFFERS: GPUVertexBufferLayout[] = [
  { arrayStride: DYNAMIC_FLOATS * 4, attributes: [attribute(0, 0, 'float32x3'), attribute(1, 12, 'float32x3')] },
  {
    arrayStride: STATIC_BYTES,
    attributes: [
      attribute(2, 0, 'float32x2'),
      attribute(3, 8, 'snorm8x4'),
      attribute(4, 12, 'unorm8x4'),
      attribute(5, 16, 'uint8x4'),
      attribute(6, 20, 'unorm8x4'),
    ],
  },
];

/** Creates the shader module and the layouts. Pipelines are compiled on request. */
export function createPipelines(device: GPUDevice): Pipelines {
  const module = device.createShaderModule({ code: SHADER });
  const { VERTEX, FRAGMENT } = GPUShaderStage;
  const frame = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: VERTEX | FRAGMENT, buffer: {} },
      { binding: 1, visibility: FRAGMENT, texture: {} },
      { binding: 2, visibility: FRAGMENT, sampler: {} },
    ],
  });
  const material = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: VERTEX | FRAGMENT, buffer: {} },
      { binding: 1, visibility: FRAGMENT, texture: {} },
      { binding: 2, visibility: FRAGMENT, texture: {} },
      { binding: 3, visibility: FRAGMENT, sampler: {} },
    ],
  });
  const layout = device.createPipelineLayout({ bindGroupLayouts: [frame, material] });
  const compiled = new Map<string, GPURenderPipeline>();
  const compilePipeline = ({ entry, doubleSided, relief }: PipelineSetup): Promise<GPURenderPipeline> =>
    device.createRenderPipelineAsync({
      layout,
      vertex: {
        module,
        entryPoint: VERTEX_ENTRIES[entry] ?? 'place',
        buffers: VERTEX_BUFFERS,
      },
      primitive: { topology: 'triangle-list', cullMode: doubleSided ? 'none' : 'back' },
      depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: !BLENDED.has(entry), depthCompare: 'less' },
      fragment: {
        module,
        entryPoint: entry,
        constants: entry === 'cloth' || entry === 'skin' ? { RELIEF: relief ? 1 : 0 } : {},
        targets: [{ format: COLOR_FORMAT, ...(BLENDED.has(entry) && { blend: BLEND }) }],
      },
    });
  return {
    frame,
    material,
    async compile(setups) {
      const unique = new Map(setups.map((setup) => [keyOf(setup), setup]));
      const compiling = [...unique].map(async ([key, setup]) => compiled.set(key, await compilePipeline(setup)));
      await Promise.all(compiling);
    },
    find(setup) {
      const pipeline = compiled.get(keyOf(setup));
      if (!pipeline) throw new Error(`The pipeline ${keyOf(setup)} has not been compiled`);
      return pipeline;
    },
  };
}

const keyOf = ({ entry, doubleSided, relief }: PipelineSetup): string => `${entry} ${doubleSided} ${relief}`;
