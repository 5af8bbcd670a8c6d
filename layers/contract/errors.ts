import * as v from 'valibot';

/** Body of every error response, and `error` of a failed job. `code` is the HTTP status (interface specification, section 7). */
export const errorBodySchema = v.strictObject({
  title: v.string(),
  message: v.string(),
  code: v.pipe(v.number(), v.integer()),
});

export type ErrorBody = v.InferOutput<typeof errorBodySchema>;

/** An error response for the client, with the HTTP status `body.code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** The message without anything that the client sent, for the log. */
  readonly logged: string | undefined;

  /**
   * @param code HTTP status.
   * @param options `headers` are added to the response; `cause` is only logged; `logged` is the message for the log, without input of
   *   the client.
   */
  constructor(
    code: number,
    title: string,
    message: string,
    options: ErrorOptions & { headers?: Record<string, string>; logged?: string } = {},
  ) {
    super(message, options);
    this.body = { title, message, code };
    this.headers = options.headers ?? {};
    this.logged = options.logged;
  }
}

/**
 * The client's input cannot be processed: text, voice or recording are invalid. The domain layers throw it, and it becomes the error
 * of the job.
 */
export class InputError extends Error {
  override readonly name: string = 'InputError';
  readonly title: string;
  /** Path of the job's field to correct, such as `tts_params.voice`. */
  readonly field: string;

  constructor(title: string, message: string, field: string, options?: ErrorOptions) {
    super(message, options);
    this.title = title;
    this.field = field;
  }
}

/** Seconds after which a client may retry when the service is unavailable. */
const RETRY = { 'retry-after': '5' } as const;

/** Repeating is safe even when it is unknown whether the job was accepted. */
const REPEATABLE = ' It is safe to repeat the request with the same Idempotency-Key.';

/** Constructors of all errors of the endpoints. */
export const apiErrors = {
  /** @param logged The message without anything that the client sent, where it quotes some of it. */
  invalidJob: (message: string, logged = message) =>
    new ApiError(400, 'Invalid job specification', message, { logged }),
  malformedJob: (message: string, cause?: unknown) =>
    new ApiError(400, 'Malformed job specification', message, { cause }),
  missingJob: () =>
    new ApiError(
      400,
      'Missing job specification',
      'The multipart request has no part named "job"; send the job specification as JSON in a part with that name.',
    ),
  malformedRequest: (message: string, cause?: unknown) => new ApiError(400, 'Malformed request', message, { cause }),
  /** @param cause its faults may quote the file, so they are not logged */
  invalidAvatar: (cause: InputError) =>
    new ApiError(400, cause.title, `${cause.field}: ${cause.message}`, { logged: cause.title }),
  invalidParameter: (message: string) => new ApiError(400, 'Invalid parameter', message),
  missingToken: () =>
    new ApiError(
      401,
      'Missing token',
      'The request has no token; add the query parameter "token" or the header "Authorization: Bearer".',
    ),
  invalidToken: () => new ApiError(401, 'Invalid token', 'The token is unknown; check that it was copied completely.'),
  expiredToken: (expiredAt: string) =>
    new ApiError(403, 'Expired token', `The subscription of this token expired at ${expiredAt}; renew it to continue.`),
  quotaReached: (quota: number) =>
    new ApiError(
      403,
      'Request limit reached',
      `The plan of this token allows ${quota} requests, and all of them are used; renew or upgrade the plan to continue.`,
    ),
  budgetSpent: (month: string) =>
    new ApiError(
      403,
      'Budget reached',
      `The budget of this account for ${month} is used up; wait for the next month, or ask for a higher budget.`,
    ),
  unknownJob: (id: string) => new ApiError(404, 'Unknown job', `This account has no job ${JSON.stringify(id)}.`),
  avatarLimitReached: (most: number) =>
    new ApiError(
      403,
      'Avatar limit reached',
      `This account has ${most} avatars, the most that it may have; delete one with DELETE /lipsync/avatars/{id}.`,
    ),
  unknownAvatar: (id: string) =>
    new ApiError(404, 'Unknown avatar', `This account has no avatar ${JSON.stringify(id)}.`),
  unknownArtifact: (name: string, available: readonly string[]) =>
    new ApiError(
      404,
      'Unknown artifact',
      `The job has no artifact ${JSON.stringify(name)}; it has ${available.map((item) => JSON.stringify(item)).join(', ')}.`,
    ),
  methodNotAllowed: (method: string, allowed: readonly string[]) =>
    new ApiError(405, 'Method not allowed', `The method ${method} is not allowed here; use ${allowed.join(' or ')}.`, {
      headers: { allow: allowed.join(', ') },
    }),
  notFinished: (id: string, status: string) =>
    new ApiError(
      409,
      'Job not finished',
      `Job ${id} is ${status}; its result can be downloaded once it has succeeded.`,
    ),
  alreadyEnded: (id: string, status: string) =>
    new ApiError(409, 'Job already ended', `Job ${id} has already ${status}; it cannot be cancelled.`),
  gone: (message: string) => new ApiError(410, 'Result not available', message),
  tooLarge: (message: string) => new ApiError(413, 'Request too large', message),
  unsupportedMediaType: (got: string | undefined) =>
    new ApiError(
      415,
      'Unsupported media type',
      `The content-type must be application/json or multipart/form-data, but it is ${got ? JSON.stringify(got) : 'missing'}.`,
    ),
  compressedBody: (encoding: string) =>
    new ApiError(
      415,
      'Unsupported media type',
      `The body is compressed (content-encoding: ${JSON.stringify(encoding)}); send it uncompressed, without that header.`,
    ),
  idempotencyMismatch: () =>
    new ApiError(
      422,
      'Idempotency key reused',
      'This Idempotency-Key was used before with another job specification; use a new key for a new job.',
    ),
  tooManyRequests: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests',
      `This token or address sends too many requests; try again in ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    ),
  notImplemented: (message: string) => new ApiError(501, 'Not implemented', message),
  notAccepted: (requestId: string) =>
    new ApiError(
      503,
      'Service unavailable',
      `The job was not accepted; try again in a few seconds.${REPEATABLE} Request ${requestId}.`,
      { headers: RETRY },
    ),
  /** @param keyed Whether the endpoint accepts an Idempotency-Key. */
  unavailable: (requestId: string, { keyed = false }: { keyed?: boolean } = {}) =>
    new ApiError(
      503,
      'Service unavailable',
      `The service is temporarily unavailable; try again in a few seconds.${keyed ? REPEATABLE : ''} Request ${requestId}.`,
      { headers: RETRY },
    ),
  internal: (requestId: string) =>
    new ApiError(500, 'Internal error', `The service failed; contact support with the request id ${requestId}.`),
} as const;
