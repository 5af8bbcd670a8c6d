import * as v from 'valibot';
import { WEBHOOK_KEYS, type WebhookKey } from './job.ts';

/**
 * What became of telling a client: it waits for its next attempt, was taken with a 2xx, was given up, or was left out because
 * the job had ended before it could be told that it runs.
 */
export const NOTICE_STATES = ['waiting', 'delivered', 'failed', 'skipped'] as const;

export type NoticeState = (typeof NOTICE_STATES)[number];

/** One attempt to tell a client. */
export const attemptSchema = v.strictObject({
  /** ISO 8601, UTC. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** The HTTP status that came back; null when there was no answer. */
  status: v.nullable(v.pipe(v.number(), v.integer())),
  /** Why it does not count as delivered; null when it does. */
  reason: v.nullable(v.string()),
  /** Milliseconds until the answer, or until it was given up. */
  duration: v.number(),
});

export type Attempt = v.InferOutput<typeof attemptSchema>;

/** How one webhook of a job goes, as `GET /status` tells it. */
export const noticeViewSchema = v.strictObject({
  event: v.picklist(WEBHOOK_KEYS),
  state: v.picklist(NOTICE_STATES),
  attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When it is tried next; null when it is not. */
  next_attempt_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** The last attempts, oldest first. */
  log: v.array(attemptSchema),
});

/** A webhook as the service keeps it with its job. Times are ms since 1970. */
export interface Notice {
  state: NoticeState;
  /** Attempts so far, those before a replay included. */
  attempts: number;
  /** Attempts before the last replay: the schedule begins anew there. */
  base: number;
  /** When the event happened, or was replayed: what cannot be delivered a day later is given up. */
  since?: number;
  next_at?: number;
  /** An attempt is under way until then at the latest. */
  claimed_until?: number;
  log: Attempt[];
}

export type Notices = Partial<Record<WebhookKey, Notice>>;

export const newNotice = (): Notice => ({ state: 'waiting', attempts: 0, base: 0, log: [] });

/** The notices that a job with these webhooks will have to give. */
export const newNotices = (hooks: Partial<Record<WebhookKey, string | undefined>>): Notices =>
  Object.fromEntries(WEBHOOK_KEYS.filter((key) => hooks[key]).map((key) => [key, newNotice()]));

/** How the webhooks of a job go. One whose event can never come any more is skipped. */
export const describeNotices = (
  notices: Notices,
  { status, started_at }: { status: string; started_at: string | null },
): v.InferOutput<typeof noticeViewSchema>[] => {
  const never: Readonly<Record<string, readonly WebhookKey[]>> = {
    succeeded: ['on_fail'],
    failed: ['on_success'],
    cancelled: started_at ? ['on_success'] : ['on_success', 'on_running'],
  };
  return WEBHOOK_KEYS.flatMap((event) => {
    const notice = notices[event];
    if (!notice) return [];
    const { attempts, next_at, log } = notice;
    const state = never[status]?.includes(event) ? 'skipped' : notice.state;
    const next = state === 'waiting' && next_at !== undefined ? new Date(next_at).toISOString() : null;
    return [{ event, state, attempts, next_attempt_at: next, log }];
  });
};
