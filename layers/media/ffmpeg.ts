import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Bytes of standard error that are kept: the first errors say what went wrong. */
const STDERR_BYTES = 8_192;

/** Exit status of a shell that does not find a command (POSIX). */
const NOT_FOUND = 127;

/** Every run: no questions to a terminal, only errors on standard error, outputs overwritten. */
const COMMON = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-nostats', '-y'];

export interface FfmpegLimits {
  /** Milliseconds after which it is killed. */
  time: number;
  /** Bytes of address space that it may map, where the system can limit it (macOS cannot); unlimited when absent. */
  memory?: number;
}

/** How a run ended. */
export interface FfmpegResult {
  /** Exit status; null when a signal ended it. */
  code: number | null;
  /** `SIGKILL` where it ran past its time or was killed. */
  signal: NodeJS.Signals | null;
  /** Everything from its standard output. */
  stdout: Buffer;
  /** The beginning of its standard error. */
  stderr: string;
}

/** A run that reads its standard input. */
export interface Ffmpeg {
  /** Sends input; settles when it is taken, and the bytes may change. @throws Error when ffmpeg has ended */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the input and waits for the exit. @throws Error with what ffmpeg says, unless it exits with 0 */
  finish(): Promise<void>;
  kill(): void;
}

/**
 * Runs ffmpeg to its end, without input. A run that fails is a result too. Arguments for files that are not trusted name their
 * protocols and formats (`-protocol_whitelist`, `-format_whitelist`), and their runs have a memory limit.
 *
 * @throws Error when ffmpeg is not installed
 */
export function runFfmpeg(args: readonly string[], limits: FfmpegLimits): Promise<FfmpegResult> {
  const child = spawnFfmpeg(args, limits);
  child.stdin.end();
  return exitOf(child);
}

/**
 * Starts ffmpeg with input on its standard input (`-i pipe:0`).
 *
 * @example
 * const encoder = startFfmpeg(['-f', 's16le', '-i', 'pipe:0', 'sound.wav'], { time: 10_000 });
 * await encoder.write(samples);
 * await encoder.finish();
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
      // A broken pipe only says that ffmpeg is ending; its exit says why.
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

/** The shell sets the memory limit on itself and becomes ffmpeg. */
function spawnFfmpeg(args: readonly string[], { time, memory }: FfmpegLimits): Child {
  const limit = memory === undefined ? '' : `ulimit -v ${Math.round(memory / 1024)} 2>/dev/null; `;
  const child = spawn('/bin/sh', ['-c', `${limit}exec ffmpeg "$@"`, 'ffmpeg', ...COMMON, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: time,
    killSignal: 'SIGKILL',
  });
  // Without a listener, writing to a process that has ended would end ours; `write` gets the error too.
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
