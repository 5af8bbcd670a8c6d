import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Intercept, ServiceError, type ServiceRequest, type ServiceResponse } from '../gateway/index.ts';
import type { Around } from '../lambda/index.ts';
import type { Fault, FaultPlan } from './plan.ts';

/** What goes wrong in a local run. */
export interface Faults {
  readonly timeScale: number;
  /** Begins a plan anew: its calls are counted from now on. */
  arm(faults: readonly Fault[]): void;
  /** Nothing goes wrong from now on. */
  disarm(): void;
  /** Faults that have struck since the plan began, by place and kind. */
  readonly struck: readonly string[];
  readonly intercept: Intercept;
  readonly around: Around;
  /** The fault that strikes the next call at a place, if one does. */
  readonly strike: (place: string) => Fault | undefined;
}

/** Errors that say that the request is at fault, or its sender: nobody repeats those. All others are the service's. */
const REFUSALS = /^(AccessDenied|Validation|ResourceNotFound)/;

/** What a caller is answered that a plan's `fail` or `lose` strikes. */
export const failureOf = ({ error }: Fault): ServiceError =>
  new ServiceError(error, 'The fault plan says so', REFUSALS.test(error) ? 400 : 503);

/** What a caller is told late that `drop` strikes. */
export async function dropAfter({ ms }: Fault): Promise<never> {
  await pause(ms);
  throw new ServiceError('RequestTimeout', 'The fault plan says so', 503);
}

/** What the operator's own command line does is never disturbed. */
const EXEMPT = 'operator';

export function createFaults({ timeScale, faults }: FaultPlan): Faults {
  let armed: readonly Fault[] = faults;
  let calls = new Map<string, number>();
  let struck: string[] = [];
  const next = (place: string): Fault | undefined => {
    const call = (calls.get(place) ?? 0) + 1;
    calls.set(place, call);
    const fault = armed.find((one) => one.on === place && call >= one.call && call < one.call + one.times);
    if (fault) struck.push(`${place} ${call} ${fault.do}`);
    return fault;
  };
  const arm = (plan: readonly Fault[]) => {
    armed = plan;
    calls = new Map();
    struck = [];
  };
  return {
    timeScale,
    arm,
    strike: next,
    disarm: () => {
      armed = [];
    },
    get struck() {
      return struck;
    },
    intercept: async (request, handle) => {
      if (request.caller.name === EXEMPT) return handle(request);
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
          // A body that streams can be read but once.
          if (request.body.length > 0) await handle(request).catch(() => {});
          return answer;
        }
        case 'kill':
          return handle(request);
      }
    },
    around: async (name, run, kill) => {
      const fault = next(`function:${name}`);
      switch (fault?.do) {
        case undefined:
          return run();
        case 'fail':
        case 'drop':
          return failed('Sandbox.Timedout', 'The fault plan says so');
        case 'lose':
          await run();
          return failed('Runtime.ExitError', 'The fault plan says so');
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

/** A body that nobody will read gives its file back. */
function discard({ body }: ServiceResponse): void {
  if (body instanceof Readable) body.destroy();
}

const failed = (errorType: string, errorMessage: string) => ({
  requestId: crypto.randomUUID(),
  error: true,
  payload: JSON.stringify({ errorType, errorMessage }),
});

/** The operation that a request asks for, by the name that the service's own documentation gives it. */
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
