import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobItem } from '#jobs';
import { readDeployedLines, readLocalLines } from '../../bin/operator/log-lines.ts';
import { orderEvents } from '../../bin/operator/logs.ts';

const ID = '19046c5a-cbc4-4348-be64-4c7efc050dec';
const job = {
  id: ID,
  account: 'acme',
  status: 'failed',
  specification: { output: { type: 'csv' } },
  created_at: '2026-11-23T10:00:00.000Z',
  finished_at: '2026-11-23T10:00:05.000Z',
  error: { code: 500, title: 'Internal error', message: 'try again' },
} as unknown as JobItem;

const lineOf = (second: number, service: string, message: string, rest = {}) =>
  JSON.stringify({ level: 'INFO', message, timestamp: `2026-11-23T10:00:0${second}.500Z`, service, ...rest });

describe("a job's history", () => {
  it('combines its record, its execution, and the logs in order', () => {
    const at = (second: number) => new Date(`2026-11-23T10:00:0${second}.000Z`);
    const cause = JSON.stringify({ errorMessage: 'out of memory', trace: ['a stack'] });
    const history = [
      { id: 1, type: 'TaskStateEntered', timestamp: at(1), stateEnteredEventDetails: { name: 'Solve' } },
      { id: 2, type: 'TaskScheduled', timestamp: at(2) },
      {
        id: 3,
        type: 'TaskFailed',
        timestamp: at(3),
        taskFailedEventDetails: { resourceType: 'lambda', resource: 'invoke', error: 'Broken', cause },
      },
    ] as const;
    const lines = [
      `a prefix ${lineOf(4, 'finalize', 'The job failed', { job: ID, sampling_rate: 0, code: 500 })}`,
      lineOf(0, 'dispatch', 'Job dispatched', { job: ID }),
      `REPORT ${ID}`,
    ];
    expect(orderEvents(job, history, lines).map(({ at: _, ...event }) => event)).toEqual([
      { source: 'job', level: 'INFO', message: 'submitted', details: { account: 'acme', output: 'csv' } },
      { source: 'dispatch', level: 'INFO', message: 'Job dispatched', details: {} },
      { source: 'execution', level: 'INFO', message: 'entered Solve', details: {} },
      {
        source: 'execution',
        level: 'ERROR',
        message: 'TaskFailed',
        details: { error: 'Broken', cause: 'out of memory' },
      },
      { source: 'finalize', level: 'INFO', message: 'The job failed', details: { code: 500 } },
      { source: 'job', level: 'INFO', message: 'failed', details: { error: '500 Internal error: try again' } },
    ]);
  });
});

it("reads a local service's function and task logs, except files that are older than the job", async () => {
  const data = await mkdtemp(join(tmpdir(), 'avatar-test-'));
  try {
    for (const service of ['lambda', 'ecs']) {
      await mkdir(join(data, service, 'logs'), { recursive: true });
      await writeFile(join(data, service, 'logs', 'a.log'), `${service} ${ID}\nanother\n`);
    }
    const old = join(data, 'lambda', 'logs', 'old.log');
    await writeFile(old, `old ${ID}\n`);
    await utimes(old, 1, 1);
    const found = await readLocalLines(data, ID, { from: 10_000, to: Date.now() });
    expect(found.sort()).toEqual([`ecs ${ID}`, `lambda ${ID}`]);
  } finally {
    await rm(data, { recursive: true });
  }
});

describe("a deployed stage's logs", () => {
  afterEach(() => vi.unstubAllEnvs());

  /** Responds with log groups, like CloudFormation, and with a query that has the given `status` after one poll, like CloudWatch Logs. */
  async function startAws(groups: readonly string[], status: string) {
    const queries: Record<string, unknown>[] = [];
    let looks = 0;
    const server = createServer(async (request, response) => {
      const body = await text(request);
      const target = String(request.headers['x-amz-target'] ?? '');
      const answer = (content: object) =>
        response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(content));
      if (target.endsWith('.StartQuery')) {
        queries.push(JSON.parse(body));
        answer({ queryId: 'q' });
        return;
      }
      looks += 1;
      if (target) {
        answer(looks === 1 ? { status: 'Running' } : { status, results: [[{ field: '@message', value: ID }]] });
        return;
      }
      const members = groups.map(
        (name) => `<member><ResourceType>AWS::Logs::LogGroup</ResourceType><PhysicalResourceId>${name}</PhysicalResourceId></member>`,
      );
      looks = 0;
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(`<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>
          <member><ResourceType>AWS::SQS::Queue</ResourceType><PhysicalResourceId>jobs</PhysicalResourceId></member>
          ${members.join('')}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'operator');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const end = () => {
      server.closeAllConnections();
      server.close();
    };
    return { queries, end };
  }

  it('are queried in batches of up to 50 log groups until complete', async () => {
    const groups = Array.from({ length: 60 }, (_, index) => `group-${index}`);
    const { queries, end } = await startAws(groups, 'Complete');
    try {
      expect(await readDeployedLines('dev', ID, { from: 1_500, to: 2_500 })).toContain(ID);
      expect(queries.flatMap(({ logGroupNames }) => logGroupNames)).toEqual(groups);
      expect(queries).toHaveLength(2);
      expect(queries[0]).toMatchObject({
        startTime: 1,
        endTime: 3,
        queryString: `fields @message | filter @message like "${ID}" | sort @timestamp asc | limit 10000`,
      });
    } finally {
      end();
    }
  });

  it('fail if the query fails', async () => {
    const { end } = await startAws(['one'], 'Failed');
    try {
      await expect(readDeployedLines('dev', ID, { from: 0, to: 1 })).rejects.toThrow('CloudWatch Logs query q ended with status Failed');
    } finally {
      end();
    }
  });
});
