import * as v from 'valibot';
import { LANGUAGES } from './languages.ts';
import { RESULT_TYPES } from './output.ts';
import { JOB_STATUSES, metadataView } from './record.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.pipe(v.string(), v.isoTimestamp());
const currency = v.literal('USD');
const dollars = v.pipe(v.number(), v.description('Dollars, rounded to a billionth.'));

const stepSchema = v.strictObject({
  step: v.pipe(v.string(), v.description('The part of the work: generate, synthesize, render, download …')),
  amount: dollars,
});

/** Response body of `GET /lipsync/account`. */
export const accountSchema = v.strictObject({
  account: v.string(),
  plan: v.pipe(
    v.strictObject({
      name: v.string(),
      quota: v.pipe(count, v.description('Jobs that the token may submit until it is renewed.')),
      used: count,
      left: count,
      expires_at: instant,
    }),
    v.description("This token's plan."),
  ),
  budget: v.pipe(
    v.nullable(
      v.strictObject({
        currency,
        monthly: dollars,
        spent: v.pipe(dollars, v.description('Spending this month, as of the last aggregation.')),
        left: v.pipe(dollars, v.minValue(0)),
        stop: v.pipe(v.boolean(), v.description('True if jobs are rejected once it is spent.')),
      }),
    ),
    v.description("The account's budget; null if none is set."),
  ),
  rate_limits: v.pipe(
    v.array(
      v.strictObject({
        policy: v.picklist(['token', 'address']),
        requests: count,
        seconds: v.pipe(count, v.description('The window in which requests are counted.')),
      }),
    ),
    v.description('As in the RateLimit-Policy header of every response.'),
  ),
  spending: v.pipe(
    v.strictObject({
      currency,
      month: v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
      amount: dollars,
      updated_at: v.pipe(v.nullable(instant), v.description('Time of the last aggregation, which runs every five minutes.')),
      days: v.array(v.strictObject({ day: v.pipe(v.string(), v.isoDate()), amount: dollars, steps: v.array(stepSchema) })),
      steps: v.array(stepSchema),
    }),
    v.description("The account's spending in a month; days without spending are omitted."),
  ),
});

export type AccountView = v.InferOutput<typeof accountSchema>;

/** The cost of a job in the response of `GET /lipsync/costs`. */
export const jobCostSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(JOB_STATUSES),
  created_at: instant,
  output: v.picklist(RESULT_TYPES),
  language: v.pipe(v.nullable(v.picklist(LANGUAGES)), v.description('Null for an avatar.')),
  metadata: metadataView,
  duration: v.pipe(v.nullable(v.number()), v.description('Duration of the speech, in seconds; null until known.')),
  currency,
  amount: v.pipe(dollars, v.description('The cost so far; later downloads and webhooks add to it.')),
  steps: v.array(stepSchema),
});

export type JobCostView = v.InferOutput<typeof jobCostSchema>;
