import { CommandError } from '@talking-avatar/cli';

/** First and last day (inclusive) in UTC, such as `2026-11-21`. */
export interface Period {
  from: string;
  to: string;
}

const DAY = 86_400_000;

/** Number of days that the ledger keeps, and therefore the longest possible report. */
const MAX_DAYS = 400;

/** Reads the period of a report. Defaults to this month so far. @throws CommandError that names the option */
export function readPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  const today = new Date().toISOString().slice(0, 10);
  const last = readDay('--to', to ?? today);
  const first = readDay('--from', from ?? `${last.slice(0, 7)}-01`);
  const days = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  if (days < 1) throw new CommandError(`--from must not be after --to, got ${first} and ${last}`);
  if (days > MAX_DAYS) throw new CommandError(`--from must be up to ${MAX_DAYS} days before --to, got ${days}`);
  return { from: first, to: last };
}

function readDay(option: string, text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new CommandError(`${option} must be a day such as 2026-11-21, got ${JSON.stringify(text)}`);
}
