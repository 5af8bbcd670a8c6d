import type { LocalService, ServiceResponse } from './service.ts';

/** An error as an AWS service returns it; `details` are additional members of a JSON body. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, status = 400, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** The XML protocol uses different codes for the same errors. */
const XML_CODES: Readonly<Record<string, { code: string; status: number }>> = {
  AccessDeniedException: { code: 'AccessDenied', status: 403 },
  MissingAuthenticationTokenException: { code: 'AccessDenied', status: 403 },
  UnrecognizedClientException: { code: 'InvalidAccessKeyId', status: 403 },
  InvalidSignatureException: { code: 'SignatureDoesNotMatch', status: 403 },
  InternalFailure: { code: 'InternalError', status: 500 },
};

export function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/[&<>"]/g, (character) => entities[character]!)
    .replace(/[^\x20-\ud7ff\ue000-\ufffd]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}

/** Renders an error in the service's protocol, so that an SDK can parse it. */
export function renderFailure(protocol: LocalService['protocol'], error: ServiceError, id: string): ServiceResponse {
  if (protocol === 'xml') {
    const { code, status } = XML_CODES[error.code] ?? error;
    const members = `<Code>${code}</Code><Message>${escapeXml(error.message)}</Message><RequestId>${id}</RequestId>`;
    return {
      status,
      headers: { 'content-type': 'application/xml', 'x-amz-request-id': id },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${members}</Error>`,
    };
  }
  return {
    status: error.status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': id, 'x-amzn-errortype': error.code },
    body: JSON.stringify({ __type: error.code, message: error.message, ...error.details }),
  };
}

export function answerJson(value: unknown, headers: Readonly<Record<string, string>> = {}): ServiceResponse {
  const type = 'application/x-amz-json-1.0';
  return { status: 200, headers: { 'content-type': type, ...headers }, body: JSON.stringify(value) };
}

/** Returns the operation in X-Amz-Target, without its prefix. @throws {ServiceError} if it is missing */
export function readTarget(headers: Readonly<Record<string, string | string[] | undefined>>, prefix: string): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string' && target.startsWith(`${prefix}.`)) return target.slice(prefix.length + 1);
  throw new ServiceError('UnknownOperationException', `X-Amz-Target must be "${prefix}.<Operation>", got "${target}"`);
}

/** @throws {ServiceError} SerializationException */
export function readJson(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.length === 0 ? '{}' : body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {}
  throw new ServiceError('SerializationException', 'The request body must be a JSON object');
}
