import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { type FunctionDefinition, type LocalOptions, type PollyOptions, startLocal } from 'local-aws';
import { readContext, readSettings } from '../../lib/settings/index.ts';
import { synthesize } from '../../lib/synthesize.ts';
import { useEmbeddedAws } from './embedded-aws.ts';
import { DEFAULT_MEMORY } from './memory.ts';
import { embeddedPolly } from './polly.ts';
import { removeRunning, writeRunning } from './running.ts';

export interface ServeOptions
  extends Pick<
    LocalOptions,
    | 'beforeTask'
    | 'onLog'
    | 'onReport'
    | 'onThrottle'
    | 'onFault'
    | 'onDenied'
    | 'onMemoryExceeded'
    | 'memory'
    | 'faults'
    | 'launch'
    | 'warm'
    | 'accountConcurrency'
  > {
  /** Port on 127.0.0.1; 0 selects a free one. */
  port: number;
  /** Folder for all data that survives a restart. */
  data: string;
  fresh: boolean;
  /** Overrides the quotas or the synthesizer of the local Polly. */
  polly?: Partial<PollyOptions>;
  /** Settings to add to those in cdk.json. */
  context?: Readonly<Record<string, unknown>>;
}

export interface Served {
  url: string;
  outputs: Readonly<Record<string, string>>;
  /** Links new files into the packaged folders of the functions. */
  addFiles(): void;
  stop(): Promise<void>;
}

/** Returns the name under which a function logs, which is the same in every deployment. */
const nameOf = ({ name, variables }: FunctionDefinition): string => variables.POWERTOOLS_SERVICE_NAME ?? name;

const CDK_JSON = join(import.meta.dirname, '..', '..', 'cdk.json');

/**
 * Synthesizes the template of the local stage and runs it. Afterwards, the AWS clients in this process use the embedded services as the
 * operator.
 * @throws Error for an invalid setting, a port in use, or an unusable data folder
 */
export async function serve({ port, data, fresh, polly, context = {}, ...listeners }: ServeOptions): Promise<Served> {
  await makeFolder(data);
  const assembly = await synthesize({ stage: 'local', context });
  const { audioStores, accountConcurrency } = readSettings({ ...readContext(CDK_JSON), ...context });
  const foreignBuckets = audioStores.s3?.endpoint === undefined ? (audioStores.s3?.buckets ?? []) : [];
  const restore = keepPrivate();
  try {
    const service = await startLocal({
      assembly,
      dir: data,
      port,
      fresh,
      foreignBuckets,
      accountConcurrency,
      memory: DEFAULT_MEMORY,
      polly: { ...embeddedPolly, ...polly },
      functionLabel: nameOf,
      ...listeners,
    });
    const { url, outputs, environment, addFiles } = service;
    const stop = async () => {
      try {
        await removeRunning(data);
      } finally {
        await service.stop();
        restore();
      }
    };
    useEmbeddedAws(environment);
    try {
      await writeRunning(data, { pid: process.pid, url, outputs, environment });
    } catch (error) {
      // If stopping fails too, the cause is the same.
      await stop().catch(() => {});
      throw error;
    }
    return { url, outputs, addFiles, stop };
  } catch (error) {
    restore();
    throw error;
  }
}

/**
 * Makes new files private because they contain text, voices, and keys. Bundles must already exist because their file modes are deployed.
 * @returns a function that restores the umask
 */
function keepPrivate(): () => void {
  if (!isMainThread) return () => {};
  const before = process.umask(0o077);
  return () => void process.umask(before);
}

/** Like `mkdir` with `recursive`, which never returns below /proc in Node.js 24. */
async function makeFolders(path: string): Promise<void> {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error('Not a folder'), { code: 'ENOTDIR' });
    return;
  }
  await makeFolders(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function makeFolder(data: string): Promise<void> {
  try {
    // The mode of an existing folder is not changed, but new files in it are private anyway.
    await makeFolders(resolve(data));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`--data: could not create or use the folder ${data} (${code})`, { cause });
  }
}
