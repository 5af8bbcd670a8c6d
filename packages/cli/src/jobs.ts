import type { DownloadOptions, JobStatus } from '@talking-avatar/client';
import { writeFileAtomically } from './atomic-file.ts';
import type { Context, ServiceValues } from './context.ts';
import { withClient } from './service.ts';

/** Number of jobs listed without `--all`. */
const LISTED = 20;

/** `avatar status [ID]`: shows one of the caller's jobs, or lists the newest ones. */
export async function status(id: string | undefined, values: ServiceValues & { all?: boolean }, context: Context): Promise<void> {
  const { output } = context;
  await withClient(context, values, async (client) => {
    const show = (job: JobStatus): void => output.out(values.json ? JSON.stringify(job) : describe(job));
    if (id !== undefined) return show(await client.status(id));
    let left = values.all ? Number.POSITIVE_INFINITY : LISTED;
    for await (const job of client.list()) {
      show(job);
      if (--left <= 0) return;
    }
  });
}

/** `avatar cancel ID`: cancels a job. */
export async function cancel(id: string, values: ServiceValues, context: Context): Promise<void> {
  const job = await withClient(context, values, (client) => client.cancel(id));
  context.output.out(values.json ? JSON.stringify(job) : describe(job));
}

interface DownloadValues extends ServiceValues {
  out: string;
  artifact: string;
  set?: string;
  type?: string;
}

/** `avatar download ID -o FILE`: downloads a job's result or another artifact. */
export async function download(id: string, values: DownloadValues, context: Context): Promise<void> {
  const { out, artifact, set, type } = values;
  const bytes = await withClient(context, values, async (client) =>
    // The service validates the names.
    (await client.download(id, { artifact, set, type } as DownloadOptions)).bytes(),
  );
  await writeFileAtomically(out, bytes, 0o644);
  context.output.out(values.json ? JSON.stringify({ file: out, bytes: bytes.byteLength }) : `${out}: ${bytes.byteLength} bytes`);
}

const describe = ({ id, status, progress, created_at, output, error }: JobStatus): string =>
  `${id}  ${status.padEnd(9)}  ${String(Math.round(progress * 100)).padStart(3)} %  ${output.type.padEnd(5)}  ${created_at}` +
  (error ? `  ${error.title}: ${error.message}` : '');
