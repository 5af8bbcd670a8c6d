/**
 * `npm run check:video -- FILE.mp4…` plays videos in headless Chromium until the `<video>` element fires `ended`, and prints statistics
 * from the player.
 */
import { resolve } from 'node:path';
import { alignColumns } from '../../bin/operator/columns.ts';
import { readTool } from '../../bin/tool.ts';
import { openPage } from '../browser/browser.ts';
import { serveFiles } from '../browser/files.ts';

interface Played {
  width: number;
  height: number;
  seconds: number;
  frames: number;
  dropped: number;
}

/** Plays the video. Rejects with the error from the player. */
const PLAY = `new Promise((resolve, reject) => {
  const video = document.createElement('video');
  video.src = '/video.mp4';
  video.onerror = () => reject(new Error('The player failed: ' + video.error.message));
  video.onended = () => {
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
    resolve({ width: video.videoWidth, height: video.videoHeight, seconds: video.currentTime, frames: totalVideoFrames, dropped: droppedVideoFrames });
  };
  document.body.append(video);
  video.play().catch(reject);
})`;

const { positionals: files, refuse } = readTool('npm run check:video -- FILE.mp4…', {});
if (files.length === 0) refuse('Missing file');
const rows: string[][] = [];
for (const file of files) rows.push([file, ...(await play(resolve(file)))]);
for (const line of alignColumns([['video', 'size', 'ended at, s', 'frames', 'dropped', ''], ...rows])) console.log(line);
if (rows.some((cells) => cells.at(-1) !== 'played')) process.exitCode = 1;

async function play(file: string): Promise<string[]> {
  const server = await serveFiles((path) => (path === '/' ? { text: '<!doctype html><body>' } : { file }));
  const page = await openPage(server.url, { width: 1280, height: 720 });
  try {
    const { width, height, seconds, frames, dropped } = (await page.evaluate(PLAY)) as Played;
    return [`${width}x${height}`, seconds.toFixed(3), String(frames), String(dropped), 'played'];
  } catch (error) {
    return ['', '', '', '', `FAILED: ${error instanceof Error ? error.message : error}`];
  } finally {
    await page.close();
    server.stop();
  }
}
