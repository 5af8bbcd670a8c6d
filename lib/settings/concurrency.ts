/**
 * Concurrent Lambda executions that the settings need. The same formula determines both which settings are rejected and the reservation:
 *
 * accountConcurrency ≥ capacity × renderers + dispatchConcurrency + webhookConcurrency + the API's share
 *
 * - A running job is either in a single step, or renders up to `renderers` segments of its video.
 * - The dispatcher and the webhook sender use up to the limits of their queues.
 * - The API's share is for requests, which only the client can retry. Other functions are short and asynchronous, so Lambda queues their
 * events and retries them for hours.
 */
export interface ConcurrencySettings {
  accountConcurrency: number;
  capacity: number;
  renderers: number;
  dispatchConcurrency: number;
  webhookConcurrency: number;
}

export interface ConcurrencyNeeds {
  /** Executions for running jobs. */
  jobs: number;
  dispatch: number;
  webhooks: number;
  /** Executions left for the API. */
  api: number;
  total: number;
}

/**
 * The API gets a fifth of the account's concurrency, and at least two executions. A request takes about 0.1 s, so two executions handle 20
 * requests per second.
 */
const API_SHARE = 5;
const MIN_API = 2;

/**
 * Minimum number of executions that AWS requires to be left for functions without a reservation (Lambda developer guide, "Configuring
 * reserved concurrency").
 */
export const MIN_UNRESERVED = 100;

/** Returns how many concurrent executions the settings may need, in total and by part of the service. */
export function concurrencyNeeds(settings: ConcurrencySettings): ConcurrencyNeeds {
  const { accountConcurrency, capacity, renderers, dispatchConcurrency: dispatch, webhookConcurrency } = settings;
  const jobs = capacity * renderers;
  const api = Math.max(MIN_API, Math.floor(accountConcurrency / API_SHARE));
  return { jobs, dispatch, webhooks: webhookConcurrency, api, total: jobs + dispatch + webhookConcurrency + api };
}

export const fitsAccount = (settings: ConcurrencySettings): boolean => concurrencyNeeds(settings).total <= settings.accountConcurrency;

/** Returns a message for settings that exceed the account's concurrency, with the values and the settings that could be changed. */
export function explainConcurrency(settings: ConcurrencySettings): string {
  const { accountConcurrency, capacity, renderers } = settings;
  const { jobs, dispatch, webhooks, api, total } = concurrencyNeeds(settings);
  const sum = `capacity × renderers (${capacity} × ${renderers} = ${jobs}) + dispatchConcurrency (${dispatch}) + webhookConcurrency (${webhooks}) + the API's share (${api}) = ${total}`;
  const room = accountConcurrency - dispatch - webhooks - api;
  const lower =
    room > 0
      ? `lower capacity × renderers to ${room}, for example capacity ${Math.max(1, Math.floor(room / renderers))} and renderers ${Math.min(renderers, room)}`
      : 'lower dispatchConcurrency or webhookConcurrency';
  return `must fit the account's concurrent Lambda executions: ${sum}, but the account has ${accountConcurrency}; ${lower}, or have AWS raise the account's quota (Lambda's "Concurrent executions") and set accountConcurrency to ${smallestAccount(settings)} or more`;
}

/** Returns the smallest quota that would be sufficient. */
function smallestAccount(settings: ConcurrencySettings): number {
  const { jobs, dispatch, webhooks } = concurrencyNeeds(settings);
  let account = jobs + dispatch + webhooks + MIN_API;
  while (!fitsAccount({ ...settings, accountConcurrency: account })) account += 1;
  return account;
}

/**
 * Returns the reserved concurrency for the renderer, or undefined if the account is too small for a reservation.
 *
 * A reservation is both a limit and a guarantee (Lambda developer guide, "Configuring reserved concurrency"). Rendering occupies executions
 * for minutes, and `capacity × renderers` is known in advance. Reserving that number keeps overlapping attempts, such as the last segment
 * of a cancelled video, from using the API's share, and keeps other functions from using the share for rendering. The API has no
 * reservation, because that would also be its limit. This way, it may use everything that is unreserved. AWS requires 100 unreserved
 * executions, so in a smaller account there is no reservation, and only `capacity × renderers` limits rendering. The same applies if the
 * remaining executions would not be enough for `capacity` jobs in other steps, which cannot use the reservation.
 */
export function renderReservation(settings: ConcurrencySettings): number | undefined {
  const { jobs, dispatch, webhooks, api } = concurrencyNeeds(settings);
  const unreserved = Math.max(MIN_UNRESERVED, settings.capacity + dispatch + webhooks + api);
  return settings.accountConcurrency - jobs >= unreserved ? jobs : undefined;
}

/** Number of avatars to import at the same time. Most take a second or two of CPU time, and the largest take half a minute. */
const IMPORTS = 2;

/**
 * Returns the reserved concurrency for imports. If the account is too small, it is undefined, and imports share the concurrency with other
 * jobs.
 */
export function importReservation(settings: ConcurrencySettings): number | undefined {
  const { jobs, dispatch, webhooks, api } = concurrencyNeeds(settings);
  const rendering = renderReservation(settings);
  const unreserved = Math.max(MIN_UNRESERVED, (rendering === undefined ? jobs : settings.capacity) + dispatch + webhooks + api);
  return settings.accountConcurrency - (rendering ?? 0) - IMPORTS >= unreserved ? IMPORTS : undefined;
}
