import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import { busyness } from '@talking-avatar/speech/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService, type TestService } from '../e2e/service.ts';
import { openPage, type StudioPage, startBrowser } from './browser.ts';

const SENTENCE = 'Hello there, my friend.';

const PICTURES = join('out', 'studio');

let service: TestService;
let browser: Browser;
let token: string;
let origins: string[];

beforeAll(async () => {
  service = await sharedService();
  token = await service.tokenFor('studio');
  const { audio } = await createEmbeddedEngine().speak({ text: SENTENCE, language: 'en-US', sex: 'female', speed: 1 });
  const voice = join(service.data, 'voice.wav');
  writeFileSync(voice, encodeWav(audio));
  browser = await startBrowser(voice);
  const policy = (await fetch(service.url)).headers.get('content-security-policy') ?? '';
  origins = [service.url, /connect-src 'self' blob: (\S+);/.exec(policy)?.[1] ?? ''];
  mkdirSync(PICTURES, { recursive: true });
});

afterAll(async () => {
  await browser?.close();
  await service?.end();
});

/** Opens the studio at the address that `npm start` printed. */
async function signIn(options?: Parameters<typeof openPage>[2]): Promise<StudioPage> {
  const opened = await openPage(browser, origins, options);
  await opened.page.goto(`${service.url}/#token=${token}`);
  await opened.page.getByRole('radio', { name: /^grace/ }).waitFor();
  return opened;
}

const textOf = (page: Page) => page.getByRole('textbox', { name: /^(Text|Transcript)/ });

