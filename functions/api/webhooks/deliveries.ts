import { DELIVERY_STATES, type DeliveryView, type JobRecord, toWebhookViews, WEBHOOK_EVENTS } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { findOwnJob, listJobs, UNDELIVERED, workListKey } from '#jobs';
import { encodeCursor, readJsonBody, readPageQuery } from '#runtime';
import { replayWebhook } from '#webhooks';
import type { Settings } from './environment.ts';

/** Lists the deliveries for a page of the account's jobs. @throws ApiError 400 */
export async function listDeliveries({ JOBS_TABLE }: Settings, account: string, query: object) {
  const { state, ...page } = readPageQuery(account, query, {
    more: { state: v.optional(v.picklist(DELIVERY_STATES)) },
  });
  const { jobs, next } = await listJobs(JOBS_TABLE, account, page);
  const deliveries = jobs.flatMap(viewDeliveries).filter((delivery) => !state || delivery.state === state);
  return { deliveries, cursor: encodeCursor(next) };
}

const viewDeliveries = (job: JobRecord): DeliveryView[] =>
  toWebhookViews(job.deliveries ?? {}, job).map((view) => ({
    id: job.id,
    host: new URL(job.specification.web_hooks[view.event] ?? '').host,
    ...view,
  }));

const replaySchema = v.strictObject({ id: v.string(), event: v.picklist(WEBHOOK_EVENTS) });

/** Replays a webhook. @returns the new state of its delivery @throws ApiError 400, 404, 409, or 410 */
export async function replay(settings: Settings, account: string, event: APIGatewayProxyEvent) {
  const wanted = readJsonBody(event, replaySchema);
  const job = await findOwnJob(settings.JOBS_TABLE, account, wanted.id);
  const resources = {
    jobsTable: settings.JOBS_TABLE,
    webhooksTable: settings.WEBHOOKS_TABLE,
    webhooksQueue: settings.WEBHOOKS_QUEUE_URL,
  };
  await replayWebhook(resources, job, { event: wanted.event, workList: workListKey(UNDELIVERED, job.id) });
  const again = await findOwnJob(settings.JOBS_TABLE, account, job.id);
  return viewDeliveries(again).find((delivery) => delivery.event === wanted.event);
}
