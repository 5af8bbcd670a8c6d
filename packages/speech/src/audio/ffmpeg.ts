import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Number of characters of stderr to keep. The first errors are the relevant ones. */
const STDERR_BYTES = 8_192;
/** Exit status of a shell if the command is not found (POSIX). */
const NOT_FOUND = 127;
/** Options for every run: no interaction, errors only, overwrite outputs. */
const COMMON = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-nostats', '-y'];

export interface FfmpegLimits {
  /** Time limit, in ms. */
  time: number;
  /**
   * Limit on CPU time, in seconds, after which `SIGXCPU` terminates ffmpeg. Unlike `time`, it does not depend on the load of the machine.
   */
  processorTime?: number;
  /** Limit on the address space, in bytes. Not enforced on macOS. */
  memory?: number;
}

export interface FfmpegResult {
  /** Exit status, or null if a signal terminated the process. */
  code: number | null;
  /** `SIGKILL` if the process was killed, for example at its time limit. */
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  /** Beginning of stderr. */
  stderr: string;
}

/** A running ffmpeg process that reads stdin. */
export interface Ffmpeg {
  /** Writes input. `bytes` may be reused once the promise resolves. @throws Error if ffmpeg has exited */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the input and waits for ffmpeg to exit. @throws Error with stderr if the exit status is not 0 */
  finish(): Promise<void>;
  kill(): void;
}

/**
 * Runs ffmpeg without input. For untrusted files, pass `-protocol_whitelist`, `-format_whitelist` and a memory limit.
 * @returns the result, even if the run failed
 * @throws Error if ffmpeg is not installed
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
    if (code !== 0) throw new Error(`ffmpeg exited with ${signal ?? code}: ${stderr.trim()}`);
  });
  succeeded.catch(() => {});
  return {
    write: async (bytes) => {
      const failure = await new Promise((resolve) => child.stdin.write(bytes, resolve));
      if (!failure) return;
      // The pipe breaks when ffmpeg exits, and its exit status shows the reason.
      await succeeded;
      throw new Error('ffmpeg exited before the end of its input', { cause: failure });
    },
    finish: () => {
      child.stdin.end();
      return succeeded;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** The shell sets limits for itself and is then replaced by ffmpeg. */
function spawnFfmpeg(args: readonly string[], { time, processorTime, memory }: FfmpegLimits): Child {
  const memoryLimit = memory === undefined ? '' : `ulimit -v ${Math.round(memory / 1024)} 2>/dev/null; `;
  // A hard limit would send SIGKILL, which the time limit and the operating system also send.
  const processorLimit = processorTime === undefined ? '' : `ulimit -S -t ${processorTime}; `;
  const child = spawn('/bin/sh', ['-c', `${memoryLimit}${processorLimit}exec ffmpeg "$@"`, 'ffmpeg', ...COMMON, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: time,
    killSignal: 'SIGKILL',
  });
  // Without a listener, a write error would terminate this process. `write` also receives the error.
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
      if (code === NOT_FOUND) reject(new Error('ffmpeg is not installed; install the ffmpeg package'));
      else resolve({ code, signal, stdout: Buffer.concat(chunks), stderr });
    });
  });
}
