import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { log } from '../../layers/aws/index.ts';
import { metered, PARTS, readSums } from '../../layers/billing/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';
import { exportDay, exportPart, type FocusResources, partsAt, wasExportedWhole } from './focus.ts';

const settings = readEnvironment('focus');

/** Days before today that are exported each time: rows of a job may come in for a day after its end. */
const DAYS = 2;

const DAY = 86_400_000;

/** An operator may ask for one day by name, or for a part of it; the schedule's own event has neither. */
const eventSchema = v.object({
  day: v.optional(v.pipe(v.string(), v.isoDate())),
  part: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PARTS - 1))),
});

/** Runs every hour: exports the days that have ended, see `partsAt`. */
export const handler = metered(async (event: unknown, { invokedFunctionArn }: Context): Promise<void> => {
  const { day, part } = v.parse(eventSchema, event);
  // arn:aws:lambda:REGION:ACCOUNT:function:NAME
  const account = invokedFunctionArn.split(':')[4] ?? '';
  const resources = {
    ledger: settings.LEDGER_TABLE,
    bucket: settings.BUCKET,
    biller: { account, name: settings.STAGE },
  };
  if (day === undefined) return exportDueParts(resources, new Date());
  const exported = part === undefined ? await exportDay(resources, day) : await exportPart(resources, day, part);
  log.info('Exported', { day, part, ...exported });
});

/** What is due in this hour. A day that an earlier release has exported stays as it is. */
async function exportDueParts(resources: FocusResources, now: Date): Promise<void> {
  for (let back = DAYS; back > 0; back -= 1) {
    const day = new Date(now.getTime() - back * DAY).toISOString().slice(0, 10);
    const { rows } = await readSums(resources.ledger, day);
    const parts = partsAt(now.getUTCHours(), rows);
    if (parts.length === 0 || (await wasExportedWhole(resources.bucket, day))) continue;
    for (const part of parts) log.info('Exported', { day, part, ...(await exportPart(resources, day, part)) });
  }
}
