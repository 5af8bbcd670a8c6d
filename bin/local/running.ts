import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from 'local-aws/lock';
import * as v from 'valibot';

/** Default data folder for the local service. */
export const DEFAULT_DATA = '.avatar';

const FILE = 'running.json';

const runningSchema = v.object({
  pid: v.number(),
  /** URL of the API. */
  url: v.string(),
  /** Stack outputs. */
  outputs: v.record(v.string(), v.string()),
  /** Endpoint and credentials, as environment variables for an AWS SDK. */
  environment: v.record(v.string(), v.string()),
});

export type Running = v.InferOutput<typeof runningSchema>;

/** Writes the file to the data folder. Only its owner can read it because it contains credentials. */
export const writeRunning = (data: string, running: Running): Promise<void> =>
  writeFile(join(data, FILE), JSON.stringify(running), { mode: 0o600 });

export const removeRunning = (data: string): Promise<void> => rm(join(data, FILE), { force: true });

/** Finds the service that is running on a data folder. Returns undefined if there is none or its process has died. */
export async function readRunning(data: string): Promise<Running | undefined> {
  try {
    const result = v.safeParse(v.pipe(v.string(), v.parseJson(), runningSchema), await readFile(join(data, FILE), 'utf8'));
    return result.success && isAlive(result.output.pid) ? result.output : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
