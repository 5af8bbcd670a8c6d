import { writeFileAtomically } from '@talking-avatar/cli/atomic-file';
import { CommandError } from '@talking-avatar/cli/command-error';
import type { Output } from '@talking-avatar/cli/output';
import { type BillingAccount, FOCUS_DETAILS, FOCUS_HEADER, type FocusDetail, listDays, readCharges } from '#billing';
import { LOCAL_STAGE } from '../../lib/settings/index.ts';
import { readArguments, refuseWords } from './arguments.ts';
import { type Period, readPeriod } from './period.ts';
import { findTarget } from './target.ts';

/** `avatar focus …`: writes the FOCUS export of any days, and of today until now. @throws CommandError */
export async function focus(args: readonly string[], output: Output): Promise<void> {
  const text = { type: 'string' } as const;
  const own = { from: text, to: text, by: text, out: text };
  const { values, positionals } = readArguments(args, own);
  refuseWords(positionals, 0);
  if (values.account !== undefined || values.json) {
    throw new CommandError('focus takes --from, --to, --by and --out: the form of FOCUS is CSV, and has all accounts');
  }
  const period = readPeriod(values);
  const by = FOCUS_DETAILS.find((known) => known === (values.by ?? 'invocation'));
  if (!by) throw new CommandError(`--by: expected ${FOCUS_DETAILS.join(', ')}, but got ${JSON.stringify(values.by)}`);
  const { ledgerTable, webhooksKey } = await findTarget(values);
  // arn:aws:kms:REGION:ACCOUNT:key/ID
  const biller = { account: webhooksKey.split(':')[4] ?? '', name: values.stage ?? LOCAL_STAGE };
  const lines = linesOf(ledgerTable, period, biller, by);
  if (values.out === undefined) {
    for await (const line of lines) output.out(line.trimEnd());
    return;
  }
  await writeOut(values.out, lines);
}

/**
 * Writes lines to the file that an option names.
 *
 * @param option its name, for the message
 * @throws CommandError when the file cannot be written; errors of the lines themselves are passed on
 */
export async function writeOut(path: string, lines: string | AsyncIterable<string>, option = '--out'): Promise<void> {
  try {
    await writeFileAtomically(path, lines);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new CommandError(`${option}: ${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

async function* linesOf(table: string, { from, to }: Period, biller: BillingAccount, by: FocusDetail): AsyncGenerator<string> {
  yield FOCUS_HEADER;
  for (const day of listDays(from, to)) for await (const lines of readCharges(table, day, biller, by)) yield* lines;
}
