import { ExecutionAlreadyExists } from '@aws-sdk/client-sfn';
import type { JobRecord } from '@talking-avatar/contract';
import { dynamodb, eventBridge, sqs, stepFunctions } from '#aws/clients';
import { type LedgerRow, readDailySums, setBudget, writeRows } from '#billing';
import { acceptJob, finalizeJob, markJobRunning, removeFromWorkList, startParkedJobs, takeLease, UNAUDITED } from '#jobs';
import { resetClocks } from '#jobs/start-tags';
import { releaseSlot, takeSlot } from '#webhooks';
import { aggregateCosts } from '../../functions/workers/aggregate/aggregate-costs.ts';
import { dispatchJob } from '../../functions/workers/dispatch/dispatch.ts';
import { renderersOf } from '../../lib/billing/renderers.ts';
import { seeded } from '../faults/random.ts';
import { VirtualClock } from './clock.ts';
import { DatabaseModel, type TableModel } from './database.ts';

/** A simulated load. */
export interface Load {
  name: string;
  /** Rate at which jobs arrive, per second. */
  rate: number;
  /** Maximum number of concurrent jobs. */
  capacity: number;
  /** Average duration of a job, in s. */
  runs: number;
  /** Simulated time, in s. */
  seconds: number;
  /** How many executions Step Functions can start in a burst, and per second after that. */
  starts: { bucket: number; refill: number };
  /** Share of all jobs that come from the largest account. The rest are spread across 99 accounts. */
  largest: number;
}

/** Result of a simulation. */
export interface Outcome {
  load: Load;
  startedPerSecond: number;
  /** Time from when a job is accepted until its execution starts, in s. */
  latency: { p50: number; p99: number };
  parked: number;
  mostLeases: number;
  hottest: Record<'write' | 'read', { name: string; peak: number; share: number }>;
  throttled: number;
  conflicts: number;
  /** Maximum delay before an account that has used up its budget is stopped, in s. */
  enforcement: number;
  /** Difference between the account totals and the ledger, in pico-dollars. */
  difference: bigint;
  errors: number;
}

const KB = 1024;
const textSize = (item: object): number => JSON.stringify(item).length;

/** The tables in the storage stack. Sizes of job and ledger rows assume short jobs. The other sizes are measured. */
const TABLES: Record<string, TableModel> = {
  jobs: {
    key: 'id',
    indexes: { 'by-account': ['account', 'created_at'], 'by-work-list': ['work_list', 'list_position'] },
    size: () => 2.5 * KB,
  },
  tokens: { key: 'hash', size: () => 300 },
  idempotency: { key: 'key', size: () => 200 },
  capacity: { key: 'name', size: textSize },
  webhooks: { key: 'name', size: textSize },
  accounts: { key: 'name', size: textSize },
  ledger: { key: 'part', sort: 'id', indexes: { 'by-job': ['job', 'at'] }, size: () => 0.9 * KB },
};

/** Delay before a message reaches its function, and before `finalize` runs once an execution has ended, in ms. */
const QUEUE_DELAY = 20;
const EVENT_DELAY = 200;

/** Delay before a message is redelivered after a failure, in ms. */
const REDELIVERY = 60_000;

/** Number of concurrent dispatchers, each handling one message. */
const DISPATCHERS = 200;

/** Number of ledger rows per job, and how long it takes to write all of them, in ms. */
const ROWS = 10;

/** Number of concurrent deliveries per account, and how long each takes, in ms. */
const SLOTS = 20;
const DELIVERY = 200;

/** Interval of cost aggregation, in s. */
const AGGREGATION = 300;

const START = Date.parse('2026-11-21T12:00:00Z');

/** Simulates a load in virtual time, using the actual code of the service. @param seed seed for the random numbers */
export async function simulate(load: Load, seed = 1): Promise<Outcome> {
  const simulation = new Simulation(load, seed);
  return simulation.run();
}

