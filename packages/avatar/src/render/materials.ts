import type { ActorModel, Part, Substance } from '../model/index.ts';
import type { DeviceMemory } from './device-memory.ts';
import { exposureFor, measureCheeks, REFERENCE } from './exposure.ts';
import { packGeneric } from './generic.ts';
import { isRelief } from './hair-relief.ts';
import { readAhead } from './read-ahead.ts';
import { type DecodedImage, type Mips, makeMips, onePixel, packSkin, packSurface, readPixels } from './textures.ts';

/** Alpha below which hair and lashes are cut out. Lower alpha is blended in a second pass. */
export const ALPHA_CUTOFF = 0.5;
/**
 * Brows, lashes, and fine hair are finer than hair cards. Everything except their centers is blended. Otherwise, individual pixels would
 * stand out.
 */
export const FINE_HAIR: ReadonlySet<Substance> = new Set(['brows', 'lashes']);
const FINE_CUTOFF = 0.95;
/** Limits for texture sizes, in pixels. Within them, a texture is as large as a frame can show, as a power of two. */
const TEXTURE_PIXELS = { least: 256, face: 2048, others: 1024 } as const;
/** A relief texture has both sides of the hair next to each other, with the far side at half the size. */
const RELIEF_PICTURES = 1.5;
const SMALL: ReadonlySet<Substance> = new Set(['eye', 'teeth', 'tongue', 'brows', 'lashes']);
/** How many images are decoded while others are processed. */
const DECODE_AHEAD = 2;
/** How many bytes of images are uploaded before waiting for the device. */
const MAX_PENDING_BYTES = 16 << 20;

const SPECULAR: Readonly<Record<Substance, number>> = {
  skin: 1,
  cloth: 0.2,
  eye: 1,
  teeth: 0.8,
  tongue: 0.5,
  hair: 0.6,
  brows: 0.1,
  lashes: 0.05,
  generic: 1,
};

export interface Materials {
  /** One per part. */
  readonly bindings: readonly GPUBindGroup[];
  /** Hair textures by index. Used for their alpha. */
  readonly hair: ReadonlyMap<number, Mips>;
  readonly exposure: number;
  /** Cheek brightness (linear, 0..1). */
  readonly cheeks: number;
}

/** Returns true for parts with a cut-out texture, such as hair. */
export const isAlphaTested = ({ material, substance }: Part): boolean => material.alpha !== 'opaque' && substance !== 'cloth';
const isSkin = ({ substance }: Part): boolean => substance === 'skin';
/** Custom avatars have one image for face and body. */
const isFace = (part: Part): boolean => isSkin(part) || part.substance === 'generic';
const isSmall = ({ substance }: Part): boolean => SMALL.has(substance);
const isHair = ({ substance }: Part): boolean => substance === 'hair';

/** Maximum size of a pixel at the actor for skin pores to be visible, in meters. */
export const PORES = 0.00075;

/** Level of detail of a frame. */
export interface Detail {
  /** Height of the frame, in pixels. */
  height: number;
  /** True if skin pores are visible. */
  relief: boolean;
}

/** Returns true if a part is rendered with its normal map. */
export const hasNormalMap = (part: Part, { relief }: Detail): boolean => part.material.normal !== undefined && (relief || !isSkin(part));

