import type { Material as GltfMaterial, Texture as GltfTexture } from '@gltf-transform/core';
import { readImageHeader } from '../image/header.ts';
import type { Material, Texture } from '../model/index.ts';

/** Materials of an avatar, and the images they use. */
export class MaterialReader {
  readonly textures: Texture[] = [];
  readonly #numbers = new Map<GltfTexture, number>();

  /** Reads a metallic-roughness material. A part without a material is white. */
  read(material: GltfMaterial | null): Material {
    if (!material) return { tint: [1, 1, 1], roughness: 1, metallic: 0, alpha: 'opaque', doubleSided: true };
    const [red, green, blue] = material.getBaseColorFactor();
    return {
      tint: [red, green, blue],
      roughness: material.getRoughnessFactor(),
      metallic: material.getMetallicFactor(),
      alpha: ({ OPAQUE: 'opaque', MASK: 'cutout', BLEND: 'blend' } as const)[material.getAlphaMode()],
      doubleSided: material.getDoubleSided(),
      ...this.#image('color', material.getBaseColorTexture()),
      ...this.#image('normal', material.getNormalTexture()),
      ...this.#image('surface', material.getMetallicRoughnessTexture()),
    };
  }

  #image(name: 'color' | 'normal' | 'surface', texture: GltfTexture | null): Partial<Material> {
    const bytes = texture?.getImage();
    const mediaType = bytes && readImageHeader(bytes)?.mediaType;
    if (!texture || !mediaType) return {};
    const known = this.#numbers.get(texture) ?? this.textures.length;
    if (known === this.textures.length) this.textures.push({ name: `image${known}`, mediaType, bytes });
    this.#numbers.set(texture, known);
    return { [name]: known };
  }
}

/** Parts with a transparent material are invisible if its alpha is below this. */
const INVISIBLE = 0.01;

/** Returns true if a material makes its part invisible. Some files contain invisible parts that are meant for other programs. */
export const isInvisible = (material: GltfMaterial | null): boolean =>
  material !== null && material.getAlphaMode() !== 'OPAQUE' && (material.getBaseColorFactor()[3] ?? 1) < INVISIBLE;
