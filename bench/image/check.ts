/**
 * `npm run check:image` builds the renderer's Dockerfile without a Docker engine, and uses the image to render a video through the Runtime
 * API on the embedded services. Requires Debian, root, and the buildah and debootstrap packages.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { download, submit, watch } from '../../bin/demo/client.ts';
import { readTool } from '../../bin/tool.ts';
import { assembleImage, bundleFunctions, readBaseImage } from '../../lib/bundle/index.ts';
import { startService } from '../../test/e2e/service.ts';
import { makeBase } from './base.ts';
import { askBuildah, buildah, STORE } from './buildah.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TAG = 'renderer';

/** The fields that are used from buildah's container description. */
interface Inspection {
  OCIv1: { config: { Entrypoint: string[]; Cmd: string[] } };
}

const VIDEO = {
  target_rig: 'metahuman',
  text: 'This picture was drawn in the container.',
  language: 'en-US',
  output: { type: 'video', width: 320, height: 180 },
};

readTool('npm run check:image', {}, []);
for (const program of ['buildah', 'debootstrap']) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
  } catch {
    throw new Error(`${program} is missing: apt-get install buildah debootstrap`);
  }
}
mkdirSync(STORE, { recursive: true });
const { name = '' } = readBaseImage(join(ROOT, 'functions', 'steps', 'render', 'image', 'Dockerfile')) ?? {};
const [, suite = ''] = /^node:[\d.]+-(\w+)-slim$/.exec(name) ?? [];
makeBase(`docker.io/library/${name}`, suite);
const container = await build();
try {
  await video(container);
} finally {
  buildah('rm', container);
}

/** @returns the name of a container that runs the image */
async function build(): Promise<string> {
  const functions = join(STORE, 'functions');
  const context = join(STORE, 'context');
  rmSync(functions, { recursive: true, force: true });
  await bundleFunctions({ sources: join(ROOT, 'functions'), out: functions });
  await assembleImage({ root: ROOT, bundle: join(functions, 'render'), out: context, linked: false });
  // An image built locally under that name has no digest.
  buildah('build', '--build-arg', `BASE_IMAGE=${name}`, '--isolation', 'chroot', '--pull-never', '--layers', '--tag', TAG, context);
  return askBuildah('from', '--pull-never', `localhost/${TAG}`);
}

async function video(container: string): Promise<void> {
  const { OCIv1 } = JSON.parse(askBuildah('inspect', '--type', 'container', container)) as Inspection;
  const { Entrypoint, Cmd } = OCIv1.config;
  const enter = [join(import.meta.dirname, 'enter.ts'), container, ...Entrypoint, ...Cmd] as const;
  const lines: string[] = [];
  const service = await startService(
    {},
    {
      launch: ({ name }) => (/Render/.test(name) ? [process.execPath, ...enter] : undefined),
      onLog: ({ functionName, line }) => {
        if (/Render/.test(functionName)) lines.push(line);
      },
    },
  );
  try {
    const client = await service.as('image');
    const job = await watch(client, await submit(client, VIDEO));
    console.log(lines.filter((line) => /^(START|REPORT)/.test(line)).join('\n'));
    const outcome = job.status === 'cancelled' ? 'was cancelled' : job.status;
    if (job.status !== 'succeeded') throw new Error(`The video job ${outcome}: ${JSON.stringify(job.error)}\n${lines.join('\n')}`);
    if (lines.length === 0) throw new Error('The video was rendered, but not in the container');
    const video = await download(client, job.id);
    console.log(`The container rendered a video of ${video.byteLength} bytes.`);
  } finally {
    await service.end();
  }
}