class Simulation {
  readonly #load: Load;
  readonly #clock = new VirtualClock(START);
  readonly #random: () => number;
  readonly #database: DatabaseModel;
  readonly #arrived = new Map<string, number>();
  readonly #executed = new Set<string>();
  readonly #accounts = new Map<string, string>();
  readonly #latencies: number[] = [];
  readonly #queue: string[] = [];
  #dispatching = 0;
  #tokens: number;
  #refilled = START;
  #parked = 0;
  #errors = 0;
  #isOver = false;
  #mostLeases = 0;
  #spent = 0n;
  #jobs = 0;

  constructor(load: Load, seed: number) {
    this.#load = load;
    this.#tokens = load.starts.bucket;
    this.#random = seeded(seed);
    this.#database = new DatabaseModel(TABLES, this.#clock, this.#random);
  }

  async run(): Promise<Outcome> {
    const { seconds } = this.#load;
    resetClocks();
    const undo = [this.#clock.install(), this.#installClients(), silence()];
    try {
      this.#start(this.#prepare());
      await this.#clock.runUntil(START + 120_000);
      this.#database.usage.reset();
      this.#database.conflicts = 0;
      const begin = this.#clock.now;
      for (let time = this.#gap(); time < seconds * 1000; time += this.#gap()) this.#clock.after(time, () => this.#start(this.#arrive()));
      for (let second = 0; second < seconds; second += 5) this.#clock.after(second * 1000, () => this.#look());
      for (let time = 0; time < seconds * 1000; time += 60_000)
        this.#clock.after(time, () => this.#start(startParkedJobs(this.#resources())));
      await this.#clock.runUntil(begin + seconds * 1000);
      const outcome = this.#outcome(seconds);
      const { took, difference } = await this.#aggregate();
      return { ...outcome, enforcement: AGGREGATION + took, difference };
    } finally {
      for (const each of undo) each();
    }
  }

  /** Fills the capacity with running jobs, as if the load had already lasted for a while. */
  async #prepare(): Promise<void> {
    await setBudget('accounts', 'account-0', { limit: 1_000_000n, stop: true });
    for (let account = 0; account < 100; account += 1) {
      const Item = { hash: `token-${account}`, quota: 1e9, used: 0, expires_at: '2999' };
      await this.#database.send({ constructor: { name: 'PutCommand' }, input: { TableName: 'tokens', Item } });
    }
    const { rate, runs, capacity } = this.#load;
    const running = Math.min(capacity, Math.round(rate * runs));
    for (let job = 0; job < running; job += 1) {
      const record = this.#draft();
      const delay = (job / running) * 60_000;
      // How long running jobs have left is exponentially distributed, because that distribution is memoryless.
      this.#clock.after(delay, () => this.#start(this.#preload(record)));
    }
  }

  async #preload(job: JobRecord): Promise<void> {
    await acceptJob(TOKENS_AND_JOBS, job);
    if (!(await takeLease(this.#resources().capacity, job.id, job.account))) return;
    await markJobRunning('jobs', job.id);
    const rest = START + 120_000 - this.#clock.now;
    this.#clock.after(rest + this.#duration(), () => this.#start(this.#end(job.id)));
  }

  #gap(): number {
    return (-Math.log(1 - this.#random()) / this.#load.rate) * 1000;
  }

  #duration(): number {
    return -Math.log(1 - this.#random()) * this.#load.runs * 1000;
  }

  #start(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#errors += 1;
      if (process.env.SIMULATION_DEBUG) console.error(error);
    });
  }

  #draft(): JobRecord {
    this.#jobs += 1;
    const number = this.#random() < this.#load.largest ? 0 : 1 + Math.floor(this.#random() * 99);
    const hex = () =>
      Math.floor(this.#random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const now = new Date().toISOString();
    const id = `${hex()}-${hex()}-${String(this.#jobs).padStart(18, '0')}`;
    this.#accounts.set(id, `account-${number}`);
    return {
      id,
      account: `account-${number}`,
      token: `token-${number}`,
      status: 'queued',
      progress: 0,
      created_at: now,
      started_at: null,
      finished_at: null,
      expires_at: 4e9,
      specification: { target_rig: 'arkit', text: 'Hi.', language: 'en-US', web_hooks: {}, output: { type: 'csv' } },
    } as unknown as JobRecord;
  }

  async #arrive(): Promise<void> {
    const job = this.#draft();
    this.#arrived.set(job.id, this.#clock.now);
    await acceptJob(TOKENS_AND_JOBS, job);
    this.#start(this.#write(job.id, job.account, 1));
    this.#enqueue(job.id);
  }

