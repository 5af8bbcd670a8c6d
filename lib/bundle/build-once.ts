import { type BuildOptions, build, stop } from 'esbuild';

/** Number of builds in progress in this process. */
let building = 0;

/** Builds, and stops esbuild's process after the last build, because it would use up to 1 GB while a service is running. */
export async function buildOnce(options: BuildOptions & { metafile: true }) {
  building += 1;
  try {
    return await build<typeof options>(options);
  } finally {
    building -= 1;
    if (building === 0) await stop();
  }
}