/** Finds serious violations of axe-core rules. @param rules rules to check; only contrast depends on the color scheme */
async function findBarriers(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const only = rules === 'contrast' ? ', runOnly: ["color-contrast"]' : '';
  const found = await page.evaluate(`axe.run(document, { resultTypes: ["violations"]${only} })`);
  const { violations } = found as { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

/** Plays the video on the page to the end. @returns properties of the playback */
const watch = (page: Page) => page.locator('video').evaluate(PLAY) as Promise<{ ended: boolean; width: number; frames: number }>;

/** This is a string, because browser types are not available in tests. */
const PLAY = new Function(
  'video',
  `return new Promise((resolve, reject) => {
    video.onerror = () => reject(new Error(video.error.message));
    video.onended = () => resolve({
      ended: video.ended, width: video.videoWidth, frames: video.getVideoPlaybackQuality().totalVideoFrames
    });
    video.play().catch(reject);
  })`,
) as (video: unknown) => unknown;

/** Returns the playback position of a video or sound, in s. */
const TIME = (media: unknown): number => (media as { currentTime: number }).currentTime;

/** Maximum time before something is visible, in ms. */
const FIRST_PAINT = 1_000;

/** Number of times that the page is loaded. The fastest one counts, because a busy machine slows down some of them. */
const LOADS = 5;

describe('the studio', () => {
  it('is visible within a second', async () => {
    const paints: number[] = [];
    for (let load = 0; load < LOADS && !paints.some((time) => time < FIRST_PAINT * busyness()); load += 1) {
      const { page, close } = await openPage(browser, origins);
      await page.goto(service.url);
      await page.getByRole('textbox', { name: 'Token' }).waitFor();
      paints.push((await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")) as number);
      await close();
    }
    expect(Math.min(...paints)).toBeLessThan(FIRST_PAINT * busyness());
  });

  it('creates a video from text and plays it to its end with captions', async () => {
    const { page, errors, close } = await signIn();
    expect(page.url()).not.toContain(token);
    await textOf(page).fill('Hi.');
    await page.getByRole('combobox', { name: 'Size' }).selectOption('640x360');
    await page.getByText(/about \$/).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'Hi', exact: true }).waitFor();
    expect(await watch(page)).toMatchObject({ ended: true, width: 640, frames: expect.any(Number) });
    await page.locator('.chart canvas').waitFor();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Spending by day' }).waitFor();
    expect(await page.getByText(/of [\d,]+ left/).textContent()).toMatch(/^[\d,]+ of/);
    expect(errors).toEqual([]);
    await close();
  });

  it('records a voice, plots its curves, and shows them on a head', async () => {
    const { page, errors, close } = await signIn({ permissions: ['microphone'] });
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText(/Recording… [3-9]/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/^recording\./).waitFor();
    await textOf(page).fill(SENTENCE);
    await page.getByRole('radio', { name: 'Curves (CSV)' }).check();
    await page.getByRole('radio', { name: 'ARKit' }).check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('.chart canvas').waitFor();
    await page.getByRole('button', { name: 'Show it on a head' }).click();
    await page.locator('canvas[data-ready=true]').waitFor();
    // A click in the chart moves the sound, the words, and the face to that time.
    await page.locator('.chart .u-over').click({ position: { x: 300, y: 60 } });
    expect(await page.locator('audio').evaluate(TIME)).toBeGreaterThan(0.1);
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: join(PICTURES, 'head-1440-light.png') });
    expect(await findBarriers(page)).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });

  it("shows the service's error at its field, and restores form and jobs after a reload", async () => {
    const { page, close } = await signIn();
    await textOf(page).fill('Hello <emotion name="happy">friend');
    await textOf(page).fill('One <break time="1"></emotion> two');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const error = page.locator('[data-field=text] [role=alert]');
    await error.waitFor();
    expect(await error.textContent()).toMatch(/line|column|expected/);
    expect(await textOf(page).getAttribute('aria-invalid')).toBe('true');
    await textOf(page).fill('I am glad.');
    await textOf(page).selectText();
    await page.getByRole('button', { name: 'Sad' }).click();
    expect(await textOf(page).inputValue()).toBe('<emotion name="sad" level="0.7">I am glad.</emotion>');
    await page.getByRole('radio', { name: /^hiro/ }).check();
    await page.reload();
    await page.getByRole('radio', { name: /^hiro/ }).waitFor();
    expect(await page.getByRole('radio', { name: /^hiro/ }).isChecked()).toBe(true);
    expect(await textOf(page).inputValue()).toContain('I am glad.');
    await page.getByRole('link', { name: 'Watch' }).click();
    await page
      .getByRole('link', { name: /^Hi\./ })
      .or(page.getByRole('link', { name: /Video/ }))
      .first()
      .waitFor();
    await close();
  });

  it('explains an image file, a denied microphone, and an invalid token', async () => {
    const { page, close } = await signIn();
    const alert = page.locator('[data-field=recording] [role=alert]');
    await page.locator('input[type=file]').setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/cat\.png.*image\/png.*WAV/);
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText(/has blocked the microphone/).waitFor();
    await textOf(page).fill('Kept.');
    // A link must not replace the session without confirmation.
    await page.goto(`${service.url}/#token=%`);
    await textOf(page).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`${service.url}/#token=wrong`);
    await page.getByText(/Your work is saved\./).waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await textOf(page).waitFor();
    expect(await textOf(page).inputValue()).toBe('Kept.');
    await page.evaluate('localStorage.setItem("heads", \'{"grace":"1"}\')');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'Token' }).waitFor();
    expect(await page.evaluate('[localStorage.heads, localStorage.submitted, sessionStorage.token]')).toEqual(['{}', '{}', '""']);
    await close();
  });

  it('reports that the service does not respond, loses nothing, and continues automatically', async () => {
    const { page, close } = await signIn();
    const notice = page.getByText(/The service is not responding/);
    await textOf(page).fill('Still here.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await notice.waitFor();
    expect(await textOf(page).inputValue()).toBe('Still here.');
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await close();
  });

  it("asks for another token with the service's message when one expires, and preserves the form", async () => {
    const { page, close } = await signIn();
    await page.route('**/lipsync/estimate', (route) =>
      route.fulfill({
        status: 403,
        headers: { 'error-type': 'expired-token' },
        json: { title: 'Token expired', message: 'The token expired yesterday.', code: 403 },
      }),
    );
    await textOf(page).fill('Kept words.');
    await page.getByText(/The token expired yesterday/).waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await textOf(page).inputValue()).toBe('Kept words.');
    await close();
  });

  it('shows the number of jobs ahead in the queue, and a hint if there are no jobs', async () => {
    const { page, close } = await openPage(browser, origins);
    let listed: object[] = ['03', '02', '01'].map((day) => ({
      id: day,
      status: 'queued',
      progress: 0,
      error: null,
      webhooks: [],
      output: { type: 'csv' },
      created_at: `2026-03-${day}T00:00:00Z`,
      started_at: null,
      finished_at: null,
    }));
    await page.route(/\/status\b/, (route) => route.fulfill({ json: { jobs: listed, cursor: null } }));
    await page.goto(`${service.url}/#token=${token}`);
    await page.goto(`${service.url}/#/watch/01`);
    const places = page.locator('a.job .status');
    await places.nth(2).waitFor();
    expect(await places.allTextContents()).toEqual([
      'Waiting, behind 2 of your jobs',
      'Waiting, behind 1 of your jobs',
      'Waiting, next in line',
    ]);
    listed = [];
    await page.goto(`${service.url}/#/watch`);
    await page.reload();
    await page.getByRole('link', { name: 'Create your first job' }).click();
    await textOf(page).waitFor();
    await close();
  });

  it('does not close an older job when the list is refreshed, and polls the running job', async () => {
    const { page, errors, close } = await openPage(browser, origins);
    const job = (id: string, day: string, ended: boolean) => ({
      id,
      status: ended ? 'succeeded' : 'running',
      progress: ended ? 1 : 0.5,
      error: null,
      webhooks: [],
      created_at: `${day}T00:00:00Z`,
      started_at: null,
      finished_at: ended ? `${day}T00:00:00Z` : null,
      output: { type: 'video', artifacts: ['result', 'csv'] },
    });
    const listed = [job('run', '2026-03-02', false), ...Array.from({ length: 49 }, (_, n) => job(`${n}`, '2026-03-01', true))];
    const film = `${origins[1]}/film`;
    const asked: string[] = [];
    await page.route(/\/(status|download|film)\b/, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      const id = searchParams.get('id');
      const name = [pathname, searchParams.get('artifact') ?? id, route.request().resourceType()].join(' ');
      asked.push(name);
      const polled = asked.filter((other) => other === name).length;
      if (searchParams.get('artifact') === 'timeline')
        await route.fulfill({ status: 404, json: { title: 'Not found', message: 'No such file.', code: 404 } });
      else if (pathname === '/download') await route.fulfill({ json: { url: film, size: 440e6, sha256: '', content_type: 'video/mp4' } });
      else if (pathname === '/film') await route.fulfill({ status: 404 });
      else if (id === 'old') await route.fulfill({ json: job('old', '2026-01-01', true) });
      else if (id === 'run') await route.fulfill({ json: job('run', '2026-03-02', polled > 2), headers: { 'retry-after': '1' } });
      else
        await route.fulfill({
          json: { jobs: polled > 1 ? [job('new', '2026-03-03', true), ...listed.slice(1)] : listed, cursor: 'more' },
        });
    });
    await page.goto(`${service.url}/#token=${token}`);
    await page.goto(`${service.url}/#/watch/old`);
    await page.locator('video').evaluate(new Function('video', 'video.id = "first"') as (video: unknown) => void);
    await page.locator('a.job[href="#/watch/run"][data-status=succeeded]').waitFor();
    await page.evaluate('dispatchEvent(new Event("online"))');
    await page.locator('a.job[href="#/watch/new"]').waitFor();
    expect(await page.locator('video#first').count()).toBe(1);
    expect(asked.filter((name) => name === '/download result fetch')).toHaveLength(1);
    // The video is loaded only by the player. Large curves are loaded when clicked.
    await page.getByRole('button', { name: 'Load the curves (440 MB)' }).waitFor();
    expect(asked.filter((name) => name.startsWith('/film  fetch'))).toEqual([]);
    expect(asked.filter((name) => name.startsWith('/status  '))).toHaveLength(2);
    expect(errors).toEqual([]);
    await close();
  });

  it('shows a video with its address, and does not drop it when an outdated list arrives', async () => {
    const { page, errors, close } = await openPage(browser, origins);
    const job = (ended: boolean) => ({
      id: 'film',
      status: ended ? 'succeeded' : 'running',
      progress: ended ? 1 : 0.5,
      error: null,
      webhooks: [],
      created_at: '2026-03-01T00:00:00Z',
      started_at: null,
      finished_at: ended ? '2026-03-01T00:00:09Z' : null,
      output: { type: 'video', artifacts: ['result'] },
    });
    const linked = Promise.withResolvers<void>();
    let lists = 0;
    await page.route(/\/(status|download|film)\b/, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname === '/download') {
        await linked.promise;
        await route.fulfill({ json: { url: `${origins[1]}/film`, size: 1, sha256: '', content_type: 'video/mp4' } });
      } else if (pathname === '/film') await route.fulfill({ status: 404 });
      else if (searchParams.has('id')) await route.fulfill({ json: job(true) });
      else {
        lists += 1;
        await route.fulfill({ json: { jobs: [job(false)], cursor: null } });
      }
    });
    await page.goto(`${service.url}/#token=${token}`);
    await page.goto(`${service.url}/#/watch/film`);
    await page.locator('.player .screen').waitFor();
    expect(await page.locator('video').count()).toBe(0);
    linked.resolve();
    const address = new Function('video', 'video.id = "first"; return video.src') as (video: unknown) => unknown;
    expect(await page.locator('video').evaluate(address)).toBe(`${origins[1]}/film`);
    const before = lists;
    const renewed = page.waitForResponse((response) => /\/status\b(?!.*\bid=)/.test(response.url()));
    await page.evaluate('dispatchEvent(new Event("online"))');
    await (await renewed).finished();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(lists).toBe(before + 1);
    expect(await page.locator('video#first').count()).toBe(1);
    expect(errors).toEqual([]);
    await close();
  });

  it('sends requests from the API reference to its own origin, regardless of the server in the document', async () => {
    const { page, errors, close } = await openPage(browser, origins);
    await page.route('**/openapi.json', async (route) => {
      const document = await (await route.fetch()).json();
      await route.fulfill({ json: { ...document, servers: [{ url: 'https://api.example.com/v1' }] } });
    });
    await page.goto(`${service.url}/docs`);
    const operation = page.locator('.opblock-get', { hasText: '/lipsync/actors' }).first();
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/lipsync/actors'));
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).url()).toBe(`${service.url}/lipsync/actors`);
    expect(errors).toEqual([]);
    await close();
  });
});

