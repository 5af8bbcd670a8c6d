/**
 * `npm run check:newcomer` measures how long a newcomer has to wait. It clones the repository into an empty folder and runs the commands
 * from the README without npm's cache. It then opens the studio in headless Chromium, creates a video, waits until it plays, and creates a
 * second video over HTTP. Uncommitted changes are ignored. Prints how long each step takes, and the sizes of the clone and its modules.
 * Exits with 1 if a step fails.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { submit, watch } from '../bin/demo/client.ts';
import { readTool, readWhole } from '../bin/tool.ts';
import { openPage, startBrowser } from '../test/studio/browser.ts';

const project = join(import.meta.dirname, '..');

const { values } = readTool(
  'npm run check:newcomer -- [--commit C | --here] [--install COMMAND] [--within S] [--screenshot FILE.png]',
  {
    /** Uses this checkout with empty data instead of cloning. */
    here: { type: 'boolean', default: false },
    commit: { type: 'string', default: 'HEAD' },
    install: { type: 'string', default: 'npx -y npm@11.19.1 ci --omit=dev' },
    within: { type: 'string', default: '600' },
    screenshot: { type: 'string' },
  },
  [],
);

/** About five seconds of speech. */
const TEXT = 'Hello! I am an avatar, and my face moves with every word that I say to you today.';

/** Plays the beginning of a video. This is a string, because browser types are not available here. */
const PLAY = new Function(
  'video',
  `return new Promise((resolve, reject) => {
    video.onerror = () => reject(new Error(video.error.message));
    video.ontimeupdate = () => video.currentTime > 0.2 && resolve();
    video.play().catch(reject);
  })`,
) as (video: unknown) => unknown;

const work = mkdtempSync(join(tmpdir(), 'newcomer-'));
const within = readWhole('--within', values.within) * 1000;
const began = performance.now();
const report = (what: string, detail = ''): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}${detail && `: ${detail}`}`);

/** The environment of a normal shell, without the PATH entries and variables that `npm run` adds. */
const shell = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/.test(name))),
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
  npm_config_cache: join(work, 'npm-cache'),
};

const root = values.here ? project : join(work, 'avatar');
const sizeOf = (folder: string): string => `${execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]} MB`;

let service: ChildProcess | undefined;
setTimeout(() => void end(`nothing after ${values.within} s`), within).unref();
try {
  if (!values.here) {
    execFileSync('git', ['clone', '--quiet', `file://${project}`, root], { stdio: 'inherit' });
    execFileSync('git', ['checkout', '--quiet', '--detach', values.commit], { cwd: root, stdio: 'inherit' });
    report('cloned', sizeOf(root));
    await run(values.install);
    report(values.install, `${sizeOf(join(root, 'node_modules'))} of modules`);
  }
  const { address, url, token } = await start();
  report('npm start is ready');
  await watchInBrowser(address);
  report('the face is talking');
  const posted = performance.now();
  const job = { target_rig: 'metahuman', text: TEXT, language: 'en-US', output: { type: 'video' } };
  const ended = await watch({ url, token }, await submit({ url, token }, job), () => {});
  const seconds = ((performance.now() - posted) / 1000).toFixed(1);
  report('a second video over HTTP', `${ended.status} in ${seconds} s, ${ended.output?.duration?.toFixed(1)} s long`);
  await end();
} catch (error) {
  await end((error as Error).message);
}

/** Runs a command and shows its output. @throws Error if it fails */
async function run(command: string): Promise<void> {
  const child = spawn('sh', ['-c', command], { cwd: root, env: shell, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} exited with ${code}`);
}

/** Runs `npm start` on a free port. @returns the address of the studio, and the address and token of the API */
async function start(): Promise<{ address: string; url: string; token: string }> {
  const command = ['start', '--', '--port', '0', '--data', join(work, 'data')];
  service = spawn('npm', command, { cwd: root, env: shell, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const found: Record<string, string> = {};
  for await (const line of createInterface({ input: service.stdout! })) {
    const [, name, value] = /^ {2}(studio|address|token) +(\S+)$/.exec(line) ?? [];
    if (name && value) found[name] = value;
    if (found.studio && found.address && found.token) break;
  }
  service.stdout!.resume();
  const { studio, address, token } = found;
  if (!studio || !address || !token) throw new Error('npm start exited');
  return { address: studio, url: address, token };
}

/** Creates a video in the studio and waits until it plays. */
async function watchInBrowser(address: string): Promise<void> {
  const browser = await startBrowser('');
  try {
    const { page } = await openPage(browser, []);
    await page.goto(address);
    await page.getByRole('radio', { name: /^grace/ }).waitFor();
    report('the studio is visible');
    await page.getByRole('textbox', { name: /^Text/ }).fill(TEXT);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const video = page.locator('video');
    await video.waitFor();
    report('the video is ready');
    await video.evaluate(PLAY);
    if (values.screenshot) await page.screenshot({ path: values.screenshot });
  } finally {
    await browser.close();
  }
}

/** Stops the service, deletes its files, and exits. @param failure why the run ends early */
async function end(failure?: string): Promise<void> {
  if (failure) console.error(`FAILED: ${failure}`);
  if (service?.pid && service.exitCode === null) {
    const exited = once(service, 'exit');
    process.kill(-service.pid, 'SIGTERM');
    await Promise.race([exited, pause(20_000)]);
  }
  rmSync(work, { recursive: true, force: true });
  process.exit(failure ? 1 : 0);
}
