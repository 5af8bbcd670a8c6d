import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Chromium from Debian, which `bin/setup.sh --tests` installs. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Time limit for a step on a busy machine, in ms. */
const STEP = 240_000;

/**
 * Starts Chromium with WebGL on the CPU, and with a microphone that plays a file in a loop.
 *
 * @param voice a WAV file
 */
export const startBrowser = (voice: string): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${voice}`,
      '--enable-unsafe-swiftshader',
    ],
  });

/** A page in a separate session. Its errors are script errors, Content-Security-Policy violations, and requests to other origins. */
export interface StudioPage {
  page: Page;
  errors: string[];
  close(): Promise<void>;
}

/**
 * Opens a page in a separate session.
 *
 * @param allowed origins that the page is allowed to call
 */
export async function openPage(browser: Browser, allowed: readonly string[], options: BrowserContextOptions = {}): Promise<StudioPage> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(STEP);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !allowed.includes(origin)) errors.push(`a request to ${origin}`);
  });
  return { page, errors, close: () => context.close() };
}
