import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { AvatarError, type Client, ConnectionError, type ServiceNames } from '@talking-avatar/client';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import type { Context, ServiceValues } from './context.ts';
import { createJob, fileOf, JOB_FIELDS, type JobValues } from './job-options.ts';
import { make, type Order } from './make.ts';
import { readInput } from './say.ts';
import { withClient } from './service.ts';

/** Columns of the table. All but the first three are named after job options. */
const COLUMNS = ['text', 'file', 'voice_file', ...JOB_FIELDS];

/** Maximum value of `--jobs`. */
const MAX_JOBS = 16;

const REPORT = 'report.csv';

/** Maximum file name length: 255 bytes on most file systems, minus room for a temporary file's suffix. */
const MAX_NAME_BYTES = 240;

interface BatchValues extends JobValues, ServiceValues {
  out: string;
  type: string;
  jobs: string;
  anyVoiceFile?: boolean;
}

/** One line of the table and its result. */
interface Line {
  number: number;
  file: string;
  order: Omit<Order, 'recording'>;
  /** Path to the recording. */
  voice: string | undefined;
  /** Hash of the line and its recording. */
  key: string;
  result: 'made' | 'kept' | string;
}

/**
 * `avatar batch lines.csv -o FOLDER`: creates one file per line of a table. A second run only processes lines that have changed, have
 * failed, or are missing their file. `report.csv` in the folder has one row per line.
 */
export async function batch(table: string, values: BatchValues, context: Context): Promise<void> {
  const { output } = context;
  const concurrency = Number(values.jobs);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_JOBS)
    throw new CommandError(`--jobs must be a whole number from 1 to ${MAX_JOBS}, got "${values.jobs}"`);
  const folder = values.out;
  const lines = await readLines(table, folder, values);
  await mkdir(folder, { recursive: true });
  const known = await readReport(folder);
  const isKept = ({ key, file }: Line): boolean => known.get(file) === key && existsSync(join(folder, file));
  for (const line of lines) if (isKept(line)) line.result = 'kept';
  const waiting = lines.filter(({ result }) => result !== 'kept');
  if (waiting.length > 0)
    await withClient(context, values, async (client) => {
      const names = await client.names();
      const work = async (): Promise<void> => {
        for (let line = waiting.shift(); line; line = waiting.shift()) {
          await makeLine(client, names, line).catch((error: unknown) => {
            // Do not start any more lines.
            waiting.length = 0;
            throw error;
          });
          output.err(`${line.file}: ${line.result}`);
          await writeReport(folder, lines);
        }
      };
      const results = await Promise.allSettled(Array.from({ length: concurrency }, work));
      const failure = results.find((each) => each.status === 'rejected');
      if (failure) throw failure.reason;
    }).finally(() => writeReport(folder, lines));
  await writeReport(folder, lines);
  const count = (result: string): number => lines.filter((line) => line.result === result).length;
  const [made, kept] = [count('made'), count('kept')];
  const failed = lines.length - made - kept;
  if (values.json) output.out(JSON.stringify({ made, kept, failed, report: join(folder, REPORT) }));
  else output.out(`${made} made, ${kept} kept, ${failed} failed: ${join(folder, REPORT)}`);
  if (failed > 0) throw new CommandError(`${failed} of ${lines.length} lines failed; run the same command again to retry them`);
}

/** Processes one line. A service error is recorded as the line's result, but a lost connection ends the batch. */
async function makeLine(client: Client, names: ServiceNames, line: Line): Promise<void> {
  try {
    const voice = line.voice && new Uint8Array(await readInput(`line ${line.number}: voice_file`, line.voice));
    await make(client, { ...line.order, ...(voice && { recording: voice }) }, names);
    line.result = 'made';
  } catch (error) {
    line.result = (error as Error).message;
    if (error instanceof ConnectionError || !(error instanceof AvatarError || error instanceof CommandError)) throw error;
  }
}

