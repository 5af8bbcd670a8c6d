import { type BuildOptions, build, stop } from 'esbuild';

/** Number of builds in progress in this process. */
let building = 0;

/**
 * Runs a build, and stops the esbuild process after the last one. Otherwise it would keep using up to 1 GB of memory while the service is
 * running.
 */
export async function buildOnce(options: BuildOptions & { metafile: true }) {
  building += 1;
  try {
    return await build<typeof options>(options);
  } finally {
    building -= 1;
    if (building === 0) await stop();
  }
}
