import { Extension, PropertyType, type ReaderContext, type WriterContext } from '@gltf-transform/core';

const NAME = 'EXT_texture_webp';

/** EXT_texture_webp, which stores the image index. `@gltf-transform/extensions` would add all of its extensions to our bundles. */
export class WebpTextures extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;
  override readonly prereadTypes = [PropertyType.TEXTURE];

  override preread({ jsonDoc }: ReaderContext): this {
    for (const texture of jsonDoc.json.textures ?? []) {
      const webp = texture.extensions?.[NAME] as { source: number } | undefined;
      if (webp) texture.source = webp.source;
    }
    return this;
  }

  /** Does nothing, because everything is read in `preread`. */
  read(): this {
    return this;
  }

  write({ jsonDoc }: WriterContext): this {
    const { images = [], textures = [] } = jsonDoc.json;
    for (const texture of textures) {
      const { source } = texture;
      if (source === undefined || images[source]?.mimeType !== 'image/webp') continue;
      texture.extensions = { ...texture.extensions, [NAME]: { source } };
      delete texture.source;
    }
    return this;
  }
}
