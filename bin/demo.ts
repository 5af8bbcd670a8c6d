import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from '@talking-avatar/cli';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import { download, type Service, submit, watch } from './demo/client.ts';
import { demoToken } from './local/demo-token.ts';
import { serveWhileBaking } from './local/serve-while-baking.ts';
import { readTool } from './tool.ts';

const OUT = 'out';

const TEXT = 'Hello! I am an avatar. My lips close on every B, M and P, and my face moves with what I say.';
const TRANSCRIPT = 'This is a recorded voice. Maybe people will be pleased by my beautiful moving mouth.';

const job = (text: string, emotion: object) => ({
  target_rig: 'metahuman',
  text,
  language: 'en-US',
  actor: 'female',
  emotion,
  output: { type: 'csv' },
});

const VIDEO = {
  ...job(TEXT, { expression: 'happy', level: 0.4 }),
  actor: 'kavya',
  camera: 0,
  output: { type: 'video', width: 1280, height: 720 },
};

/** `npm run demo`: creates animations from a sentence and a recorded voice, and a video, with the embedded AWS services. */
readTool('npm run demo', {}, []);
const data = await mkdtemp(join(tmpdir(), 'avatar-demo-'));
const served = await serveWhileBaking({ port: 0, data, fresh: false }, { first: [VIDEO.actor], report: console.log });
try {
  const service = { url: served.url, token: await demoToken(data, served.outputs.TokensTable ?? '') };
  await mkdir(OUT, { recursive: true });
  console.log(`The service is running on embedded AWS services at ${service.url}\n`);
  const spoken = await make(service, 'text', job(TEXT, { expression: 'happy', level: 0.6 }), 'hello.csv');
  const recorded = await make(service, 'recording', job(TRANSCRIPT, {}), 'recording.csv', await record());
  console.log(advice([spoken, recorded], await makeVideo(service)));
} finally {
  await served.stop();
  await rm(data, { recursive: true, force: true });
}

/** Creates the video. @returns how to play it, or the reason if this machine cannot render */
async function makeVideo(service: Service): Promise<string> {
  try {
    return `Play the video: ${await make(service, 'video', VIDEO, 'video.mp4')}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs one job and writes its result, audio, and timeline to `out`. @returns the path of the result */
async function make(service: Service, label: string, specification: object, file: string, recording?: Uint8Array): Promise<string> {
  const startedAt = performance.now();
  const id = await submit(service, specification, recording);
  let shown = '';
  const job = await watch(service, id, ({ status, progress }) => {
    const line = `${label.padEnd(9)}  ${status.padEnd(9)}  ${Math.round(progress * 100)} %`;
    if (line !== shown) console.log(line);
    shown = line;
  });
  if (job.status !== 'succeeded') throw new Error(`The ${label} job ${job.status}: ${job.error?.message}`);
  const path = join(OUT, file);
  await write(path, await download(service, id));
  await write(path.replace(/\.\w+$/, '.wav'), await download(service, id, 'audio'));
  await write(path.replace(/\.\w+$/, '.json'), await download(service, id, 'timeline'));
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${label.padEnd(9)}  ${path}: ${job.output.duration?.toFixed(1)} s of speech in ${seconds.toFixed(1)} s\n`);
  return path;
}

/** Writes a result that everyone can read. Under the service's umask, only the owner could read it. */
function write(path: string, bytes: Uint8Array): Promise<void> {
  return writeFileAtomically(path, bytes, 0o644);
}

/** Creates the "recording" for the demo, a WAV file in a voice that the service would not select. */
async function record(): Promise<Uint8Array> {
  const voice = createEmbeddedEngine();
  const { audio } = await voice.speak({ text: TRANSCRIPT, language: 'en-GB', sex: 'male', speed: 0.9 });
  return encodeWav(audio);
}

function advice(files: readonly string[], video: string): string {
  return `Done. ${files.join(' and ')} contain 61 Live Link Face columns and 251 MetaHuman curves each. ${video}
Open the curves with
  - Unreal Engine: drag the .csv into the content browser (plugin "Live Link Face Importer"), and play it on a MetaHuman
  - any spreadsheet or script: one row per frame at 60 frames per second
Each .wav file has the sound, and each .json file the words and phones with their times.
Start the service for your own jobs: npm start`;
}
