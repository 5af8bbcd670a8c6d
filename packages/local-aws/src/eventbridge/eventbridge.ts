import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { answerJson, type LocalService, type Place, readJson, readTarget, ServiceError } from '../gateway/index.ts';
import { startDeliveries } from './deliveries.ts';
import { createEvent, type Event, type EventInput } from './event.ts';
import { openOutbox } from './outbox.ts';
import { type Destination, openRules, type RuleDefinition, toBusName } from './rules.ts';

const TARGET = 'AWSEvents';
/** Maximum number of entries and total bytes per PutEvents call (EventBridge quotas). */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;

export interface EventBridge {
  readonly service: LocalService;
  /** Accepts a service's event on the default bus and stores it durably. @returns the event's ID */
  publish(event: EventInput): string;
  /** Number of deliveries in the outbox. */
  pending(): number;
  stop(): Promise<void>;
}

export interface EventBridgeOptions {
  /** Outbox directory; created if missing. */
  readonly dir: string;
  readonly place: Place;
  /** Custom buses; the default bus always exists. */
  readonly buses: readonly string[];
  readonly rules: readonly RuleDefinition[];
  /** Finds the function or queue with an ARN; throws if the ARN is unknown. */
  readonly find: (arn: string) => Destination;
  readonly onFault?: (error: unknown) => void;
}

interface Entry {
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
  readonly EventBusName?: string;
  readonly Resources?: readonly string[];
  /** Unix time in seconds. */
  readonly Time?: number;
}

interface Accepted {
  readonly bus: string;
  readonly event: Event;
}
interface Refused {
  readonly ErrorCode: string;
  readonly ErrorMessage: string;
}

function readEntries(body: Buffer): Entry[] {
  const { Entries } = readJson(body);
  if (!Array.isArray(Entries) || Entries.length === 0 || Entries.length > MAX_ENTRIES) {
    throw new ServiceError('ValidationException', `Entries must have 1 to ${MAX_ENTRIES} members`);
  }
  const size = (Entries as Entry[]).reduce((sum, { Source = '', DetailType = '', Detail = '', Resources = [] }) => {
    return sum + Buffer.byteLength([Source, DetailType, Detail, ...Resources].join(''));
  }, 0);
  if (size > MAX_BYTES) throw new ServiceError('ValidationException', 'Total size of the entries in the request is over the limit.');
  return Entries as Entry[];
}

function readDetail(text: string): Record<string, unknown> | undefined {
  try {
    const detail: unknown = JSON.parse(text);
    if (typeof detail === 'object' && detail !== null && !Array.isArray(detail)) return detail as Record<string, unknown>;
  } catch {}
  return undefined;
}

function accept(entry: Entry, place: Place, buses: ReadonlySet<string>): Accepted | Refused {
  const { Source, DetailType, Detail, Resources, Time } = entry;
  const bus = toBusName(entry.EventBusName ?? 'default');
  const refuse = (ErrorCode: string, ErrorMessage: string): Refused => ({ ErrorCode, ErrorMessage });
  if (!Source) return refuse('InvalidArgument', 'Parameter Source is not valid. Reason: Source is a required argument.');
  if (Source.startsWith('aws.')) return refuse('NotAuthorizedForSourceException', `Not authorized for the source ${Source}.`);
  if (!DetailType) return refuse('InvalidArgument', 'Parameter DetailType is not valid. Reason: DetailType is a required argument.');
  if (!Detail) return refuse('InvalidArgument', 'Parameter Detail is not valid. Reason: Detail is a required argument.');
  if (!buses.has(bus)) return refuse('ResourceNotFoundException', `The event bus ${bus} does not exist.`);
  const detail = readDetail(Detail);
  if (!detail) return refuse('MalformedDetail', 'Detail is malformed.');
  const event = createEvent(
    {
      source: Source,
      detailType: DetailType,
      detail,
      ...(Resources && { resources: Resources }),
      ...(Time !== undefined && { time: new Date(Time * 1000) }),
    },
    place,
  );
  return { bus, event };
}

/**
 * Embedded EventBridge: buses, pattern rules with functions and queues as targets, and at-least-once delivery from an outbox on disk.
 * @throws if a rule needs an unsupported feature. The error names it.
 */
export async function startEventBridge(options: EventBridgeOptions): Promise<EventBridge> {
  const { dir, place } = options;
  const buses = new Set(['default', ...options.buses]);
  const rules = openRules(options.rules, buses, options.find);
  const targets = new Map(rules.flatMap((rule) => rule.targets.map((target) => [target.name, target] as const)));
  await mkdir(dir, { recursive: true });
  const outbox = openOutbox(join(dir, 'outbox.sqlite'));
  const worker = startDeliveries(outbox, targets, (error) => options.onFault?.(error));

  /** Stores the deliveries of all events in one transaction, then starts them. */
  function dispatch(accepted: readonly Accepted[]): void {
    const deliveries = accepted.flatMap(({ bus, event }) =>
      rules
        .filter((rule) => rule.bus === bus && rule.matches(event))
        .flatMap((rule) => rule.targets.map(({ name }) => ({ target: name, event }))),
    );
    if (deliveries.length === 0) return;
    outbox.add(deliveries);
    worker.wake();
  }

  return {
    service: {
      service: 'events',
      protocol: 'json',
      body: 'buffered',
      maxBodyBytes: 2 * MAX_BYTES,
      authorize({ headers, body }) {
        const operation = readTarget(headers, TARGET);
        if (operation !== 'PutEvents') {
          throw new ServiceError('UnknownOperationException', `${operation} is not available locally`);
        }
        const names = new Set(readEntries(body).map(({ EventBusName = 'default' }) => toBusName(EventBusName)));
        const prefix = `arn:aws:events:${place.region}:${place.account}:event-bus/`;
        return [{ action: 'events:PutEvents', resources: [...names].map((name) => prefix + name) }];
      },
      async handle({ body }) {
        const results = readEntries(body).map((entry) => accept(entry, place, buses));
        const accepted = results.filter((result) => 'event' in result);
        dispatch(accepted);
        return answerJson({
          FailedEntryCount: results.length - accepted.length,
          Entries: results.map((result) => ('event' in result ? { EventId: result.event.id } : result)),
        });
      },
    },
    publish(input) {
      const event = createEvent(input, place);
      dispatch([{ bus: 'default', event }]);
      return event.id;
    },
    pending: () => outbox.count(),
    async stop() {
      await worker.stop();
      outbox.close();
    },
  };
}
