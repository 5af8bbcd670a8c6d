import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListedVoice, NeuralVoice } from '@talking-avatar/speech/neural';
import { LOCAL_STAGE, type ServiceArchitecture } from '../settings/index.ts';
import { copySystemFfmpeg, findFfmpegLayer } from './ffmpeg.ts';
import { bundleFunctions } from './functions.ts';
import { assembleImage } from './image.ts';
import { copyActorsLayer, copySpeechLayer } from './layers.ts';
import { linkFolder } from './link-folder.ts';
import { assembleSpeakerImage } from './speaker-image.ts';
import { bundleStudio, placesOfStudio, type StudioBundle } from './studio.ts';

/** Folders with the assets of all functions. */
export interface Bundles {
  /** Folder that contains one folder per function. */
  functions: string;
  espeak: string;
  ffmpeg: string;
  actors: string;
  /** Build context of the renderer image. */
  renderer: string;
  studio: StudioBundle;
  /** Build context of the `synthesize` image, with the neural voices; absent if there are none. */
  speaker?: { image: string; voices: readonly ListedVoice[] };
}

export interface BundleSources {
  /** Project folder, with `functions/`, `node_modules/`, the ffmpeg layers (`dist/layers/ffmpeg`), and the baked actors (`out/actors`). */
  root: string;
  /** Output folder. */
  out: string;
  /** Stage name. The local stage uses this machine's ffmpeg. */
  stage: string;
  architecture: ServiceArchitecture;
  /** Neural voices to include. */
  voices?: readonly NeuralVoice[];
}

/** Bundles the functions and their layers into `out`. */
export async function bundle(sources: BundleSources): Promise<Bundles> {
  const { root, stage, voices = [] } = sources;
  const local = stage === LOCAL_STAGE;
  const bundles = placesOf(sources);
  await bundleFunctions({ sources: join(root, 'functions'), out: bundles.functions });
  linkFolder(join(root, 'functions', 'api', 'actors', 'posters'), join(bundles.functions, 'actors', 'posters'));
  copySpeechLayer({ modules: join(root, 'node_modules'), out: bundles.espeak });
  copyActorsLayer({ baked: join(root, 'out', 'actors'), out: bundles.actors, linked: local });
  await bundleStudio({ sources: join(root, 'packages', 'studio', 'src'), out: dirname(bundles.studio.pages) });
  await assembleImage({ root, bundle: join(bundles.functions, 'render'), out: bundles.renderer, linked: local });
  if (bundles.speaker) {
    const speaker = join(bundles.functions, 'synthesize');
    assembleSpeakerImage({ root, bundle: speaker, voices, out: bundles.speaker.image, linked: local });
  }
  return bundles;
}

/**
 * Returns the bundles in `out`, creating them if needed. It is safe to call from concurrent processes because the finished folder is
 * renamed into place.
 */
export async function cacheBundles(sources: BundleSources): Promise<Bundles> {
  const { out } = sources;
  if (!existsSync(out)) {
    mkdirSync(dirname(out), { recursive: true });
    const work = mkdtempSync(`${out}-`);
    try {
      await bundle({ ...sources, out: work });
      renameSync(work, out);
    } catch (error) {
      if (!existsSync(out)) throw error;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  // The modification time records the last use.
  utimesSync(out, new Date(), new Date());
  const bundles = placesOf(sources);
  // ffmpeg is not one of the sources, so it may have been installed or moved since the bundles were created.
  if (sources.stage === LOCAL_STAGE) copySystemFfmpeg(bundles.renderer);
  return bundles;
}

function placesOf({ root, out, stage, architecture, voices = [] }: BundleSources): Bundles {
  const layers = join(out, 'layers');
  const ffmpeg = findFfmpegLayer({
    built: join(root, 'dist', 'layers', 'ffmpeg'),
    system: join(layers, 'ffmpeg-system'),
    architecture,
    local: stage === LOCAL_STAGE,
  });
  return {
    functions: join(out, 'functions'),
    espeak: join(layers, 'espeak'),
    ffmpeg,
    actors: join(layers, 'actors'),
    renderer: join(out, 'images', 'render'),
    studio: placesOfStudio(join(out, 'studio')),
    ...(voices.length > 0 && {
      speaker: {
        image: join(out, 'images', 'synthesize'),
        voices: voices.map(({ name, language, sex, licence }) => ({ name, language, sex, licence })),
      },
    }),
  };
}
