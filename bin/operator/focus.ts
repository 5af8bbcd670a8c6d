import { type Biller, FOCUS_HEADER, listDays, readCharges } from '../../layers/billing/index.ts';
import { writeFileAtomically } from '../../lib/atomic-file.ts';
import { LOCAL_STAGE } from '../../lib/settings/index.ts';
import { readArguments, refuseWords } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { type Period, readPeriod } from './period.ts';
import { findTarget } from './target.ts';
import type { Output } from './tokens.ts';

/** `avatar focus …`: what every night goes to the bucket, now and for any days, also for today as far as it has come. */
export async function focus(args: readonly string[], output: Output): Promise<void> {
  const own = { from: { type: 'string' }, to: { type: 'string' }, out: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, own);
  refuseWords(positionals, 0);
  if (values.account !== undefined || values.json) {
    throw new CommandError('focus takes --from, --to and --out: the form of FOCUS is CSV, and has all accounts');
  }
  const period = readPeriod(values);
  const { ledgerTable, webhooksKey } = await findTarget(values);
  // arn:aws:kms:REGION:ACCOUNT:key/ID
  const biller = { account: webhooksKey.split(':')[4] ?? '', name: values.stage ?? LOCAL_STAGE };
  const lines = linesOf(ledgerTable, period, biller);
  if (values.out === undefined) {
    for await (const line of lines) output.out(line.trimEnd());
    return;
  }
  await writeOut(values.out, lines);
}

/**
 * Writes lines to the file that `--out` names.
 *
 * @throws CommandError when it cannot be written, and as it is whatever the lines end with
 */
export async function writeOut(path: string, lines: AsyncIterable<string>): Promise<void> {
  let broken: { error: unknown } | undefined;
  async function* passing(): AsyncGenerator<string> {
    try {
      yield* lines;
    } catch (error) {
      broken = { error };
      throw error;
    }
  }
  try {
    await writeFileAtomically(path, passing());
  } catch (cause) {
    if (broken) throw broken.error;
    throw new CommandError(`--out: ${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

async function* linesOf(table: string, { from, to }: Period, biller: Biller): AsyncGenerator<string> {
  yield FOCUS_HEADER;
  for (const day of listDays(from, to)) for await (const lines of readCharges(table, day, biller)) yield* lines;
}
