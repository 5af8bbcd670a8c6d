import { createClient, ServiceError } from '@talking-avatar/client';
import { encodeWav } from '@talking-avatar/speech';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../bin/commands.ts';
import { statusOf, submit, watch } from '../../bin/demo/client.ts';
import { describeFailure } from '../../bin/local/failures.ts';
import { operate } from './operator.ts';
import { type SharedService, sharedService, tinyJob } from './service.ts';

let service: SharedService;
/** Failures that `npm start` would print. */
const failures: string[] = [];
/** Log lines about requests to the API. */
const requests: unknown[] = [];

beforeAll(async () => {
  const onLog = (line: { functionName: string; line: string }) => {
    const failure = describeFailure(line, 'logs');
    if (failure) failures.push(failure);
    if (line.line.includes('"message":"Request"')) requests.push(JSON.parse(line.line.slice(line.line.indexOf('{'))));
  };
  service = await sharedService({ onLog });
});
afterAll(() => service.end());

/** Runs an operator command. */
const avatar = (...args: string[]) => operate(service, ...args);

it('creates, lists, renews, and revokes a token', async () => {
  const created = await avatar('tokens', 'create', '--account', 'managed', '--plan', 'trial');
  expect(created).toMatchObject({ code: 0, err: [expect.stringContaining('50 jobs in 14 days')] });
  const token = created.out[0]!;
  const client = { url: service.url, token };
  await submit(client, tinyJob);

  const { out } = await avatar('tokens', 'list', '--account', 'managed');
  expect(out).toHaveLength(2);
  expect(out[1]).toMatch(new RegExp(`^${token.slice(0, 8)}… +managed +trial +1/50 +\\d{4}-\\d\\d-\\d\\d +active$`));
  expect(JSON.parse((await avatar('tokens', 'list', '--account', 'managed', '--json')).out[0]!)).toHaveLength(1);

  expect((await avatar('tokens', 'renew', token.slice(0, 8), '--plan', 'standard')).code).toBe(0);
  expect((await avatar('tokens', 'list', '--account', 'managed')).out[1]).toContain('0/1000');

  expect((await avatar('tokens', 'revoke', token)).code).toBe(0);
  const refused = await submit(client, tinyJob).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect((refused as ServiceError).body.code).toBe(401);
  await expect(statusOf(client, 'x')).rejects.toThrow('Invalid token');
});

it.each([
  [['tokens', 'create'], '--account must be 1 to 64 letters'],
  [['tokens', 'create', '--account', 'a b'], 'got "a b"'],
  [['tokens', 'create', '--account', 'a', '--plan', 'gold'], '--plan must be one of trial, standard, studio, got "gold"'],
  [['tokens', 'renew', 'avt_none'], 'Unknown token avt_none'],
  [['tokens', 'revoke'], 'Missing argument TOKEN_OR_HINT'],
  [['tokens', 'grow'], 'expected create, list, renew, or revoke'],
  [['tokens', 'list', '--acount', 'x'], 'Unknown option --acount. Did you mean --account?'],
  [['tokens', 'list', '--account', 'a b'], '--account must be'],
  [['tokens', 'list', 'acme'], 'Unexpected argument "acme"'],
  [['tokens', 'revoke', 'avt_a', 'avt_b'], 'Unexpected argument "avt_b"'],
  [['orders'], 'Unknown command "orders"'],
  [['jobs', 'show'], 'Missing argument ID: avatar jobs show'],
  [['jobs', 'show', 'x'], 'Unknown job x'],
  [['webhooks', 'show'], 'Missing argument ID: avatar webhooks show'],
])('%j explains the error', async (args, message) => {
  const { code, err } = await avatar(...args);
  expect(code).toBe(2);
  expect(err.join('\n')).toContain(message);
});

