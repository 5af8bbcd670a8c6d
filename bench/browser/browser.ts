import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** Time limit for one browser command, in ms. */
const COMMAND_TIMEOUT = 120_000;

/**
 * Options for a headless Chromium that renders on the CPU and can only connect to this machine. Media play automatically, and pages render
 * as fast as possible.
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

/** A page in a separate browser. */
export interface Page {
  /** ID of the browser's main process. */
  readonly pid: number;
  /** Sends a DevTools command. @throws Error with the message from the browser */
  ask(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Evaluates an expression and awaits its value. @throws Error with the message from the page */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Names of the program on Debian and Ubuntu, and of Google's own build. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Opens an address in a headless Chromium.
 *
 * @throws Error if Chromium is not installed
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
      signal: AbortSignal.timeout(COMMAND_TIMEOUT),
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

/** Waits until the page has loaded. Commands fail while it is replacing the empty page. */
async function untilLoaded(evaluate: Page['evaluate']): Promise<void> {
  const until = performance.now() + COMMAND_TIMEOUT;
  while (performance.now() < until) {
    const loaded = "document.readyState === 'complete' && location.protocol.startsWith('http')";
    if (await evaluate(loaded).catch(() => false)) return;
    await pause(50);
  }
  throw new Error('The page did not load');
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

/** Kills the browser's process group. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** Waits for the browser to print its DevTools address. */
function findEndpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser did not print its DevTools address')), COMMAND_TIMEOUT);
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const [, endpoint] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (!endpoint) return;
      clearTimeout(timer);
      resolve(endpoint);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The browser exited with ${code}`));
    });
  });
}

/** Connects to DevTools for the page. @returns a function that sends commands */
async function connect(address: string): Promise<Page['ask']> {
  const socket = new WebSocket(address);
  await once(socket, 'open', { signal: AbortSignal.timeout(COMMAND_TIMEOUT) });
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Reply;
    const pending = id === undefined ? undefined : waiting.get(id);
    if (!pending) return;
    if (error) pending.reject(new Error(error.message));
    else pending.resolve(result ?? {});
  });
  socket.addEventListener('close', () => {
    for (const pending of waiting.values()) pending.reject(new Error('The browser closed the connection'));
  });
  let last = 0;
  return async (method, params = {}) => {
    const id = ++last;
    const pending = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, pending);
    const timer = setTimeout(() => pending.reject(new Error(`${method} timed out`)), COMMAND_TIMEOUT);
    socket.send(JSON.stringify({ id, method, params }));
    try {
      return await pending.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
}
