import { CommandError } from '@talking-avatar/cli';

/** Days in UTC, such as `2026-11-21`, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const DAY = 86_400_000;

/** Days that the ledger keeps, and so the longest report. */
const MAX_DAYS = 400;

/** Reads the days of a report; by default, this month until today. @throws CommandError that names the option */
export function readPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  const today = new Date().toISOString().slice(0, 10);
  const last = readDay('--to', to ?? today);
  const first = readDay('--from', from ?? `${last.slice(0, 7)}-01`);
  const days = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  if (days < 1) throw new CommandError(`--from: ${first} is after --to, ${last}`);
  if (days > MAX_DAYS) throw new CommandError(`--from: expected up to ${MAX_DAYS} days until --to, got ${days}`);
  return { from: first, to: last };
}

function readDay(option: string, text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new CommandError(`${option}: expected a day such as 2026-11-21, got ${JSON.stringify(text)}`);
}
