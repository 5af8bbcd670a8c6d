import { spawn } from 'node:child_process';

/** Bytes of standard error that are kept to say what went wrong. */
const STDERR_BYTES = 8_192;

/** What the shell answers when it does not find a command. */
const NOT_FOUND = 127;

export interface ProcessLimits {
  /** Milliseconds it may take. */
  time: number;
  /** Bytes of address space it may map, where the system can limit it. */
  memory: number;
}

export interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Everything from its standard output. */
  output: Buffer;
  /** What it said of its errors, as far as it is kept. */
  complaint: string;
}

/**
 * Runs ffmpeg in a process of its own, without input from ours.
 *
 * @throws Error when it is not installed
 */
export async function runFfmpeg(parameters: readonly string[], limits: ProcessLimits): Promise<Outcome> {
  const outcome = await runLimited(['-nostdin', '-hide_banner', '-loglevel', 'error', ...parameters], limits);
  if (outcome.code === NOT_FOUND) throw new Error('ffmpeg is not installed; install the package ffmpeg');
  return outcome;
}

function runLimited(parameters: string[], limits: ProcessLimits): Promise<Outcome> {
  // The shell sets the limit on itself and becomes ffmpeg. macOS knows no limit on memory: there the other limits have to do.
  const script = `ulimit -v ${Math.round(limits.memory / 1024)} 2>/dev/null; exec ffmpeg "$@"`;
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script, 'ffmpeg', ...parameters], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limits.time,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(0, STDERR_BYTES);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, output: Buffer.concat(chunks), complaint }));
  });
}
