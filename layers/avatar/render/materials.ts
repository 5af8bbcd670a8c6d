import type { ActorModel, Part, Substance } from '../model/index.ts';
import { exposeFor } from './exposure.ts';
import type { DeviceMemory } from './memory.ts';
import { decodeTexture, type Mips, packRelief, packSkin, plain } from './textures.ts';

/** Alpha below which hair and lashes are cut away; what lies between is blended over it afterwards. */
export const CUTOFF = 0.42;

/**
 * Pixels across a texture: what a frame can show of it, a power of two within these. The face is what is looked at; what is small in
 * it is seen in fewer pixels than half of its texture has.
 */
const TEXTURE_PIXELS = { least: 256, face: 2048, others: 1024 } as const;
const SMALL: ReadonlySet<Substance> = new Set(['eye', 'teeth', 'tongue', 'brows', 'lashes']);

/** Strength of the highlights. */
const SPECULAR: Readonly<Record<Substance, number>> = {
  skin: 1,
  cloth: 0.2,
  eye: 1,
  teeth: 0.8,
  tongue: 0.5,
  hair: 0.6,
  brows: 0.1,
  lashes: 0.05,
};

/** What the parts of an actor are made of, ready to be drawn. */
export interface Materials {
  /** For each part. */
  readonly bindings: readonly GPUBindGroup[];
  /** The textures of hair, by their index: they say where it is clear. */
  readonly hair: ReadonlyMap<number, Mips>;
  readonly exposure: number;
  /** Whether a part's relief is drawn. */
  hasRelief(part: Part): boolean;
}

/** Hair has edges that are cut out of its texture. */
export const isCut = ({ material, substance }: Part): boolean => material.alpha !== 'opaque' && substance !== 'cloth';
const isSkin = ({ substance }: Part): boolean => substance === 'skin';
const isSmall = ({ substance }: Part): boolean => SMALL.has(substance);
const isHair = ({ substance }: Part): boolean => substance === 'hair';

/** What a frame shows. */
export interface Detail {
  /** Of the frame, pixels. */
  height: number;
  /** The pores of the skin are seen. */
  relief: boolean;
}

/** @param idle waits until the device has taken what it was given */
export async function prepareMaterials(
  device: GPUDevice,
  memory: DeviceMemory,
  actor: ActorModel,
  { height, relief }: Detail,
  layout: GPUBindGroupLayout,
  idle: () => Promise<void>,
): Promise<Materials> {
  const of = (wanted: (part: Part) => boolean) =>
    new Set(actor.parts.filter(wanted).map(({ material }) => material.colour));
  const [cut, face, hairy, small] = [of(isCut), of(isSkin), of(isHair), of(isSmall)];
  const sampler = device.createSampler({
    magFilter: 'linear',
    minFilter: 'linear',
    addressModeU: 'repeat',
    addressModeV: 'repeat',
  });
  const means: Uint8Array[] = [];
  const kept = new Map<number, Mips>();
  const views = new Map<string, GPUTextureView>();

  function decode(index: number): Promise<Mips> {
    const most = face.has(index) ? TEXTURE_PIXELS.face : TEXTURE_PIXELS.others;
    const pixels = texturePixels(small.has(index) ? height / 2 : height, most);
    return decodeTexture(actor.textures[index]!, pixels, cut.has(index) ? CUTOFF : undefined);
  }

  const hasRelief = (part: Part): boolean => part.material.normal !== undefined && (relief || !isSkin(part));

  async function colourOf(part: Part): Promise<Mips> {
    const { colour, surface } = part.material;
    if (colour === undefined) return plain(255, 255, 255, 255);
    const image = await decode(colour);
    means[colour] = image.levels.at(-1)!;
    if (isSkin(part) && !relief) return packSkin(image, surface === undefined ? undefined : await decode(surface));
    if (hairy.has(colour)) kept.set(colour, image);
    return image;
  }

  async function reliefOf(part: Part): Promise<Mips> {
    if (isSkin(part) && !relief) return plain(128, 128, 128, 128);
    const { normal, surface } = part.material;
    return packRelief(
      normal === undefined ? undefined : await decode(normal),
      surface === undefined ? undefined : await decode(surface),
    );
  }

  async function view(name: string, load: () => Promise<Mips>): Promise<GPUTextureView> {
    const made = views.get(name) ?? memory.image(await load());
    views.set(name, made);
    return made;
  }

  const bindings: GPUBindGroup[] = [];
  // One after the other: all of them at once are the most memory that a renderer would ever need.
  for (const part of actor.parts) {
    const { material, substance } = part;
    const { colour, normal, surface } = material;
    const cutoff = material.alpha === 'opaque' ? -1 : CUTOFF;
    const values = Float32Array.of(...material.tint, 1, material.roughness, cutoff, CUTOFF, SPECULAR[substance]);
    const entries = [
      { binding: 0, resource: { buffer: memory.buffer(values, GPUBufferUsage.UNIFORM) } },
      { binding: 1, resource: await view(`colour ${colour}`, () => colourOf(part)) },
      { binding: 2, resource: await view(`relief ${normal} ${surface}`, () => reliefOf(part)) },
      { binding: 3, resource: sampler },
    ];
    bindings.push(device.createBindGroup({ layout, entries }));
    await idle();
  }
  return { bindings, hair: kept, exposure: exposeFor(actor, means), hasRelief };
}

function texturePixels(height: number, most: number): number {
  const seen = 2 ** Math.ceil(Math.log2(1.4 * height));
  return Math.max(TEXTURE_PIXELS.least, Math.min(most, seen));
}
