import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Context } from 'aws-lambda';
import { billTo, recordUsage } from '#aws';
import { withLedger } from '#billing';
import { readRunning } from '../../bin/local/running.ts';
import { readPrices } from '../../lib/billing/index.ts';
import type { Section } from '../report.ts';

/** Number of invocations that are timed. Earlier invocations warm up connections and compilers. */
const INVOCATIONS = 500;
const WARM_UP = 200;

/**
 * Measures how much time metering adds to each invocation, which is the time between computing the response and returning it. The
 * invocation has a job, the usage of two steps, and a ledger in a local service that runs in a separate process.
 */
export async function measureMetering(): Promise<Section> {
  const data = await mkdtemp(join(tmpdir(), 'avatar-bench-'));
  const service = spawn(process.execPath, ['bin/start.ts', '--json', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const write = process.stdout.write;
  try {
    await once(createInterface({ input: service.stdout }), 'line', { signal: AbortSignal.timeout(120_000) });
    const running = await readRunning(data);
    if (!running) throw new Error('The local service did not print its address');
    const { outputs, environment } = running;
    Object.assign(process.env, environment, {
      LEDGER_TABLE: outputs.LedgerTable,
      STAGE: 'local',
      PRICES: JSON.stringify(readPrices()),
      RETENTION_DAYS: '7',
      ARCHITECTURE: 'arm64',
      EPHEMERAL_STORAGE: '512',
      POWERTOOLS_SERVICE_NAME: 'solve',
    });
    // CloudWatch lines are formatted as usual, but must not be mixed with the figures.
    process.stdout.write = (() => true) as typeof write;
    const before = process.cpuUsage();
    const times = await timeInvocations();
    const [processor, count] = [process.cpuUsage(before), times.length];
    times.sort((a, b) => a - b);
    return {
      title: 'Metering of an invocation',
      figures: [
        { name: 'added, median', value: times[Math.floor(count / 2)] ?? Number.NaN, unit: 'ms' },
        { name: 'added, p99', value: times[Math.floor(count * 0.99)] ?? Number.NaN, unit: 'ms' },
        {
          name: 'processor time of the function, mean',
          value: (processor.user + processor.system) / 1000 / (WARM_UP + INVOCATIONS),
          unit: 'ms',
        },
      ],
    };
  } finally {
    process.stdout.write = write;
    service.kill('SIGTERM');
    await once(service, 'exit');
    await rm(data, { recursive: true, force: true });
  }
}

/** For each invocation, measures the time between the end of its work and its response, in ms. */
async function timeInvocations(): Promise<number[]> {
  let worked = 0;
  const handler = withLedger(async (job: string) => {
    billTo({ job, account: 'bench', output: 'csv', language: 'en-US' });
    for (const resource of ['s3.reads', 's3.writes', 's3.storage', 'dynamodb.reads', 'dynamodb.writes'] as const) recordUsage(resource, 1);
    worked = performance.now();
  });
  const times: number[] = [];
  for (let index = 0; index < WARM_UP + INVOCATIONS; index += 1) {
    const context = { awsRequestId: crypto.randomUUID(), getRemainingTimeInMillis: () => 10_000 } as Context;
    await handler(crypto.randomUUID(), context);
    if (index >= WARM_UP) times.push(performance.now() - worked);
  }
  return times;
}
