import { type ChildProcess, spawn } from 'node:child_process';

/** Bytes of standard error that are kept to say what went wrong. */
const STDERR_BYTES = 4096;

/** A run of ffmpeg. */
export interface Ffmpeg {
  /** Hands over input; settles when it is taken, and the bytes may change. @throws Error when ffmpeg has ended */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the input and waits for the end of the work. @throws Error with what ffmpeg says */
  finish(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/**
 * Starts ffmpeg with raw input on its standard input.
 *
 * @param timeout milliseconds after which it is ended
 */
export function startFfmpeg(args: readonly string[], timeout: number): Ffmpeg {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostats', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-STDERR_BYTES);
  });
  child.stdin.on('error', () => {});
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Error('ffmpeg is not installed; install the package ffmpeg') : error),
    );
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${signal ?? code}: ${complaint.trim()}`));
    });
  }).finally(() => clearTimeout(timer));
  ended.catch(() => {});
  return {
    write: (bytes) => write(child, bytes, ended),
    finish: async () => {
      child.stdin.end();
      await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

async function write(child: ChildProcess, bytes: Uint8Array, ended: Promise<void>): Promise<void> {
  const { stdin } = child;
  if (!stdin || stdin.destroyed) {
    await ended;
    throw new Error('ffmpeg ended before its input');
  }
  try {
    await new Promise<void>((resolve, reject) => stdin.write(bytes, (error) => (error ? reject(error) : resolve())));
  } catch (error) {
    // A broken pipe only says that ffmpeg is ending; its end says why.
    await ended;
    throw error;
  }
}
