import { join } from 'node:path';
import { LOCAL_STAGE } from '../settings.ts';
import { bundleFunctions } from './functions.ts';
import { layOutImage } from './image.ts';
import { copyActorsLayer, copyPosters, copySpeechLayer, findFfmpegLayer } from './layers.ts';

/** Folders of everything that Lambda is given. */
export interface Bundles {
  /** Folder with one folder per function. */
  functions: string;
  espeak: string;
  ffmpeg: string;
  actors: string;
  /** Folder of what the image of the renderer is built from. */
  renderer: string;
}

/**
 * Bundles the functions and their layers into `out`.
 *
 * @param root Folder of the project: `functions/`, `node_modules/` and the layer with ffmpeg (`dist/layers/ffmpeg`) are read
 *   there, and the baked actors (`out/actors`).
 * @param out Folder that is written.
 * @param stage The local stage needs no ffmpeg of ours.
 */
export async function bundle({ root, out, stage }: { root: string; out: string; stage: string }): Promise<Bundles> {
  const functions = join(out, 'functions');
  const layers = join(out, 'layers');
  const ffmpeg = findFfmpegLayer({
    built: join(root, 'dist', 'layers', 'ffmpeg'),
    empty: join(layers, 'ffmpeg-system'),
    local: stage === LOCAL_STAGE,
  });
  await bundleFunctions({ sources: join(root, 'functions'), out: functions });
  copyPosters({
    baked: join(root, 'out', 'actors'),
    out: join(functions, 'actors', 'posters'),
    local: stage === LOCAL_STAGE,
  });
  const espeak = copySpeechLayer({ modules: join(root, 'node_modules'), out: join(layers, 'espeak') });
  const actors = copyActorsLayer({ baked: join(root, 'out', 'actors'), out: join(layers, 'actors') });
  const renderer = await layOutImage({
    root,
    bundle: join(functions, 'render'),
    out: join(out, 'images', 'render'),
    linked: stage === LOCAL_STAGE,
  });
  return { functions, espeak, ffmpeg, actors, renderer };
}
