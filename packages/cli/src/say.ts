import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { Recording } from '@talking-avatar/client';
import { CommandError } from './command-error.ts';
import type { Context, ServiceValues } from './context.ts';
import { createJob, fileOf, type JobValues } from './job-options.ts';
import { checkWritable, make } from './make.ts';
import { createProgress } from './progress.ts';
import { withClient } from './service.ts';

interface Values extends JobValues, ServiceValues {
  out: string;
}

/** `avatar say TEXT`: creates a video, CSV, FBX, GLB, or mouth shapes from text; `-` reads the text from standard input. */
export async function say(text: string, values: Values, context: Context): Promise<void> {
  await makeOne(text === '-' ? await readAll(process.stdin) : text, undefined, values, context);
}

/** `avatar lipsync VOICE --text TEXT`: creates a video, CSV, FBX, GLB, or mouth shapes from a recorded voice. */
export async function lipsync(voice: string, values: Values & { text?: string; transcript?: string }, context: Context): Promise<void> {
  const { text, transcript } = values;
  if ((text === undefined) === (transcript === undefined))
    throw new CommandError('Provide the transcript with --text TEXT or --transcript FILE');
  const spoken = text ?? (await readInput('--transcript', transcript!)).toString();
  await makeOne(spoken, new Uint8Array(await readInput('VOICE', voice)), values, context);
}

async function makeOne(text: string, recording: Recording | undefined, values: Values, context: Context): Promise<void> {
  const { output } = context;
  const { out } = values;
  const job = createJob(text, out, values);
  await checkWritable(out);
  const progress = createProgress(process.stderr);
  const made = await withClient(context, values, async (client) =>
    make(client, { job, out, file: fileOf(out, values), ...(recording && { recording }) }, await client.names(), progress.show).finally(
      progress.end,
    ),
  );
  for (const warning of made.output.warnings ?? []) output.err(`warning: ${warning}`);
  if (values.json) output.out(JSON.stringify({ id: made.id, file: out, duration: made.output.duration }));
  else output.out(`${out}: ${made.output.duration?.toFixed(1)} s, job ${made.id}`);
}

/** Reads a file named by an argument or an option. @throws CommandError */
export async function readInput(name: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: Error) => {
    throw new CommandError(`${name}: could not read ${path}: ${cause.message}`, { cause });
  });
}
