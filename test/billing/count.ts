import { createFaults, type Faults } from 'local-aws';
import type { ServiceRequest, ServiceResponse } from 'local-aws/gateway';
import type { Report } from 'local-aws/lambda';
import type { ResourceName } from '#aws';

/** Billing units: 2^30 bytes per GB, 30 days per month (S3 pricing page), and 64 KB chunks (SQS and EventBridge pricing pages). */
export const GIGABYTE = 1_073_741_824;
const MONTH_DAYS = 30;
const piecesOf = (text: string): number => Math.floor((Math.max(1, Buffer.byteLength(text)) + 65_535) / 65_536);

/**
 * Counts invocations and requests in the embedded services, without using any code from the ledger. It counts at the gateway, which handles
 * every request from a function.
 */
export class IndependentCount {
  readonly reports: Report[] = [];
  /** How much of each resource the functions have used, in the unit of the resource. */
  readonly used = new Map<ResourceName, number>();
  /** Number of writes to the ledger table itself. */
  ledgerWrites = 0;
  /** If set, the ledger table cannot be reached. */
  ledgerDown = false;
  readonly #retentionDays: number;

  constructor(retentionDays: number) {
    this.#retentionDays = retentionDays;
  }

  add(resource: ResourceName, quantity: number): void {
    this.used.set(resource, (this.used.get(resource) ?? 0) + quantity);
  }

  readonly onReport = (report: Report): void => {
    this.reports.push(report);
    this.add('lambda.requests', 1);
    this.add('lambda.compute.arm64', (report.memorySize / 1024) * (billed(report) / 1000));
    // One request receives a batch of messages, and another deletes the messages that were handled.
    if (/Dispatch|Deadline|Webhook/.test(report.functionName)) this.add('sqs.requests', 2);
  };

  /** Wraps the fault injection of a run in order to count requests. */
  around(faults: Faults = createFaults({ timeScale: 1, faults: [] })): Faults {
    const { interceptRequest } = faults;
    return Object.defineProperties({} as Faults, {
      ...Object.getOwnPropertyDescriptors(faults),
      interceptRequest: {
        value: (request: ServiceRequest, handle: (request: ServiceRequest) => Promise<ServiceResponse>) =>
          interceptRequest(request, (passed) => this.#see(passed, handle)),
      },
    });
  }

  async #see(request: ServiceRequest, handle: (request: ServiceRequest) => Promise<ServiceResponse>) {
    if (request.caller.name === 'operator') return handle(request);
    const isLedger = request.service === 'dynamodb' && /"TableName":"[^"]*Ledger/.test(request.body.toString());
    if (isLedger && this.ledgerDown) throw Object.assign(new Error('The ledger is down'), { code: 'Down' });
    if (isLedger) this.ledgerWrites += 1;
    try {
      const response = await handle(request);
      this.#count(request, response, undefined);
      return response;
    } catch (error) {
      this.#count(request, undefined, (error as { code?: string }).code ?? '');
      throw error;
    }
  }

  #count(request: ServiceRequest, response: ServiceResponse | undefined, error: string | undefined): void {
    const { service, headers, body } = request;
    const operation = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    if (service === 's3') this.#countObject(request, response?.status ?? 500);
    else if (service === 'dynamodb') this.#countItems(operation, body.toString(), response, error);
    else if (!response) return;
    else if (service === 'sqs' && operation === 'SendMessage')
      this.add('sqs.requests', piecesOf((JSON.parse(body.toString()) as { MessageBody: string }).MessageBody));
    else if (service === 'events') this.#countEvents(body.toString());
    else if (service === 'polly')
      this.add(
        `polly.${/"Engine":"(neural|generative)"/.exec(body.toString())?.[1] ?? 'standard'}` as ResourceName,
        Number(response.headers?.['x-amzn-requestcharacters']),
      );
  }

  #countObject({ method, headers, query, path }: ServiceRequest, status: number): void {
    if (method === 'DELETE' || (status >= 400 && status !== 404)) return;
    const isWrite = method === 'PUT' || query.has('list-type');
    this.add(isWrite ? 's3.writes' : 's3.reads', 1);
    if (method !== 'PUT' || headers['x-amz-copy-source']) return;
    const bytes = Number(headers['x-amz-decoded-content-length'] ?? headers['content-length']);
    const days = path.includes('/segments/') ? 1 / 24 : this.#retentionDays;
    this.add('s3.storage', (bytes / GIGABYTE) * (days / MONTH_DAYS));
  }

  #countItems(operation: string, body: string, response: ServiceResponse | undefined, error: string | undefined): void {
    const resource = /^(Get|Query|Scan|Batch?Get|TransactGet)/.test(operation) ? 'dynamodb.reads' : 'dynamodb.writes';
    if (response) {
      const { ConsumedCapacity = [] } = JSON.parse(String(response.body)) as { ConsumedCapacity?: Units | Units[] };
      for (const { CapacityUnits } of [ConsumedCapacity].flat()) this.add(resource, CapacityUnits);
    } else if (error?.includes('ConditionalCheckFailed')) this.add(resource, 1);
    else if (error?.includes('TransactionCanceled'))
      this.add(resource, 2 * (JSON.parse(body) as { TransactItems: unknown[] }).TransactItems.length);
  }

  #countEvents(body: string): void {
    const { Entries } = JSON.parse(body) as { Entries: { Detail: string }[] };
    for (const { Detail } of Entries) {
      this.add('events.published', piecesOf(Detail));
      // For events with a webhook, the bus forwards the event to the webhook queue.
      if ((JSON.parse(Detail) as { webhook: boolean }).webhook) this.add('sqs.requests', 1);
    }
  }
}

interface Units {
  CapacityUnits: number;
}

/** Returns how many milliseconds Lambda bills. */
export const billed = ({ duration, initDuration = 0 }: Report): number => Math.ceil(duration + initDuration);

/** Returns what the service calls the function. */
export function stepOf({ functionName }: Report): string {
  return (/-(?:Api|Pipeline|Webhooks|Accounting)([A-Z][a-z0-9]+)Function/.exec(functionName)?.[1] ?? functionName).toLowerCase();
}
