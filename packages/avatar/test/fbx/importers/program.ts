import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Time limit for a program, in ms. */
const TIMEOUT = 240_000;

/** True if a program is installed. */
export const isInstalled = (program: string, argument = '--version'): Promise<boolean> =>
  run(program, [argument], { timeout: TIMEOUT }).then(
    () => true,
    () => false,
  );

/** Runs a program on a file and reads the line of JSON that the program prints after RESULT. */
export async function runProgram<Answer>(
  file: Uint8Array,
  program: string,
  argumentsFor: (path: string) => readonly string[],
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'importer-'));
  try {
    const path = join(folder, 'in.fbx');
    await writeFile(path, file);
    const { stdout } = await run(program, argumentsFor(path), { timeout: TIMEOUT, maxBuffer: 256 * 1024 * 1024 });
    const line = stdout.split('\n').find((one) => one.startsWith('RESULT'));
    if (!line) throw new Error(`${program} printed: ${stdout.slice(-2000)}`);
    return JSON.parse(line.slice('RESULT'.length)) as Answer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
