import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { readRunning } from '../bin/local/running.ts';

export interface LoneServiceOptions {
  /** Folder of the service's data. */
  data: string;
  /** Settings beside those of cdk.json. */
  context?: Readonly<Record<string, unknown>>;
  /** Divides the waiting times of the infrastructure (1). */
  haste?: number;
  /** File with the milliseconds by which the clock of the service and its functions is wrong. */
  clock?: string;
  /** File to which it writes every few minutes what its live objects take, MB. */
  heap?: string;
  /** Divides intervals of an hour and more (1); needs `clock`. */
  hourly?: number;
  /** Variables of the process beside this one's. */
  environment?: Readonly<Record<string, string>>;
  /** Milliseconds until it must be ready (240 s: the machine may be busy). */
  within?: number;
}

/** A local service in a process of its own, which may be killed. */
export interface LoneService {
  readonly url: string;
  /** A token of its account "demo". */
  readonly token: string;
  readonly pid: number;
  readonly outputs: Readonly<Record<string, string>>;
  /** What an AWS SDK reads to work on the embedded services as the operator. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it has written to stderr. */
  readonly errors: () => string;
  /** Whether it has ended, by itself or not. */
  readonly hasEnded: () => boolean;
  /** Ends it with a signal, and waits until it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

const SCRIPT = join(import.meta.dirname, 'lone-service.ts');
const CLOCK = pathToFileURL(join(import.meta.dirname, 'moved-clock.ts')).href;

/** The service did not start; the message is what it printed. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Starts the service of `npm start` in a process of its own. @throws StartError with what it printed */
export async function startLoneService(options: LoneServiceOptions): Promise<LoneService> {
  const { data, context = {}, haste = 1, clock, hourly = 1, heap = '', within = 240_000 } = options;
  const moved = clock === undefined ? '' : `${CLOCK}?${new URLSearchParams({ file: clock, haste: String(hourly) })}`;
  const child = spawn(
    process.execPath,
    [
      ...(moved ? ['--import', moved] : []),
      SCRIPT,
      '--data',
      data,
      '--context',
      JSON.stringify(context),
      '--haste',
      String(haste),
      '--clock',
      moved,
      '--heap',
      heap,
      '--tied',
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...options.environment } },
  );
  let errors = '';
  child.stderr.on('data', (text) => {
    errors = `${errors}${text}`.slice(-MOST_ERRORS);
  });
  const closed = once(child, 'close');
  const line = once(createInterface({ input: child.stdout }), 'line', { signal: AbortSignal.timeout(within) });
  line.catch(() => {});
  await Promise.race([line, closed]).catch(() => end(child, 'SIGKILL'));
  if (hasEnded(child)) throw new StartError(errors || `no answer in ${within} ms`);
  const { url, token } = JSON.parse(((await line) as [string])[0]) as { url: string; token: string };
  const running = await readRunning(data);
  if (running?.pid !== child.pid) throw new StartError(`${data} says that another process runs the service`);
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

/** Characters of stderr that are kept. */
const MOST_ERRORS = 100_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
