import * as v from 'valibot';
import { printable, quote } from './quote.ts';

/** Body of every error response, and value of `error` in a failed job. `code` is the HTTP status (interface specification, section 7). */
export const errorBodySchema = v.strictObject({
  title: v.string(),
  message: v.string(),
  code: v.pipe(v.number(), v.integer()),
});

export type ErrorBody = v.InferOutput<typeof errorBodySchema>;

/** The kinds of errors, as sent in the `error-type` header. Unlike titles and messages, these names never change. */
export const ERROR_TYPES = [
  'invalid-job',
  'malformed-job',
  'missing-job',
  'malformed-request',
  'invalid-avatar',
  'invalid-parameter',
  'missing-token',
  'invalid-token',
  'expired-token',
  'quota-reached',
  'budget-reached',
  'avatar-limit-reached',
  'import-in-progress',
  'forbidden',
  'unknown-job',
  'unknown-avatar',
  'unknown-artifact',
  'unknown-webhook',
  'unknown-address',
  'method-not-allowed',
  'job-not-finished',
  'job-ended',
  'webhook-not-ended',
  'secret-just-rotated',
  'gone',
  'too-large',
  'unsupported-media-type',
  'idempotency-key-reused',
  'too-many-requests',
  'not-implemented',
  'unavailable',
  'timeout',
  'internal',
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];

/** Maximum message length in characters, in case a message quotes more of the input than `quote` allows. */
const MAX_MESSAGE = 4_000;

/** An error response for the client. Its HTTP status is `body.code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** The message without the client's input, for the log. */
  readonly logged: string | undefined;

  /**
   * @param type value of the response's `error-type` header
   * @param options `headers` are added to the response; `cause` is only logged; `logged` is the message without the client's input
   */
  constructor(
    type: ErrorType,
    code: number,
    title: string,
    message: string,
    options: ErrorOptions & { headers?: Record<string, string>; logged?: string } = {},
  ) {
    super(printable(message, MAX_MESSAGE), options);
    this.body = { title, message: this.message, code };
    this.headers = { ...options.headers, 'error-type': type };
    this.logged = options.logged && printable(options.logged, MAX_MESSAGE);
  }
}

/** The text, voice, or recording is invalid. The domain layers throw this error, and the job then fails with it. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
  readonly title: string;
  /** Path of the field to correct, such as `tts_params.voice`. */
  readonly field: string;

  constructor(title: string, message: string, field: string, options?: ErrorOptions) {
    super(printable(message, MAX_MESSAGE), options);
    this.title = title;
    this.field = field;
  }
}

/** How long a client should wait before retrying when the service is unavailable, in seconds. */
const RETRY = { 'retry-after': '5' } as const;

/** Repeating the request is safe even if it is unknown whether the job was accepted. */
const REPEATABLE = ' It is safe to repeat the request with the same Idempotency-Key.';

