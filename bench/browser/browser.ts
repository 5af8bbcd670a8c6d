import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that one question to the browser may take. */
const PATIENCE = 120_000;

/**
 * A headless Chromium that draws on the processor, with nothing but the machine itself to talk to. Sound and video start by
 * themselves; a page may be looked at as fast as it draws.
 */
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-sync',
  '--disable-quic',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--mute-audio',
  '--hide-scrollbars',
  '--autoplay-policy=no-user-gesture-required',
  '--force-device-scale-factor=1',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--remote-debugging-port=0',
];

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A page of a browser of its own. */
export interface Page {
  /** Process of the browser, the parent of all its others. */
  readonly pid: number;
  /** Asks by the DevTools protocol. @throws Error with the browser's words */
  ask(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Evaluates an expression, waits for its promise and gives its value. @throws Error with the page's own error */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The program, as Debian, Ubuntu and Google name it. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Opens an address in a headless Chromium.
 *
 * @throws Error when none is installed
 */
export async function openPage(address: string, { width, height }: { width: number; height: number }): Promise<Page> {
  const folder = await mkdtemp(join(tmpdir(), 'avatar-browser-'));
  const args = [...FLAGS, `--user-data-dir=${folder}`, 'about:blank'];
  const child = await start(args);
  const close = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { host } = new URL(await findEndpoint(child));
    const answer = await fetch(`http://${host}/json/new?about:blank`, {
      method: 'PUT',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
    const ask = await connect(webSocketDebuggerUrl);
    const evaluate = evaluateBy(ask);
    await ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await ask('Page.navigate', { url: address });
    await untilLoaded(evaluate);
    return { pid: child.pid ?? 0, ask, evaluate, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const evaluateBy =
  (ask: Page['ask']): Page['evaluate'] =>
  async (expression) => {
    const { result, exceptionDetails } = (await ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as {
      result: { value?: unknown };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };

/** What is asked while the page comes in place of the empty one may find no page. */
async function untilLoaded(evaluate: Page['evaluate']): Promise<void> {
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    const loaded = "document.readyState === 'complete' && location.protocol.startsWith('http')";
    if (await evaluate(loaded).catch(() => false)) return;
    await pause(50);
  }
  throw new Error('The page does not load');
}

async function start(args: readonly string[]): Promise<ChildProcess> {
  for (const program of PROGRAMS) {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    try {
      await once(child, 'spawn');
      return child;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('Chromium is not installed: apt-get install chromium');
}

/** Ends the browser with all its processes, which are a group of their own. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** The address that the browser says it listens on. */
function findEndpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser does not say where it listens')), PATIENCE);
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const [, endpoint] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (!endpoint) return;
      clearTimeout(timer);
      resolve(endpoint);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The browser ended with ${code}`));
    });
  });
}

/** @returns how to ask the page at this end of the DevTools protocol */
async function connect(address: string): Promise<Page['ask']> {
  const socket = new WebSocket(address);
  await once(socket, 'open', { signal: AbortSignal.timeout(PATIENCE) });
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Reply;
    const asked = id === undefined ? undefined : waiting.get(id);
    if (!asked) return;
    if (error) asked.reject(new Error(error.message));
    else asked.resolve(result ?? {});
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The browser has gone'));
  });
  let last = 0;
  return async (method, params = {}) => {
    const id = ++last;
    const asked = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, asked);
    const timer = setTimeout(() => asked.reject(new Error(`${method} was not answered`)), PATIENCE);
    socket.send(JSON.stringify({ id, method, params }));
    try {
      return await asked.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
}
