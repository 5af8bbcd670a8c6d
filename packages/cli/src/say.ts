import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { Recording } from '@talking-avatar/client';
import { readClientArguments } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { createJob, fileOf, JOB_OPTIONS, type JobValues } from './job-options.ts';
import { checkWritable, make } from './make.ts';
import type { Output } from './output.ts';
import { createProgress } from './progress.ts';
import { withClient } from './service.ts';

const DEFAULT_OUT = 'avatar.mp4';

/** `avatar say TEXT`: makes a video, CSV, FBX, GLB or mouth shapes of a text; `-` reads it from standard input. */
export async function say(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readClientArguments(args, JOB_OPTIONS, 1);
  const [word] = positionals;
  if (word === undefined) throw new CommandError('Say what to speak: avatar say "Good morning." -o morning.mp4');
  await makeOne(word === '-' ? await readAll(process.stdin) : word, undefined, values, output);
}

/** `avatar lipsync VOICE --text TEXT`: makes a video, CSV, FBX, GLB or mouth shapes of a recorded voice. */
export async function lipsync(args: readonly string[], output: Output): Promise<void> {
  const options = { ...JOB_OPTIONS, text: { type: 'string' }, transcript: { type: 'string' } } as const;
  const { values, positionals } = readClientArguments(args, options, 1);
  const [voice] = positionals;
  if (voice === undefined) throw new CommandError('Name the recording: avatar lipsync voice.wav --text "What it says."');
  const { text, transcript } = values;
  if ((text === undefined) === (transcript === undefined))
    throw new CommandError('Give what the voice says as --text "…", or in a file as --transcript FILE');
  const spoken = text ?? (await readInput('--transcript', transcript!)).toString();
  await makeOne(spoken, new Uint8Array(await readInput('VOICE', voice)), values, output);
}

async function makeOne(
  text: string,
  recording: Recording | undefined,
  values: JobValues & { url?: string | undefined; data?: string | undefined; json: boolean },
  output: Output,
): Promise<void> {
  const out = values.out ?? DEFAULT_OUT;
  const job = createJob(text, out, values);
  await checkWritable(out);
  const progress = createProgress(process.stderr);
  const made = await withClient(values, output.err, async (client) =>
    make(client, { job, out, file: fileOf(out, values), ...(recording && { recording }) }, await client.names(), progress.show).finally(
      progress.end,
    ),
  );
  for (const warning of made.output.warnings ?? []) output.err(`warning: ${warning}`);
  if (values.json) output.out(JSON.stringify({ id: made.id, file: out, duration: made.output.duration }));
  else output.out(`${out}: ${made.output.duration?.toFixed(1)} s, job ${made.id}`);
}

/** Reads a file that a word or an option names. @throws CommandError */
export async function readInput(name: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: Error) => {
    throw new CommandError(`${name}: ${path} cannot be read: ${cause.message}`, { cause });
  });
}
