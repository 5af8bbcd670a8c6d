import { CommandError, type Output, writeFileAtomically } from '@talking-avatar/cli';
import { type BillingAccount, FOCUS_DETAILS, FOCUS_HEADER, type FocusDetail, listDays, readCharges } from '#billing';
import { LOCAL_STAGE } from '../../lib/settings/index.ts';
import { type Period, readPeriod } from './period.ts';
import { findTarget } from './target.ts';
import type { OperatorValues } from './values.ts';

interface Values extends OperatorValues {
  from?: string;
  to?: string;
  by: string;
  out?: string;
}

/** `avatar focus`: exports any range of days in FOCUS format, including today so far. @throws CommandError */
export async function focus(values: Values, output: Output): Promise<void> {
  const period = readPeriod(values);
  const by = FOCUS_DETAILS.find((known) => known === values.by);
  if (!by) throw new CommandError(`--by must be one of ${FOCUS_DETAILS.join(', ')}, got ${JSON.stringify(values.by)}`);
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
 * Writes lines to a file.
 * @param option option to name in the error message
 * @throws CommandError if the file cannot be written, or any error from reading the lines
 */
export async function writeOut(path: string, lines: string | AsyncIterable<string>, option = '--out'): Promise<void> {
  try {
    await writeFileAtomically(path, lines);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new CommandError(`${option}: could not write ${path}: ${(cause as Error).message}`, { cause });
  }
}

async function* linesOf(table: string, { from, to }: Period, biller: BillingAccount, by: FocusDetail): AsyncGenerator<string> {
  yield FOCUS_HEADER;
  for (const day of listDays(from, to)) for await (const lines of readCharges(table, day, biller, by)) yield* lines;
}
