import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context, Policy } from './policy.ts';

/** Region and account that the embedded services pretend to live in; they appear in every ARN. */
export interface Place {
  readonly region: string;
  readonly account: string;
}

/** One identity that may call the gateway: a function's role, or the operator. */
export interface Caller {
  /** Access key id; must not contain "/", which separates the parts of a credential scope. */
  readonly name: string;
  readonly secret: string;
  readonly policy: Policy;
  /** Whether it works in the background: its requests are handled after others. */
  readonly background?: boolean;
}

/** A verified request, as services see it. */
export interface ServiceRequest {
  readonly id: string;
  readonly service: string;
  readonly caller: Caller;
  readonly method: string;
  /** Path as sent, percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Whole body of a service with `body: 'buffered'`; empty for a streamed one. */
  readonly body: Buffer;
  /** Body of a service with `body: 'streamed'`; already consumed for a buffered one. */
  readonly stream: Readable;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
}

/** Required permission: the caller's policies must allow the action on every resource. */
export interface Access {
  readonly action: string;
  readonly resources: readonly string[];
  /** Condition keys of this request. */
  readonly context?: Context;
}

/** The CORS behaviour of a service for one request. */
export interface CrossOrigin {
  /** The whole answer to a preflight request, which is not signed. */
  readonly preflight?: ServiceResponse;
  /** Headers added to every other response, including errors. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A service behind the gateway. Both methods may throw {@link ServiceError}. */
export interface LocalService {
  /** Name in the credential scope: `dynamodb`, `sqs`, `s3`, `events`, `states`, `lambda`. */
  readonly service: string;
  /** Form of its errors. */
  readonly protocol: 'json' | 'xml';
  readonly body: 'buffered' | 'streamed';
  /** Largest request body, bytes. */
  readonly maxBodyBytes: number;
  authorize(request: ServiceRequest): readonly Access[];
  /** Looks at a request before its signature is checked; undefined where the service has nothing to do with its path. */
  crossOrigin?(request: Pick<ServiceRequest, 'method' | 'path' | 'headers'>): CrossOrigin | undefined;
  handle(request: ServiceRequest): Promise<ServiceResponse>;
}
