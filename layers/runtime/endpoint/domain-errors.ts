import { type ApiError, apiErrors, InputError } from '@talking-avatar/contract';
import { BudgetReachedError } from '#billing/errors';
import { InvalidJobError, JobGoneError, UnknownJobError } from '#jobs/errors';
import { UnknownWebhookError, WebhookNotEndedError } from '#webhooks/errors';

// biome-ignore lint/suspicious/noExplicitAny: constructor parameters are contravariant
type ErrorClass<E extends Error> = abstract new (...parameters: any[]) => E;

const on =
  <E extends Error>(type: ErrorClass<E>, respond: (error: E) => ApiError) =>
  (error: unknown): ApiError | undefined =>
    error instanceof type ? respond(error) : undefined;

/** Response for each domain error. Any error that is not listed is a service failure. */
const RESPONSES = [
  on(InputError, ({ field, message, title }) => apiErrors.invalidJob(`${field}: ${message}`, `${field}: ${title}`)),
  on(InvalidJobError, ({ message, logged }) => apiErrors.invalidJob(message, logged)),
  on(UnknownJobError, ({ id }) => apiErrors.unknownJob(id)),
  on(JobGoneError, ({ message }) => apiErrors.gone(message)),
  on(BudgetReachedError, ({ month }) => apiErrors.budgetSpent(month)),
  on(UnknownWebhookError, ({ job, event }) => apiErrors.unknownWebhook(job, event)),
  on(WebhookNotEndedError, ({ event, message }) => apiErrors.webhookNotEnded(event, message)),
];

/** Finds the response for a domain error. @returns undefined for a service failure */
export function findErrorResponse(error: unknown): ApiError | undefined {
  for (const respond of RESPONSES) {
    const response = respond(error);
    if (response) return response;
  }
  return undefined;
}
