import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { log, metered, readEnvironment } from '../../layers/cloud/index.ts';
import { exportDay } from './focus.ts';

const settings = readEnvironment('focus');

/** Days before today that are exported each time: rows of a job may come in for a day after its end. */
const DAYS = 2;

const DAY = 86_400_000;

/** An operator may ask for one day by name; the schedule's own event has none. */
const eventSchema = v.object({ day: v.optional(v.pipe(v.string(), v.isoDate())) });

/** Runs every day: exports the days that have ended. */
export const handler = metered(async (event: unknown, { invokedFunctionArn }: Context): Promise<void> => {
  const { day } = v.parse(eventSchema, event);
  const ended = Array.from({ length: DAYS }, (_, index) => new Date(Date.now() - (DAYS - index) * DAY));
  const days = day ? [day] : ended.map((time) => time.toISOString().slice(0, 10));
  // arn:aws:lambda:REGION:ACCOUNT:function:NAME
  const account = invokedFunctionArn.split(':')[4] ?? '';
  const resources = {
    ledger: settings.LEDGER_TABLE,
    bucket: settings.BUCKET,
    biller: { account, name: settings.STAGE },
  };
  for (const each of days) log.info('Exported', { day: each, ...(await exportDay(resources, each)) });
});
