import type { DownloadOptions, JobStatus } from '@talking-avatar/client';
import { readClientArguments } from './arguments.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.ts';
import { withClient } from './service.ts';

/** Jobs that are listed without `--all`. */
const LISTED = 20;

/** `avatar status [ID]`: one job of the caller, or the last ones. */
export async function status(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readClientArguments(args, { all: { type: 'boolean', default: false } }, 1);
  const [id] = positionals;
  await withClient(values, output.err, async (client) => {
    const show = (job: JobStatus): void => output.out(values.json ? JSON.stringify(job) : describe(job));
    if (id !== undefined) return show(await client.status(id));
    let left = values.all ? Number.POSITIVE_INFINITY : LISTED;
    for await (const job of client.list()) {
      show(job);
      if (--left <= 0) return;
    }
  });
}

/** `avatar cancel ID`. */
export async function cancel(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readClientArguments(args, {}, 1);
  const id = positionals[0];
  if (id === undefined) throw new CommandError('Name the job: avatar cancel ID');
  const job = await withClient(values, output.err, (client) => client.cancel(id));
  output.out(values.json ? JSON.stringify(job) : describe(job));
}

/** `avatar download ID -o FILE`: the result of a job, or another artifact. */
export async function download(args: readonly string[], output: Output): Promise<void> {
  const own = {
    out: { type: 'string', short: 'o' },
    artifact: { type: 'string', default: 'result' },
    set: { type: 'string' },
    type: { type: 'string' },
  } as const;
  const { values, positionals } = readClientArguments(args, own, 1);
  const { out, artifact, set, type } = values;
  const id = positionals[0];
  if (id === undefined || out === undefined) throw new CommandError('Name the job and the file: avatar download ID -o FILE');
  const bytes = await withClient(values, output.err, async (client) =>
    // The service refuses names that it does not have.
    (await client.download(id, { artifact, set, type } as DownloadOptions)).bytes(),
  );
  await writeFileAtomically(out, bytes, 0o644);
  output.out(values.json ? JSON.stringify({ file: out, bytes: bytes.byteLength }) : `${out}: ${bytes.byteLength} bytes`);
}

const describe = ({ id, status, progress, created_at, output, error }: JobStatus): string =>
  `${id}  ${status.padEnd(9)}  ${String(Math.round(progress * 100)).padStart(3)} %  ${output.type.padEnd(5)}  ${created_at}` +
  (error ? `  ${error.title}: ${error.message}` : '');
