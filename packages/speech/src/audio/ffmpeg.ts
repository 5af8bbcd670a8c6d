import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Characters of stderr to keep: the first errors are the relevant ones. */
const STDERR_BYTES = 8_192;
/** Exit status of a shell when a command is not found (POSIX). */
const NOT_FOUND = 127;
/** Options of every run: no interaction, errors only, overwrite outputs. */
const COMMON = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-nostats', '-y'];

export interface FfmpegLimits {
  /** Time limit, ms. */
  time: number;
  /** Limit of its address space, bytes; not enforced on macOS. */
  memory?: number;
}

export interface FfmpegResult {
  /** Exit status; null when a signal ended it. */
  code: number | null;
  /** `SIGKILL` if it was killed, for example at its time limit. */
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  /** Beginning of stderr. */
  stderr: string;
}

/** A run that reads standard input. */
export interface Ffmpeg {
  /** Writes input. `bytes` may be reused when the promise resolves. @throws Error when ffmpeg has ended */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the input and waits for the end. @throws Error with stderr when the exit status is not 0 */
  finish(): Promise<void>;
  kill(): void;
}

/**
 * Runs ffmpeg without input. For untrusted files, pass `-protocol_whitelist`, `-format_whitelist` and a memory limit.
 * @returns the result, even of a failed run
 * @throws Error when ffmpeg is not installed
 */
export function runFfmpeg(args: readonly string[], limits: FfmpegLimits): Promise<FfmpegResult> {
  const child = spawnFfmpeg(args, limits);
  child.stdin.end();
  return exitOf(child);
}

/**
 * Starts ffmpeg with its input on stdin (`-i pipe:0`).
 * @example
 * ```ts
 * const encoder = startFfmpeg(['-f', 's16le', '-i', 'pipe:0', 'speech.wav'], { time: 10_000 });
 * await encoder.write(samples);
 * await encoder.finish();
 * ```
 */
export function startFfmpeg(args: readonly string[], limits: FfmpegLimits): Ffmpeg {
  const child = spawnFfmpeg(args, limits);
  const succeeded = exitOf(child).then(({ code, signal, stderr }) => {
    if (code !== 0) throw new Error(`ffmpeg ended with ${signal ?? code}: ${stderr.trim()}`);
  });
  succeeded.catch(() => {});
  return {
    write: async (bytes) => {
      const failure = await new Promise((resolve) => child.stdin.write(bytes, resolve));
      if (!failure) return;
      // The pipe breaks when ffmpeg ends; its exit status gives the reason.
      await succeeded;
      throw new Error('ffmpeg ended before its input', { cause: failure });
    },
    finish: () => {
      child.stdin.end();
      return succeeded;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** The shell sets its own memory limit, and is then replaced by ffmpeg. */
function spawnFfmpeg(args: readonly string[], { time, memory }: FfmpegLimits): Child {
  const limit = memory === undefined ? '' : `ulimit -v ${Math.round(memory / 1024)} 2>/dev/null; `;
  const child = spawn('/bin/sh', ['-c', `${limit}exec ffmpeg "$@"`, 'ffmpeg', ...COMMON, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: time,
    killSignal: 'SIGKILL',
  });
  // Without a listener, a write error would end this process. `write` receives the error too.
  child.stdin.on('error', () => {});
  return child;
}

function exitOf(child: Child): Promise<FfmpegResult> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, STDERR_BYTES);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === NOT_FOUND) reject(new Error('ffmpeg is not installed; install the package ffmpeg'));
      else resolve({ code, signal, stdout: Buffer.concat(chunks), stderr });
    });
  });
}
