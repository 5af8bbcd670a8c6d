import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** Where the local service keeps its data. */
export const DEFAULT_DATA = '.avatar';

const FILE = 'running.json';

const runningSchema = v.object({
  pid: v.number(),
  /** The address that clients call. */
  url: v.string(),
  /** The outputs of the stacks. */
  outputs: v.record(v.string(), v.string()),
  /** Endpoint and credentials, as the variables that an AWS SDK reads. */
  environment: v.record(v.string(), v.string()),
});

/** What a running local service tells the operator's command line. */
export type Running = v.InferOutput<typeof runningSchema>;

/** Leaves word in the data folder, readable by its owner only: it holds credentials. */
export const writeRunning = (data: string, running: Running): Promise<void> =>
  writeFile(join(data, FILE), JSON.stringify(running), { mode: 0o600 });

export const removeRunning = (data: string): Promise<void> => rm(join(data, FILE), { force: true });

/** The service that runs on a data folder; undefined when there is none, or it died without a word. */
export async function readRunning(data: string): Promise<Running | undefined> {
  try {
    const result = v.safeParse(
      v.pipe(v.string(), v.parseJson(), runningSchema),
      await readFile(join(data, FILE), 'utf8'),
    );
    return result.success && isAlive(result.output.pid) ? result.output : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether a process of this machine is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
