import { spawn } from 'node:child_process';

/** Bytes of standard error that are kept. */
const STDERR_BYTES = 8_192;

/** Exit code of the shell for an unknown command. */
const NOT_FOUND = 127;

export interface ProcessLimits {
  /** Time limit, ms. */
  time: number;
  /** Address space, bytes, where the operating system can limit it. */
  memory: number;
}

export interface ProcessResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output. */
  stdout: Buffer;
  /** The beginning of standard error. */
  stderr: string;
}

/**
 * Runs ffmpeg in a process of its own, without standard input.
 *
 * @param parameters Arguments of ffmpeg, after those for quiet output.
 * @returns exit code or signal, and output; a failure of ffmpeg is no error here
 * @throws Error when ffmpeg is not installed
 */
export async function runFfmpeg(parameters: readonly string[], limits: ProcessLimits): Promise<ProcessResult> {
  const outcome = await runLimited(['-nostdin', '-hide_banner', '-loglevel', 'error', ...parameters], limits);
  if (outcome.code === NOT_FOUND) throw new Error('ffmpeg is not installed; install the package ffmpeg');
  return outcome;
}

function runLimited(parameters: string[], limits: ProcessLimits): Promise<ProcessResult> {
  // The shell limits its own memory and then becomes ffmpeg. macOS has no such limit.
  const script = `ulimit -v ${Math.round(limits.memory / 1024)} 2>/dev/null; exec ffmpeg "$@"`;
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script, 'ffmpeg', ...parameters], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limits.time,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, STDERR_BYTES);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout: Buffer.concat(chunks), stderr }));
  });
}
