import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type RequestInterceptor, ServiceError, type ServiceRequest, type ServiceResponse } from '../gateway/index.ts';
import type { InvocationInterceptor } from '../lambda/index.ts';
import type { Fault, FaultPlan } from './plan.ts';

export interface Faults {
  readonly timeScale: number;
  /** Replaces the plan and restarts the counts. */
  arm(faults: readonly Fault[]): void;
  disarm(): void;
  /** Faults injected since the plan started: target, call number, and kind. */
  readonly injected: readonly string[];
  readonly interceptRequest: RequestInterceptor;
  readonly interceptInvocation: InvocationInterceptor;
  /** Counts a call to a target and returns the planned fault for it, if any. */
  readonly takeFault: (place: string) => Fault | undefined;
}

/** Error codes that clients do not retry have status 400; all others have 503. */
const NOT_RETRIED = /^(AccessDenied|Validation|ResourceNotFound)/;

export const failureOf = ({ error }: Fault): ServiceError =>
  new ServiceError(error, 'Injected by the fault plan', NOT_RETRIED.test(error) ? 400 : 503);

export async function dropAfter({ ms }: Fault): Promise<never> {
  await pause(ms);
  throw new ServiceError('RequestTimeout', 'Injected by the fault plan', 503);
}

/** Caller name of the operator's command line. Faults are never injected into its requests. */
const OPERATOR = 'operator';

export function createFaults({ timeScale, faults }: FaultPlan): Faults {
  let armed: readonly Fault[] = faults;
  let calls = new Map<string, number>();
  let injected: string[] = [];
  const next = (place: string): Fault | undefined => {
    const call = (calls.get(place) ?? 0) + 1;
    calls.set(place, call);
    const fault = armed.find((one) => one.on === place && call >= one.call && call < one.call + one.times);
    if (fault) injected.push(`${place} ${call} ${fault.do}`);
    return fault;
  };
  const arm = (plan: readonly Fault[]) => {
    armed = plan;
    calls = new Map();
    injected = [];
  };
  return {
    timeScale,
    arm,
    takeFault: next,
    disarm: () => {
      armed = [];
    },
    get injected() {
      return injected;
    },
    interceptRequest: async (request, handle) => {
      if (request.caller.name === OPERATOR) return handle(request);
      const fault = next(`${request.service}.${operationOf(request)}`);
      if (!fault) return handle(request);
      switch (fault.do) {
        case 'fail':
          throw failureOf(fault);
        case 'drop':
          return dropAfter(fault);
        case 'lose':
          discard(await handle(request));
          throw failureOf(fault);
        case 'delay':
          await pause(fault.ms);
          return handle(request);
        case 'duplicate': {
          const answer = await handle(request);
          // A streamed body can be read only once.
          if (request.body.length > 0) await handle(request).catch(() => {});
          return answer;
        }
        case 'kill':
          return handle(request);
      }
    },
    interceptInvocation: async (name, run, kill) => {
      const fault = next(`function:${name}`);
      switch (fault?.do) {
        case undefined:
          return run();
        case 'fail':
        case 'drop':
          return failed('Sandbox.Timedout', 'Injected by the fault plan');
        case 'lose':
          await run();
          return failed('Runtime.ExitError', 'Injected by the fault plan');
        case 'delay':
          await pause(fault.ms);
          return run();
        case 'duplicate': {
          const second = run();
          const answer = await run();
          await second.catch(() => {});
          return answer;
        }
        case 'kill': {
          const running = run();
          await Promise.race([running, pause(fault.ms).then(kill)]);
          return running;
        }
      }
    },
  };
}

/** Closes the file of a streamed body that will not be sent. */
function discard({ body }: ServiceResponse): void {
  if (body instanceof Readable) body.destroy();
}

const failed = (errorType: string, errorMessage: string) => ({
  requestId: crypto.randomUUID(),
  error: true,
  payload: JSON.stringify({ errorType, errorMessage }),
});

/** Returns a request's operation, as named in the service's documentation. */
function operationOf({ service, headers, method, path, query }: ServiceRequest): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.indexOf('.') + 1);
  if (service === 'polly') return 'SynthesizeSpeech';
  if (service === 'lambda') return 'Invoke';
  const isObject = path.split('/').filter(Boolean).length > 1;
  if (method === 'GET') return isObject ? 'GetObject' : query.has('list-type') ? 'ListObjectsV2' : 'ListBuckets';
  if (method === 'PUT') return headers['x-amz-copy-source'] ? 'CopyObject' : 'PutObject';
  return { HEAD: 'HeadObject', DELETE: 'DeleteObject', POST: 'DeleteObjects' }[method] ?? method;
}