/** Decodes and uploads the materials of an actor. @param idle resolves when the device has processed all uploads */
export async function prepareMaterials(
  device: GPUDevice,
  memory: DeviceMemory,
  actor: ActorModel,
  { height, relief }: Detail,
  layout: GPUBindGroupLayout,
  idle: () => Promise<void>,
): Promise<Materials> {
  const texturesOf = (textures: (part: Part) => boolean) => new Set(actor.parts.filter(textures).map(({ material }) => material.color));
  const [cut, face, hair, small, reliefs] = [
    texturesOf(isAlphaTested),
    texturesOf(isFace),
    texturesOf(isHair),
    texturesOf(isSmall),
    texturesOf(isRelief),
  ];
  const sampler = device.createSampler({
    magFilter: 'linear',
    minFilter: 'linear',
    addressModeU: 'repeat',
    addressModeV: 'repeat',
  });
  const means: Uint8Array[] = [];
  let cheeks: number = REFERENCE.cheeks;
  const hairImages = new Map<number, Mips>();
  const views = new Map<string, GPUTextureView>();

  function read(index: number): Promise<DecodedImage> {
    const most = face.has(index) ? TEXTURE_PIXELS.face : TEXTURE_PIXELS.others;
    const pixels = texturePixels(small.has(index) ? height / 2 : height, most);
    return readPixels(actor.textures[index]!, reliefs.has(index) ? RELIEF_PICTURES * pixels : pixels);
  }

  /** Lists the textures packed into the color image of a part, and those packed into its normal map. */
  const texturesOfPart = ({ material: { color, normal, surface }, substance }: Part) =>
    substance === 'skin'
      ? { color: [color, surface], relief: relief ? [normal, surface] : [] }
      : { color: [color], relief: [normal, surface] };

  // Hair comes first, because the visibility test needs it.
  const order = [...actor.parts.entries()].sort(([, a], [, b]) => Number(isHair(b)) - Number(isHair(a)));
  const names = new Map(
    order.flatMap(([, part]) => {
      const { color, relief } = texturesOfPart(part);
      return [
        [`color ${color}`, color],
        [`relief ${relief}`, relief],
      ] as const;
    }),
  );
  const take = readAhead(
    [...names.values()].flat().filter((index) => index !== undefined),
    read,
    DECODE_AHEAD,
  );
  const decode = async (index: number | undefined): Promise<Mips | undefined> =>
    index === undefined ? undefined : makeMips(await take(index), cut.has(index) ? ALPHA_CUTOFF : undefined);

  async function colorOf(part: Part): Promise<Mips> {
    const [color, surface] = texturesOfPart(part).color;
    const image = await decode(color);
    if (!image || color === undefined) return onePixel(255, 255, 255, 255);
    means[color] = image.levels.at(-1)!;
    if (hair.has(color)) hairImages.set(color, image);
    if (isSkin(part)) cheeks = measureCheeks(actor, part, image) ?? cheeks;
    return isSkin(part) ? packSkin(image, await decode(surface), relief ? 'folds' : 'roughness') : image;
  }

  async function reliefOf(part: Part): Promise<Mips> {
    const [normal, surface] = texturesOfPart(part).relief;
    const pack = part.substance === 'generic' ? packGeneric : packSurface;
    return pack(await decode(normal), await decode(surface));
  }

  async function view(name: string, load: () => Promise<Mips>): Promise<GPUTextureView> {
    const loaded = views.get(name) ?? (await upload(await load()));
    views.set(name, loaded);
    return loaded;
  }

  let pendingBytes = 0;
  async function upload(image: Mips): Promise<GPUTextureView> {
    // Images take twice the memory while they are being uploaded.
    pendingBytes += image.levels[0]!.length;
    if (pendingBytes > MAX_PENDING_BYTES) {
      await idle();
      pendingBytes = image.levels[0]!.length;
    }
    return memory.image(image);
  }

  const bindings: GPUBindGroup[] = [];
  for (const [number, part] of order) {
    const { material, substance } = part;
    const textures = texturesOfPart(part);
    const solid = FINE_HAIR.has(substance) || material.alpha === 'blend' ? FINE_CUTOFF : ALPHA_CUTOFF;
    const cutoff = material.alpha === 'opaque' ? -1 : solid;
    const color = await view(`color ${textures.color}`, () => colorOf(part));
    const lightness = isAlphaTested(part) || isHair(part) ? meanLightness(means[material.color ?? -1]) : 1;
    const fourth = substance === 'generic' ? (material.metallic ?? 0) : lightness;
    const values = Float32Array.of(...material.tint, fourth, material.roughness, cutoff, solid, SPECULAR[substance]);
    const entries = [
      { binding: 0, resource: { buffer: memory.buffer(values, GPUBufferUsage.UNIFORM) } },
      { binding: 1, resource: color },
      { binding: 2, resource: await view(`relief ${textures.relief}`, () => reliefOf(part)) },
      { binding: 3, resource: sampler },
    ];
    bindings[number] = device.createBindGroup({ layout, entries });
  }
  return { bindings, hair: hairImages, exposure: exposureFor(actor, means), cheeks };
}

/** Returns the lightness of a pixel, 0.02..1. */
const meanLightness = ([red = 255, green = 255, blue = 255]: Iterable<number> = []): number =>
  Math.max(0.02, (0.3 * red + 0.55 * green + 0.15 * blue) / 255);

function texturePixels(height: number, most: number): number {
  const visible = 2 ** Math.ceil(Math.log2(1.4 * height));
  return Math.max(TEXTURE_PIXELS.least, Math.min(most, visible));
}