async function readLines(table: string, folder: string, values: BatchValues): Promise<Line[]> {
  const rows = readRows(table, await readInput('TABLE', table));
  const lines: Line[] = [];
  for (const [i, row] of rows.entries()) {
    const number = i + 2;
    const name = row.file ?? String(i + 1).padStart(4, '0');
    const file = extname(name) === '' ? `${name}.${values.type}` : name;
    if (file.includes('/') || file.includes('\\'))
      throw new CommandError(`${table}:${number}: file must be a name without a folder, got "${file}"`);
    if (/\p{Cc}/u.test(file) || Buffer.byteLength(file) > MAX_NAME_BYTES)
      throw new CommandError(
        `${table}:${number}: file must have at most ${MAX_NAME_BYTES} bytes and no control characters, got ${JSON.stringify(file)}`,
      );
    if (file.toLowerCase() === REPORT) throw new CommandError(`${table}:${number}: file: "${file}" is the report's name; choose another`);
    if (lines.some((line) => line.file.toLowerCase() === file.toLowerCase()))
      throw new CommandError(`${table}:${number}: file: "${file}" is used twice`);
    if (!row.text) throw new CommandError(`${table}:${number}: text: missing`);
    const out = join(folder, file);
    const voice = row.voice_file && (await findVoice(table, number, row.voice_file, values.anyVoiceFile));
    const job = createJob(row.text, out, { ...values, ...row });
    const key = createHash('sha256')
      .update(JSON.stringify(job))
      .update(voice ? await readInput(`${table}:${number}: voice_file`, voice) : '')
      .digest('hex');
    lines.push({
      number,
      file,
      voice,
      key,
      result: 'waiting',
      order: { job, out, file: fileOf(out, { ...values, ...row }) },
    });
  }
  return lines;
}

/**
 * Finds a recording in the table's folder or one of its subfolders, after resolving symbolic links. Without this restriction, a table from
 * someone else could send any file on this machine to the service.
 * @throws CommandError if it is elsewhere and `isAnyAllowed` is false
 */
async function findVoice(table: string, number: number, name: string, isAnyAllowed = false): Promise<string> {
  const path = resolve(dirname(table), name);
  if (isAnyAllowed || name.includes('\0')) return path;
  const [folder, target] = await Promise.all([dirname(table), path].map((each) => realpath(each).catch(() => resolve(each))));
  if (!relative(folder!, target!).startsWith('..') && !isAbsolute(relative(folder!, target!))) return path;
  throw new CommandError(
    `${table}:${number}: voice_file must be in the table's folder, got ${JSON.stringify(name)}; allow other folders with --any-voice-file`,
  );
}

function readRows(table: string, content: Buffer): Record<string, string>[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(content, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (cause) {
    throw new CommandError(`${table}: ${(cause as Error).message}`, { cause });
  }
  const unknown = Object.keys(rows[0] ?? {}).find((name) => !COLUMNS.includes(name));
  if (unknown !== undefined) throw new CommandError(`${table}: unknown column "${unknown}"; the columns are ${COLUMNS.join(', ')}`);
  if (rows.length === 0) throw new CommandError(`${table} has no lines below its header`);
  // An empty cell means the default.
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
}

/** Reads the keys of finished files, by file name. */
async function readReport(folder: string): Promise<Map<string, string>> {
  const path = join(folder, REPORT);
  if (!existsSync(path)) return new Map();
  const content = await readInput(REPORT, path);
  let rows: { file: string; key: string; result: string }[];
  try {
    rows = parse(content, { columns: true });
  } catch (cause) {
    throw new CommandError(`${path} is damaged; delete it to make all lines again: ${(cause as Error).message}`, {
      cause,
    });
  }
  return new Map(rows.filter(({ result }) => result === 'made' || result === 'kept').map(({ file, key }) => [file, key]));
}

async function writeReport(folder: string, lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ number, file, result, key }) => ({ line: number, file, result, key }));
  const report = stringify(rows, { header: true, columns: ['line', 'file', 'result', 'key'], quoted: true });
  await writeFileAtomically(join(folder, REPORT), Buffer.from(report), 0o644);
}
