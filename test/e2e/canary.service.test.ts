import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { METRIC_NAMESPACE } from '#aws/metrics';
import type { CheckReport } from '#canary';
import { listTokens } from '#runtime';
import { type SharedService, sharedService } from './service.ts';

const metrics: Record<string, unknown>[] = [];

let service: SharedService;
let client: LambdaClient;

beforeAll(async () => {
  service = await sharedService({
    onLog: ({ line }) => {
      if (line.includes('"CanaryFailures"')) metrics.push(JSON.parse(line));
    },
  });
  client = new LambdaClient({ maxAttempts: 1, requestHandler: { requestTimeout: 170_000 } });
});
afterAll(() => service?.end());

/** Runs the canary once, as an operator would. */
async function run(): Promise<CheckReport> {
  const { Payload, FunctionError } = await client.send(new InvokeCommand({ FunctionName: service.outputs.CanaryFunction ?? '' }));
  const answer = JSON.parse(Buffer.from(Payload ?? []).toString());
  if (FunctionError) throw new Error(answer.errorMessage);
  return answer as CheckReport;
}

it('submits a job through the API with its own token, and accepts the file', async () => {
  const report = await run();
  expect(report).toEqual({ ok: true, job: expect.any(String), seconds: expect.any(Number) });
  expect(metrics.at(-1)).toMatchObject({
    CanaryFailures: 0,
    CanarySeconds: report.seconds,
    stage: 'local',
    _aws: { CloudWatchMetrics: [{ Namespace: METRIC_NAMESPACE }] },
  });
});

it('reuses one token, which is only valid for minutes and a few jobs', async () => {
  await run();
  const tokens = (await listTokens(service.outputs.TokensTable ?? '')).filter(({ account }) => account === 'canary');
  expect(tokens).toHaveLength(1);
  expect(tokens[0]).toMatchObject({ quota: 3, used: 1 });
  expect(Date.parse(tokens[0]!.expires_at) - Date.now()).toBeLessThanOrEqual(210_000);
});

/** Runs `npm run smoke`. @returns its exit code and report */
async function smoke(options: readonly string[], env: Record<string, string> = {}) {
  const run = promisify(execFile)(process.execPath, ['bin/smoke.ts', ...options], {
    env: { PATH: process.env.PATH, ...env },
  });
  const { code, stdout, stderr } = await run.then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, stderr, report: stdout ? (JSON.parse(stdout) as CheckReport) : undefined };
}

it("can run from outside with a client's token", async () => {
  const working = await smoke(['--url', service.url], { AVATAR_TOKEN: await service.tokenFor('smoke') });
  expect(working).toMatchObject({ code: 0, report: { ok: true } });
  const stranger = await smoke(['--url', service.url], { AVATAR_TOKEN: 'avt_unknown' });
  expect(stranger).toMatchObject({ code: 1, report: { ok: false, failed: 'submit' } });
  expect(stranger.stderr).toContain('returned 401');
});

it('is started by npm run smoke, which reports a missing service', async () => {
  expect(await smoke(['--data', service.data])).toMatchObject({ code: 0, report: { ok: true } });
  const missing = await smoke(['--data', '/nonexistent']);
  expect(missing).toMatchObject({
    code: 1,
    report: { failed: 'submit', reason: expect.stringContaining('No service') },
  });
  expect((await smoke([])).code).toBe(2);
  expect((await smoke(['--url', 'here'])).stderr).toContain('--url must be a URL such as https://avatar.example.com, got here');
});

it('reports the step and the reason if jobs are not dispatched', async () => {
  service.faults.arm([{ on: 'function:dispatch', call: 1, times: 1_000, do: 'fail', ms: 0, error: 'ServiceUnavailable' }]);
  const report = await run();
  service.faults.disarm();
  expect(report).toMatchObject({ ok: false, failed: 'wait', reason: expect.stringMatching(/cancelled|still queued/) });
  expect(metrics.at(-1)).toMatchObject({ CanaryFailures: 1 });
});

it('fails if no job can be submitted', async () => {
  service.faults.arm([{ on: 'sqs.SendMessage', call: 1, times: 1_000, do: 'fail', ms: 0, error: 'AccessDenied' }]);
  const report = await run();
  service.faults.disarm();
  expect(report).toMatchObject({ ok: false, failed: 'submit', reason: expect.stringContaining('returned 503') });
  expect(report.job).toBeUndefined();
});
