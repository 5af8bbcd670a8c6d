/**
 * Concurrent Lambda executions that the settings need. One formula decides which settings are refused, and what is reserved:
 *
 *     accountConcurrency ≥ capacity × renderers + dispatchConcurrency + webhookConcurrency + the API's part
 *
 * - A running job is in one step, or in up to `renderers` segments of its video: all jobs use at most `capacity × renderers`.
 * - The dispatcher and the webhook sender use at most the limits of their queues.
 * - The API's part is for requests, which only the client can retry. Other functions (finalization, sweeps,
 *   aggregation, deadlines) are short and asynchronous: Lambda queues their events and retries for hours.
 */
export interface ConcurrencySettings {
  accountConcurrency: number;
  capacity: number;
  renderers: number;
  dispatchConcurrency: number;
  webhookConcurrency: number;
}

export interface ConcurrencyNeeds {
  /** Executions of the jobs that run. */
  jobs: number;
  dispatch: number;
  webhooks: number;
  /** Executions that are left to the API. */
  api: number;
  total: number;
}

/**
 * The API's part of an account: a fifth, and at least two executions. A request takes about a tenth of a second, so that two
 * answer twenty requests a second, and a fifth of a thousand two thousand.
 */
const API_SHARE = 5;
const LEAST_API = 2;

/** Executions that AWS keeps for functions without a reservation (Lambda developer guide, "Configuring reserved concurrency"). */
export const LEAST_UNRESERVED = 100;

/** Concurrent executions that the settings may need at once, and what each part of the service needs of them. */
export function concurrencyNeeds(settings: ConcurrencySettings): ConcurrencyNeeds {
  const { accountConcurrency, capacity, renderers, dispatchConcurrency: dispatch, webhookConcurrency } = settings;
  const jobs = capacity * renderers;
  const api = Math.max(LEAST_API, Math.floor(accountConcurrency / API_SHARE));
  return { jobs, dispatch, webhooks: webhookConcurrency, api, total: jobs + dispatch + webhookConcurrency + api };
}

/** Whether the account has the concurrency that the settings need. */
export const fitsAccount = (settings: ConcurrencySettings): boolean => concurrencyNeeds(settings).total <= settings.accountConcurrency;

/** The message for settings that exceed the account's concurrency: the numbers, and which to lower or raise. */
export function explainConcurrency(settings: ConcurrencySettings): string {
  const { accountConcurrency, capacity, renderers } = settings;
  const { jobs, dispatch, webhooks, api, total } = concurrencyNeeds(settings);
  const sum = `capacity × renderers (${capacity} × ${renderers} = ${jobs}) + dispatchConcurrency (${dispatch}) + webhookConcurrency (${webhooks}) + the API's part (${api}) = ${total}`;
  const room = accountConcurrency - dispatch - webhooks - api;
  const lower =
    room > 0
      ? `lower capacity × renderers to ${room}, for example capacity ${Math.max(1, Math.floor(room / renderers))} and renderers ${Math.min(renderers, room)}`
      : 'lower dispatchConcurrency or webhookConcurrency';
  return `must fit the account's concurrent Lambda executions: ${sum}, but the account has ${accountConcurrency}; ${lower}, or have AWS raise the account's quota ("Concurrent executions" of Lambda) and set accountConcurrency to ${leastAccount(settings)} or more`;
}

/** The smallest quota that the settings fit. */
function leastAccount(settings: ConcurrencySettings): number {
  const { jobs, dispatch, webhooks } = concurrencyNeeds(settings);
  let account = jobs + dispatch + webhooks + LEAST_API;
  while (!fitsAccount({ ...settings, accountConcurrency: account })) account += 1;
  return account;
}

/**
 * The reserved concurrency of the function that renders; undefined where the account is too small for a reservation.
 *
 * A reservation is both a limit and a guarantee (Lambda developer guide, "Configuring reserved concurrency"). Rendering is what
 * holds executions for minutes, and `capacity × renderers` is known beforehand: reserved for the renderer, it keeps attempts that
 * overlap, such as a segment of a cancelled video that still ends, out of the API's part, and keeps the account's other functions
 * out of the videos'. The API itself gets no reservation: that would be its limit too, in each of its functions, while now it may
 * take all that is unreserved. AWS refuses reservations that leave less than 100 executions unreserved; in a smaller account
 * `capacity × renderers` alone holds rendering down. So it does where the rest could not carry `capacity` jobs that are in other steps:
 * what is reserved for rendering, they cannot use.
 */
export function renderReservation(settings: ConcurrencySettings): number | undefined {
  const { jobs, dispatch, webhooks, api } = concurrencyNeeds(settings);
  const unreserved = Math.max(LEAST_UNRESERVED, settings.capacity + dispatch + webhooks + api);
  return settings.accountConcurrency - jobs >= unreserved ? jobs : undefined;
}
