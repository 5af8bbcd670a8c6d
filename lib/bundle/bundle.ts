import { join } from 'node:path';
import { LOCAL_STAGE } from '../settings.ts';
import { bundleFunctions } from './functions.ts';
import { copySpeechLayer, findFfmpegLayer } from './layers.ts';

/** Folders of everything that Lambda is given. */
export interface Bundles {
  /** Folder with one folder per function. */
  functions: string;
  espeak: string;
  ffmpeg: string;
}

/**
 * Bundles the functions and their layers into `out`.
 *
 * @param root Folder of the project: `functions/`, `node_modules/` and the layer with ffmpeg (`dist/layers/ffmpeg`) are read there.
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
  const espeak = copySpeechLayer({ modules: join(root, 'node_modules'), out: join(layers, 'espeak') });
  return { functions, espeak, ffmpeg };
}
