import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context, Policy } from './policy.ts';

/** Simulated region and account of the embedded services. They appear in every ARN. */
export interface Place {
  readonly region: string;
  readonly account: string;
}

/** An identity that may call the gateway: a function's role or the operator. */
export interface Caller {
  /** Access key ID. It must not contain "/", which separates the parts of a credential scope. */
  readonly name: string;
  readonly secret: string;
  readonly policy: Policy;
  /** Requests from background callers are handled after others. */
  readonly background?: boolean;
}

export interface ServiceRequest {
  readonly id: string;
  readonly service: string;
  readonly caller: Caller;
  readonly method: string;
  /** Percent-encoded path as sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Empty with `body: 'streamed'`. */
  readonly body: Buffer;
  /** Already consumed with `body: 'buffered'`. */
  readonly stream: Readable;
  /** Aborts if the client disconnects before the response. */
  readonly signal: AbortSignal;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
}

/** A required permission. Policies must allow the action on every resource. */
export interface Access {
  readonly action: string;
  readonly resources: readonly string[];
  readonly context?: Context;
}

export interface CrossOrigin {
  /** The whole response to an unsigned preflight request. */
  readonly preflight?: ServiceResponse;
  /** Added to every other response, including errors. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A service behind the gateway. Both methods may throw {@link ServiceError}. */
export interface LocalService {
  /** Name in the credential scope: `dynamodb`, `sqs`, `s3`, `events`, `states`, `lambda`. */
  readonly service: string;
  readonly protocol: 'json' | 'xml';
  readonly body: 'buffered' | 'streamed';
  readonly maxBodyBytes: number;
  authorize(request: ServiceRequest): readonly Access[];
  /** Called before the signature is checked. Returns undefined for paths that the service does not handle. */
  crossOrigin?(request: Pick<ServiceRequest, 'method' | 'path' | 'headers'>): CrossOrigin | undefined;
  handle(request: ServiceRequest): Promise<ServiceResponse>;
}