/** These tests only read the jobs that were created above, so they run concurrently. */
describe('the studio with existing jobs', () => {
  it.concurrent('resumes a video at the same position after a lost connection', async () => {
    const { page, close } = await signIn();
    let lost = true;
    await page.route('**', (route) =>
      lost && route.request().resourceType() === 'media' ? route.abort('connectionreset') : route.fallback(),
    );
    await page.getByRole('link', { name: 'Watch' }).click();
    await page.locator('a.job', { hasText: 'Video' }).first().click();
    await page.getByText(/playback will resume/).waitFor();
    await page.locator('.chart .u-over').click({ position: { x: 300, y: 60 } });
    lost = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/playback will resume/).waitFor({ state: 'detached' });
    expect(await page.locator('video').evaluate(TIME)).toBeGreaterThan(0.1);
    await close();
  });

  it.concurrent.each(['light', 'dark'] as const)('has no serious accessibility violations in %s colors', async (colorScheme) => {
    const { page, errors, close } = await signIn({ colorScheme });
    await textOf(page).fill(SENTENCE);
    await page.getByText(/about \$/).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const look = async (name: string) => {
        await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
        // The API reference has thousands of colors and names, which are the same at every width.
        const rules = colorScheme === 'light' ? 'all' : 'contrast';
        if (name !== 'docs' || width > 1_000) expect(await findBarriers(page, rules), `${name} at ${width} px`).toEqual([]);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow), `${name} at ${width} px`).toBeLessThanOrEqual(0);
      };
      await page.goto(`${service.url}/#/make`);
      await textOf(page).waitFor();
      await look('make');
      await page.getByRole('link', { name: 'Watch', exact: true }).click();
      // There is enough room to show a job next to the list, so the newest job is open.
      await (width > 1_000 ? page.locator('article.view h1') : page.locator('a.job').first()).waitFor();
      await look('watch');
      await page.locator('a.job', { hasText: 'Curves' }).first().click();
      await page.locator('.chart canvas').waitFor();
      await look('job');
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      for (const name of [/^Spending by day/, 'By job', 'Webhooks']) await page.getByRole('heading', { name }).waitFor();
      await look('account');
      await page.goto(`${service.url}/docs`);
      await page.locator('.opblock-summary-control').first().click();
      await page.getByText('Example Value').first().waitFor();
      await look('docs');
    }
    expect(errors).toEqual([]);
    await close();
  });
});