export const apiErrors = {
  /** @param logged the message without the client's input, if it quotes any */
  invalidJob: (message: string, logged = message) => new ApiError('invalid-job', 400, 'Invalid job specification', message, { logged }),
  malformedJob: (message: string, cause?: unknown) => new ApiError('malformed-job', 400, 'Malformed job specification', message, { cause }),
  missingJob: () =>
    new ApiError(
      'missing-job',
      400,
      'Missing job specification',
      'The multipart request has no part named "job"; send the job specification as JSON in a part with that name.',
    ),
  malformedRequest: (message: string, cause?: unknown) => new ApiError('malformed-request', 400, 'Malformed request', message, { cause }),
  invalidAvatar: (fault: string) => new ApiError('invalid-avatar', 400, 'Invalid avatar', `avatar: ${fault}`),
  invalidParameter: (message: string) => new ApiError('invalid-parameter', 400, 'Invalid parameter', message),
  missingToken: () =>
    new ApiError(
      'missing-token',
      401,
      'Missing token',
      'The request has no token; add the query parameter "token" or the header "Authorization: Bearer".',
    ),
  invalidToken: () =>
    new ApiError('invalid-token', 401, 'Invalid token', 'The token is unknown or was revoked; check that it was copied completely.'),
  expiredToken: (expiredAt: string) =>
    new ApiError('expired-token', 403, 'Expired token', `This token's subscription expired at ${expiredAt}; renew it to continue.`),
  quotaReached: (quota: number) =>
    new ApiError(
      'quota-reached',
      403,
      'Request limit reached',
      `This token's plan allows ${quota} requests, and all of them have been used; renew or upgrade the plan to continue.`,
    ),
  budgetSpent: (month: string) =>
    new ApiError(
      'budget-reached',
      403,
      'Budget reached',
      `This account's budget for ${month} is used up; wait for the next month, or ask for a higher budget.`,
    ),
  unknownJob: (id: string) => new ApiError('unknown-job', 404, 'Unknown job', `This account has no job ${quote(id)}.`),
  avatarLimitReached: (most: number) =>
    new ApiError(
      'avatar-limit-reached',
      403,
      'Avatar limit reached',
      `This account has reached its limit of ${most} avatars; delete one with DELETE /lipsync/avatars/{id}.`,
    ),
  importInProgress: (id: string) =>
    new ApiError(
      'import-in-progress',
      429,
      'Import in progress',
      `This account's avatar ${id} is still being imported; wait until it has ended, since an account imports one avatar at a time.`,
      { headers: RETRY },
    ),
  unknownAvatar: (id: string) => new ApiError('unknown-avatar', 404, 'Unknown avatar', `This account has no avatar ${quote(id)}.`),
  unknownWebhook: (id: string, event: string) =>
    new ApiError('unknown-webhook', 404, 'Unknown webhook', `The job ${id} names no web_hooks.${event}.`),
  unknownArtifact: (name: string, available: readonly string[]) =>
    new ApiError(
      'unknown-artifact',
      404,
      'Unknown artifact',
      `The job has no artifact ${quote(name)}; it has ${available.map(quote).join(', ') || 'none'}.`,
    ),
  methodNotAllowed: (method: string, allowed: readonly string[]) =>
    new ApiError(
      'method-not-allowed',
      405,
      'Method not allowed',
      `The method ${printable(method)} is not allowed here; use ${allowed.join(' or ')}.`,
      {
        headers: { allow: allowed.join(', ') },
      },
    ),
  notFinished: (id: string, status: string) =>
    new ApiError(
      'job-not-finished',
      409,
      'Job not finished',
      `Job ${id} is ${status}; its result can be downloaded once it has succeeded.`,
    ),
  alreadyEnded: (id: string, status: string) =>
    new ApiError('job-ended', 409, 'Job already ended', `Job ${id} has already ${status}; it cannot be cancelled.`),
  webhookNotEnded: (event: string, why: string) =>
    new ApiError('webhook-not-ended', 409, 'Webhook not ended', `${event}: ${why}; only a delivered or failed webhook can be sent again.`),
  secretJustRotated: (until: string) =>
    new ApiError(
      'secret-just-rotated',
      409,
      'Secret just rotated',
      `The secret was just rotated, and the previous one is also valid until ${until}. To rotate again and invalidate the previous one now, send {"force": true}.`,
    ),
  gone: (message: string) => new ApiError('gone', 410, 'Result not available', message),
  tooLarge: (message: string) => new ApiError('too-large', 413, 'Request too large', message),
  unsupportedMediaType: (got: string | undefined) =>
    new ApiError(
      'unsupported-media-type',
      415,
      'Unsupported media type',
      `The content-type must be application/json or multipart/form-data, but it is ${got ? quote(got) : 'missing'}.`,
    ),
  compressedBody: (encoding: string) =>
    new ApiError(
      'unsupported-media-type',
      415,
      'Unsupported media type',
      `The body is compressed (content-encoding: ${quote(encoding)}); send it uncompressed, without that header.`,
    ),
  idempotencyMismatch: () =>
    new ApiError(
      'idempotency-key-reused',
      422,
      'Idempotency key reused',
      'This Idempotency-Key has already been used with a different job specification; use a new key for a new job.',
    ),
  tooManyRequests: (seconds: number) =>
    new ApiError(
      'too-many-requests',
      429,
      'Too many requests',
      `This token or address sends too many requests; try again in ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    ),
  notImplemented: (message: string) => new ApiError('not-implemented', 501, 'Not implemented', message),
  notAccepted: (requestId: string) =>
    new ApiError(
      'unavailable',
      503,
      'Service unavailable',
      `The job was not accepted; try again in a few seconds.${REPEATABLE} Request ${requestId}.`,
      { headers: RETRY },
    ),
  /** @param keyed true if the endpoint accepts an Idempotency-Key */
  unavailable: (requestId: string, { keyed = false }: { keyed?: boolean } = {}) =>
    new ApiError(
      'unavailable',
      503,
      'Service unavailable',
      `The service is temporarily unavailable; try again in a few seconds.${keyed ? REPEATABLE : ''} Request ${requestId}.`,
      { headers: RETRY },
    ),
  internal: (requestId: string) =>
    new ApiError('internal', 500, 'Internal error', `The service failed; contact support with the request ID ${requestId}.`),
} as const;
