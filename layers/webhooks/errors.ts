import type { WebhookKey } from '@talking-avatar/contract';

/** A webhook cannot be replayed. */
export abstract class ReplayError extends Error {
  readonly event: WebhookKey;

  constructor(message: string, event: WebhookKey) {
    super(message);
    this.event = event;
  }
}

/** The job has no webhook for the event. */
export class UnknownWebhookError extends ReplayError {
  override readonly name = 'UnknownWebhookError';
  readonly job: string;

  constructor(job: string, event: WebhookKey) {
    super(`The job ${job} names no web_hooks.${event}`, event);
    this.job = job;
  }
}

/** The webhook is waiting, or there is nothing to send. The message says which. */
export class WebhookNotEndedError extends ReplayError {
  override readonly name = 'WebhookNotEndedError';
}
