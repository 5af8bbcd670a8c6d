import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFfmpeg } from '@talking-avatar/speech/ffmpeg';
import { openPage, type Page } from '../browser/browser.ts';
import { serveFiles } from '../browser/files.ts';
import type { Figure, Section } from '../report.ts';
import { ACTOR, SIZE, talk } from '../video/talk.ts';
import { renderApart } from './video.ts';

/** Number of frames to render in the browser and with our renderer, chosen so that both take about the same time. */
const FRAMES = { browser: 30, ours: 150 };

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(import.meta.dirname, '..', 'browser', 'page.html');
const THREE = /^\/three\/((?:build|examples)\/[\w/.-]+\.js)$/;

const CHANNELS = ['jawOpen', 'mouthFunnel', 'eyeBlinkLeft', 'eyeBlinkRight'];

/** Time limit for encoding, in ms. */
const TIMEOUT = 300_000;

/**
 * Compares our renderer with three.js in headless Chromium, using the same actor and motion. Frames in the browser are captured one by one
 * and then encoded, as web-based services do.
 */
export async function measureBrowser(): Promise<Section> {
  const ours = 1000 / (await renderApart(0, FRAMES.ours)).wall;
  const browser = 1000 / (await photograph());
  const figures: Figure[] = [
    { name: 'ours, end to end', value: ours, unit: 'fps' },
    { name: 'three.js in Chromium, end to end', value: browser, unit: 'fps' },
    { name: 'ours / three.js in Chromium', value: ours / browser, unit: '×', bar: '>= 5' },
  ];
  return { title: 'Video beside headless Chromium, 1280 by 720', figures };
}

/** Returns the wall time per frame, not counting the first, in ms. */
async function photograph(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'avatar-browser-'));
  const text = await readFile(PAGE, 'utf8');
  const server = await serveFiles((path) => {
    if (path === '/') return { text };
    if (path === '/actor.glb') return { file: join(ROOT, 'out', 'actors', `${ACTOR}.glb`) };
    const [, file] = THREE.exec(path) ?? [];
    return file ? { file: join(ROOT, 'node_modules', 'three', file) } : undefined;
  });
  const page = await openPage(server.url, SIZE);
  const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '19', '-pix_fmt', 'yuv420p'];
  const file = join(folder, 'video.mp4');
  const encoder = startFfmpeg(['-f', 'image2pipe', '-c:v', 'mjpeg', '-r', '30', '-i', 'pipe:0', ...encoding, file], {
    time: TIMEOUT,
  });
  try {
    await page.evaluate('load()');
    const clip = talk(FRAMES.browser);
    const at = (name: string, frame: number) => clip.channels.get(name)?.[frame] ?? 0;
    let began = 0;
    for (let frame = 0; frame < FRAMES.browser; frame++) {
      const weights = Object.fromEntries(CHANNELS.map((name) => [name, at(name, frame)]));
      await page.evaluate(`draw(${JSON.stringify(weights)}, ${at('headYaw', frame)})`);
      await encoder.write(await shoot(page));
      if (frame === 0) began = performance.now();
    }
    await encoder.finish();
    return (performance.now() - began) / (FRAMES.browser - 1);
  } finally {
    encoder.kill();
    await page.close();
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function shoot(page: Page): Promise<Buffer> {
  const { data } = await page.ask('Page.captureScreenshot', { format: 'jpeg', quality: 90 });
  return Buffer.from(String(data), 'base64');
}
