import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { readRunning } from '../../bin/local/running.ts';

export interface ServiceProcessOptions {
  /** Data folder of the service. */
  data: string;
  /** Settings that override cdk.json. */
  context?: Readonly<Record<string, unknown>>;
  /** All infrastructure delays are divided by this (default 1). */
  haste?: number;
  /** File with the number of milliseconds to add to the clocks of the service and its functions. */
  clock?: string;
  /** File to which the total size of live objects, in MB, is written every few minutes. */
  heap?: string;
  /** All intervals of an hour or more are divided by this (default 1). Requires `clock`. */
  hourly?: number;
  /** Additional environment variables. */
  environment?: Readonly<Record<string, string>>;
  /** Time limit for startup, in ms. Defaults to 240 s, because the machine may be busy. */
  within?: number;
}

/** A local service in a separate process, which the caller may kill. */
export interface ServiceProcess {
  readonly url: string;
  /** Token for the "demo" account. */
  readonly token: string;
  readonly pid: number;
  readonly outputs: Readonly<Record<string, string>>;
  /** Environment variables with which an AWS SDK uses the embedded services as the operator. */
  readonly environment: Readonly<Record<string, string>>;
  /** The most recent output on stderr. */
  readonly errors: () => string;
  /** True if the process has exited for any reason. */
  readonly hasEnded: () => boolean;
  /** Sends a signal and waits for the process to exit. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

const SCRIPT = join(import.meta.dirname, 'serve.ts');
const CLOCK = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href;
/** Maximum number of stderr characters to keep. */
const MAX_ERRORS = 100_000;

/** Thrown if the service does not start. The message is the output of the service. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Starts the same service as `npm start`, in a separate process. @throws StartError with the output of the service */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { data, context = {}, haste = 1, clock, hourly = 1, heap = '', within = 240_000 } = options;
  const shifted = clock === undefined ? '' : `${CLOCK}?${new URLSearchParams({ file: clock, haste: String(hourly) })}`;
  const settings = { data, context: JSON.stringify(context), haste: String(haste), clock: shifted, heap };
  const child = spawn(
    process.execPath,
    [...(shifted ? ['--import', shifted] : []), SCRIPT, ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...options.environment } },
  );
  let errors = '';
  child.stderr.on('data', (text) => {
    errors = `${errors}${text}`.slice(-MAX_ERRORS);
  });
  const closed = once(child, 'close');
  const line = once(createInterface({ input: child.stdout }), 'line', { signal: AbortSignal.timeout(within) });
  line.catch(() => {});
  await Promise.race([line, closed]).catch(() => end(child, 'SIGKILL'));
  if (hasEnded(child)) throw new StartError(errors || `The service did not start within ${within} ms`);
  const { url, token } = JSON.parse(((await line) as [string])[0]) as { url: string; token: string };
  const running = await readRunning(data);
  if (running?.pid !== child.pid) throw new StartError(`Another process runs the service in ${data}`);
  return {
    url,
    token,
    pid: child.pid!,
    outputs: running!.outputs,
    environment: running!.environment,
    errors: () => errors,
    hasEnded: () => hasEnded(child),
    end: (signal = 'SIGTERM') => end(child, signal),
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
