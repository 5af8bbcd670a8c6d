import { type ChildProcess, spawn } from 'node:child_process';

/** Bytes of standard error that are kept for the error message. */
const STDERR_BYTES = 4096;

/** A running ffmpeg process. */
export interface Ffmpeg {
  /**
   * Writes input. Resolves when ffmpeg has taken it and the bytes may be overwritten.
   *
   * @throws Error when ffmpeg has ended
   */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Closes the input and waits until ffmpeg has ended.
   *
   * @throws Error with ffmpeg's message
   */
  finish(): Promise<void>;
  /** Kills the process. */
  kill(): void;
}

/**
 * Starts ffmpeg with raw input on its standard input.
 *
 * @param timeout milliseconds after which the process is killed
 */
export function startFfmpeg(args: readonly string[], timeout: number): Ffmpeg {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostats', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-STDERR_BYTES);
  });
  child.stdin.on('error', () => {});
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Error('ffmpeg is not installed; install the package ffmpeg') : error),
    );
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${signal ?? code}: ${errorOutput.trim()}`));
    });
  }).finally(() => clearTimeout(timer));
  ended.catch(() => {});
  return {
    write: (bytes) => writeInput(child, bytes, ended),
    finish: async () => {
      child.stdin.end();
      await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

async function writeInput(child: ChildProcess, bytes: Uint8Array, ended: Promise<void>): Promise<void> {
  const { stdin } = child;
  if (!stdin || stdin.destroyed) {
    await ended;
    throw new Error('ffmpeg ended before its input');
  }
  try {
    await new Promise<void>((resolve, reject) => stdin.write(bytes, (error) => (error ? reject(error) : resolve())));
  } catch (error) {
    // A broken pipe only means that ffmpeg is ending; its exit gives the reason.
    await ended;
    throw error;
  }
}