it('logs a rejected job with the reason but without the text', async () => {
  const client = await service.as('refused');
  for (const job of [
    { ...tinyJob, output: { type: 'cvs' } },
    { ...tinyJob, text: '<speak>Secret words<speak/' },
  ])
    await submit(client, job).catch(() => {});
  const mine = requests.filter((line) => (line as { account?: string }).account === 'refused');
  expect(mine).toMatchObject([
    {
      status: 400,
      refusal: 'Invalid job specification',
      reason: 'output.type: must be one of "csv", "fbx", "glb", "video"',
    },
    { status: 400, reason: expect.stringMatching(/^text: /) },
  ]);
  expect(JSON.stringify(mine)).not.toContain('Secret');
});

it('shows a failed job with its step, error, and cause, and prints it on the console', async () => {
  const client = await service.as('failing');
  const show = async (id: string) => JSON.parse((await avatar('jobs', 'show', id, '--json')).out.join());
  const silence = encodeWav({ samples: new Float32Array(8_000), sampleRate: 16_000 });
  const refused = await watch(client, await submit(client, tinyJob, silence));
  expect(await show(refused.id)).toMatchObject({ step: 'Align', error: 'JobFailed', account: 'failing' });

  service.faults.arm([{ on: 'function:solve', call: 1, times: 100, do: 'fail', ms: 0, error: 'Broken' }]);
  const failed = await watch(client, await submit(client, tinyJob));
  service.faults.disarm();
  expect(failed.error?.title).toBe('Internal error');
  const report = await show(failed.id);
  expect(report).toMatchObject({ status: 'failed', step: 'Solve', cause: expect.stringMatching(/./) });
  expect(report.client_error).toContain('500 Internal error');
  const { out } = await avatar('jobs', 'show', failed.id);
  expect(out).toContain(`step          Solve`);
  expect(out).toContain(`costs         avatar costs --job ${failed.id}`);
  const events = JSON.parse((await avatar('logs', failed.id, '--json')).out.join()) as {
    source: string;
    message: string;
  }[];
  const messages = events.map(({ source, message }) => `${source}: ${message}`);
  expect(messages[0]).toBe('job: submitted');
  const order = ['dispatch: Job dispatched', 'execution: entered Solve', 'execution: TaskFailed', 'finalize: The job failed'];
  expect(messages.filter((one, index) => order.includes(one) && messages.indexOf(one) === index)).toEqual(order);
  expect(failures).toContainEqual(
    `Job ${failed.id} failed: 500 Internal error (${report.error}): npx avatar-service jobs show ${failed.id}`,
  );

  service.faults.arm([{ on: 'dynamodb.GetItem', call: 1, times: 20, do: 'fail', ms: 0, error: 'AccessDeniedException' }]);
  await statusOf(client, failed.id).catch(() => {});
  service.faults.disarm();
  expect(failures.at(-1)).toMatch(/^GET \/status returned 500 \(request [\w-]{36}\): logs\/.*\.log$/);
});

it('explains how to start a service if none is running', async () => {
  const err: string[] = [];
  const code = await run(['tokens', 'list', '--data', 'no-such-folder'], {
    out: () => {},
    err: (line) => err.push(line),
  });
  expect(code).toBe(2);
  expect(err[0]).toContain('npm start');
});

it('shows when a deleted job was deleted', async () => {
  const client = await service.as('deleting');
  const { id } = await watch(client, await submit(client, tinyJob));
  await createClient(client).remove(id);
  expect((await avatar('jobs', 'show', id)).out.join('\n')).toMatch(/deleted_at +\d{4}-\d\d-\d\dT/);
});

it('names the secret that is no longer valid after a second rotation within the overlap', async () => {
  const rotate = () => avatar('webhooks', 'secret', 'rotate', '--account', 'rotating');
  const first = await rotate();
  const second = await rotate();
  expect(second.err.join()).toContain(`The previous secret, ${first.out[0]}, remains valid`);
  const third = await rotate();
  expect(third.err.join()).toContain(`The secret before it, ${first.out[0]}, is no longer valid`);
});