  #enqueue(id: string): void {
    this.#clock.after(QUEUE_DELAY, () => {
      this.#queue.push(id);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#isOver) return;
    while (this.#dispatching < DISPATCHERS && this.#queue.length > 0) {
      const id = this.#queue.shift() as string;
      this.#dispatching += 1;
      const settings = {
        JOBS_TABLE: 'jobs',
        CAPACITY_TABLE: 'capacity',
        CAPACITY: this.#load.capacity,
        JOBS_QUEUE_URL: 'jobs',
        EVENT_BUS: 'bus',
        STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:jobs',
      };
      const done = () => {
        this.#dispatching -= 1;
        this.#dispatch();
      };
      const work = dispatchJob(settings, id).then(
        (outcome) => {
          if (outcome === 'parked') this.#parked += 1;
        },
        (error: unknown) => {
          this.#clock.after(REDELIVERY, () => this.#enqueue(id));
          throw error;
        },
      );
      this.#start(work.finally(done));
    }
  }

  /** Simulates the start of a job execution. */
  #execute(id: string): void {
    const arrived = this.#arrived.get(id);
    if (arrived !== undefined) this.#latencies.push((this.#clock.now - arrived) / 1000);
    this.#arrived.delete(id);
    const duration = this.#duration();
    this.#clock.after(100, () => this.#start(markJobRunning('jobs', id)));
    this.#clock.after(duration, () => this.#start(this.#end(id)));
  }

  /** Simulates the end of a job execution: finalization, ledger rows, and the webhook. */
  async #end(id: string): Promise<void> {
    if (this.#isOver) return;
    await this.#clock.wait(EVENT_DELAY);
    await finalizeJob(this.#resources(), id, { status: 'SUCCEEDED' });
    await removeFromWorkList('jobs', id, UNAUDITED);
    const account = this.#accounts.get(id) ?? '';
    this.#accounts.delete(id);
    await this.#write(id, account, ROWS - 1);
    await this.#deliver(account, id);
  }

  async #deliver(account: string, id: string): Promise<void> {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const now = this.#clock.now;
      if (await takeSlot('webhooks', account, id, { size: SLOTS, now, until: now + 20_000 })) break;
      await this.#clock.wait(1_000 * 2 ** attempt);
    }
    await this.#clock.wait(DELIVERY);
    await releaseSlot('webhooks', account, id);
  }

  async #write(job: string, account: string, count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const amount = 1_000 + Math.floor(this.#random() * 1e9);
      const row: LedgerRow = {
        id: `${job}#${count}-${number}`,
        at: new Date().toISOString(),
        step: 'solve',
        job,
        account,
        seconds: 1,
        estimated: false,
        prices: { region: 'us-east-1', version: '1' },
        charges: [{ resource: 'lambda.requests', quantity: 1, unit_price: amount, amount }],
      };
      const written = await writeRows('ledger', [row], { writer: 'w', signal: new AbortController().signal });
      if (written.length > 0) this.#spent += BigInt(amount);
    }
  }

  #look(): void {
    this.#mostLeases = Math.max(this.#mostLeases, this.#database.count('capacity', 'lease#'));
  }

  #resources() {
    return {
      jobs: 'jobs',
      tokens: 'tokens',
      jobsQueue: 'jobs',
      bus: 'bus',
      bucket: 'bucket',
      capacity: { table: 'capacity', size: this.#load.capacity },
    };
  }

  /** Aggregates costs after the last rows have been written, and compares the totals. */
  async #aggregate(): Promise<{ took: number; difference: bigint }> {
    this.#isOver = true;
    this.#queue.length = 0;
    await this.#clock.runUntil(this.#clock.now + 30_000);
    const begin = this.#clock.now;
    let took = Number.NaN;
    this.#clock.after(0, () => {
      const resources = { ledger: 'ledger', accounts: 'accounts', stage: 'simulation', renderers: renderersOf() };
      this.#start(
        aggregateCosts(resources).then(() => {
          took = (this.#clock.now - begin) / 1000;
        }),
      );
    });
    await this.#clock.runUntil(begin + 60_000);
    let summed = 0n;
    this.#start(
      readDailySums('ledger', '2026-11-21').then(({ accounts }) => {
        for (const amount of accounts.values()) summed += amount;
      }),
    );
    const written = this.#spent;
    await this.#clock.runUntil(this.#clock.now + 10_000);
    return { took, difference: summed - written };
  }

  #outcome(seconds: number): Omit<Outcome, 'enforcement' | 'difference'> {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
    const { usage, conflicts } = this.#database;
    return {
      load: this.#load,
      startedPerSecond: sorted.length / seconds,
      latency: { p50: at(0.5), p99: at(0.99) },
      parked: this.#parked,
      mostLeases: this.#mostLeases,
      hottest: { write: usage.hottest('write'), read: usage.hottest('read') },
      throttled: usage.throttled,
      conflicts,
      errors: this.#errors,
    };
  }

  /** Redirects the service's clients to the model. @returns a function that undoes this */
  #installClients(): () => void {
    const clients = [dynamodb(), sqs(), eventBridge(), stepFunctions()] as { send: unknown }[];
    const database = (command: never) => this.#database.send(command);
    const queue = async ({ input }: { input: { MessageBody: string } }) => {
      await this.#clock.wait(8);
      this.#enqueue((JSON.parse(input.MessageBody) as { id: string }).id);
      return {};
    };
    const bus = () => this.#clock.wait(8).then(() => ({}));
    const machine = async ({ input }: { input: { name: string } }) => {
      await this.#startExecution();
      if (this.#executed.has(input.name)) {
        throw new ExecutionAlreadyExists({ message: 'Execution Already Exists', $metadata: {} });
      }
      this.#executed.add(input.name);
      this.#execute(input.name);
      return {};
    };
    for (const [index, send] of [database, queue, bus, machine].entries()) (clients[index] as { send: unknown }).send = send;
    return () => {
      for (const client of clients) delete (client as { send?: unknown }).send;
    };
  }

  /** Models the token bucket for `StartExecution`, including retries by the SDK. */
  async #startExecution(): Promise<void> {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await this.#clock.wait(15);
      const filled = this.#tokens + ((this.#clock.now - this.#refilled) / 1000) * this.#load.starts.refill;
      [this.#tokens, this.#refilled] = [Math.min(this.#load.starts.bucket, filled), this.#clock.now];
      if (this.#tokens >= 1) {
        this.#tokens -= 1;
        return;
      }
      this.#database.usage.throttled += 1;
      await this.#clock.wait(100 * 2 ** attempt * this.#random());
    }
    throw new Error('StartExecution is throttled');
  }
}

const TOKENS_AND_JOBS = { jobs: 'jobs', tokens: 'tokens', idempotency: 'idempotency' };

/** Silences the logs of the service. @returns a function that undoes this */
function silence(): () => void {
  const { warn } = console;
  console.warn = () => {};
  const { write } = process.stdout;
  process.stdout.write = ((text: string, ...rest: []) =>
    /^\{"(level|_aws)"/.test(String(text)) ? true : write.call(process.stdout, text, ...rest)) as never;
  return () => {
    process.stdout.write = write;
    console.warn = warn;
  };
}
