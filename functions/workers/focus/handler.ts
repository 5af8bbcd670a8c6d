import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { isoTime, log } from '#aws';
import { PARTS_PER_DAY, readDailySums, withLedger } from '#billing';
import { readEnvironment } from '#runtime';
import { exportDay, exportPart, type FocusResources, partsAt } from './focus.ts';

const settings = readEnvironment('focus');

/** Number of days before today to export. The rows of a job may be written up to a day after it ends. */
const DAYS = 2;

const DAY = 86_400_000;

/** An operator may request a day or part of a day. Scheduled events specify neither. */
const eventSchema = v.object({
  day: v.optional(v.pipe(v.string(), v.isoDate())),
  part: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PARTS_PER_DAY - 1))),
});

/** Runs every hour and exports the last few days; see `partsAt`. */
export const handler = withLedger(async (event: unknown, { invokedFunctionArn }: Context): Promise<void> => {
  const { day, part } = v.parse(eventSchema, event);
  // arn:aws:lambda:REGION:ACCOUNT:function:NAME
  const account = invokedFunctionArn.split(':')[4] ?? '';
  const resources = {
    ledger: settings.LEDGER_TABLE,
    bucket: settings.BUCKET,
    biller: { account, name: settings.STAGE },
  };
  if (day === undefined) return exportDueParts(resources);
  const exported = part === undefined ? await exportDay(resources, day) : await exportPart(resources, day, part);
  log.info('FOCUS files exported', { day, part, ...exported });
});

/** Exports the parts that are due this hour. */
async function exportDueParts(resources: FocusResources): Promise<void> {
  const now = Date.now();
  for (let back = DAYS; back > 0; back -= 1) {
    const day = isoTime(now - back * DAY).slice(0, 10);
    const { rows } = await readDailySums(resources.ledger, day);
    for (const part of partsAt(new Date(now).getUTCHours(), rows))
      log.info('FOCUS files exported', { day, part, ...(await exportPart(resources, day, part)) });
  }
}
