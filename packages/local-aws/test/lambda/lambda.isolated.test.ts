import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceRequest } from '../../src/gateway/index.ts';
import {
  createLambdaService,
  type FunctionDefinition,
  type Lambda,
  measureMemory,
  type Report,
  startLambda,
  type Throttle,
} from '../../src/lambda/index.ts';

const HANDLER = `
import { spawn } from 'node:child_process';
let calls = 0;
const acts = {
  echo: ({ value }) => ({ value, calls: ++calls, pid: process.pid }),
  environment: () => process.env,
  context: (_, context) => ({ ...context, left: context.getRemainingTimeInMillis() }),
  fail: ({ message }) => { throw Object.assign(new Error(message), { name: 'JobFailed' }); },
  sleep: async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); return process.pid; },
  exit: ({ code }) => process.exit(code),
  grow: async () => { const held = []; for (;;) { held.push(Buffer.alloc(2 ** 24, 1)); await new Promise((r) => setTimeout(r, 20)); } },
  hold: async ({ megabytes, ms }) => { const held = Buffer.alloc(megabytes * 2 ** 20, 1); await new Promise((r) => setTimeout(r, ms)); return held.length; },
  large: ({ size }) => 'x'.repeat(size),
  log: ({ text }) => { console.log(text); return null; },
  child: async () => { const c = spawn('/bin/sleep', ['600']); return c.pid; },
  hangWithChild: async ({ file }) => { const c = spawn('/bin/sleep', ['600']); (await import('node:fs')).writeFileSync(file, String(c.pid)); await new Promise(() => setInterval(() => {}, 1e6)); },
};
export const handler = (event, context) => acts[event.act](event, context);
`;

const started: Lambda[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((lambda) => lambda.stop()));
});

const definition = {
  name: 'work',
  arn: 'arn:aws:lambda:us-east-1:000000000000:function:work',
  handler: 'handler.handler',
  timeout: 60,
  memory: 256,
  variables: { TABLE: 'jobs' },
  layers: [],
};

function setUp(more: Partial<FunctionDefinition> = {}, options: Partial<Parameters<typeof startLambda>[0]> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'lambda-'));
  const code = join(dir, 'code');
  mkdirSync(code);
  writeFileSync(join(code, 'handler.mjs'), HANDLER);
  const reports: Report[] = [];
  const sent: { arn: string; body: string; attributes: Readonly<Record<string, string>> }[] = [];
  const lambda = startLambda({
    dir,
    place: { region: 'us-east-1', account: '000000000000' },
    endpoint: 'http://127.0.0.1:9',
    secretOf: (name) => `secret of ${name}`,
    functions: [{ ...definition, code, ...more }],
    send: async (arn, body, attributes) => void sent.push({ arn, body, attributes }),
    onReport: (report) => reports.push(report),
    ...options,
  });
  started.push(lambda);
  const call = async (act: string, event: object = {}) => {
    const answer = await lambda.invoke('work', JSON.stringify({ act, ...event }));
    return { ...answer, value: JSON.parse(answer.payload) };
  };
  return { dir, code, lambda, call, reports, sent };
}

const runs = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

async function until(condition: () => boolean, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end && !condition(); ) await pause(20);
  expect(condition()).toBe(true);
}

describe('a function', () => {
  it('responds, and reuses its process for the next event', async () => {
    const { call, reports } = setUp();
    const first = await call('echo', { value: 'a' });
    const second = await call('echo', { value: 'b' });
    expect(first).toMatchObject({ error: false, value: { value: 'a', calls: 1 } });
    expect(second.value).toEqual({ value: 'b', calls: 2, pid: first.value.pid });
    expect(reports.map(({ initDuration }) => initDuration !== undefined)).toEqual([true, false]);
    expect(reports[0]).toMatchObject({ functionName: 'work', outcome: 'success', memorySize: 256 });
    expect(reports[0]?.maxMemoryUsed).toBeGreaterThan(10);
  });

  it("sees the template's and Lambda's variables, and none of this machine's", async () => {
    process.env.PRIVATE_TO_THE_MACHINE = 'secret';
    const { call, code } = setUp({ layers: ['/layer'] });
    const { value } = await call('environment');
    expect(value).toMatchObject({
      TABLE: 'jobs',
      AWS_ACCESS_KEY_ID: 'work',
      AWS_SECRET_ACCESS_KEY: 'secret of work',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      NODE_PATH: `/layer/nodejs/node24/node_modules:/layer/nodejs/node_modules:${code}`,
      PATH: '/layer/bin',
    });
    expect(value._X_AMZN_TRACE_ID).toMatch(/^Root=1-/);
    expect(value).not.toHaveProperty('PRIVATE_TO_THE_MACHINE');
    expect(value).not.toHaveProperty('VITEST');
  });

  it('in an image shares its shader cache with later processes', async () => {
    const [image, archive] = [setUp({ image: true }), setUp()];
    const kept = async ({ call }: typeof image) => (await call('environment')).value.MESA_SHADER_CACHE_DIR;
    expect(await kept(image)).toBe(join(image.dir, 'shaders'));
    expect(await kept(archive)).toBeUndefined();
  });

  it('has the request ID and the remaining time in its context', async () => {
    const { call } = setUp();
    const { requestId, value } = await call('context');
    expect(value).toMatchObject({ awsRequestId: requestId, functionName: 'work', memoryLimitInMB: '256' });
    expect(value.left).toBeGreaterThan(30_000);
    expect(value.left).toBeLessThanOrEqual(60_000);
  });

  it('reports an exception with its type, message, and stack trace', async () => {
    const { call, reports } = setUp();
    const { error, value } = await call('fail', { message: 'no such voice' });
    expect(error).toBe(true);
    expect(value).toMatchObject({ errorType: 'JobFailed', errorMessage: 'no such voice' });
    expect(value.trace[0]).toBe('JobFailed: no such voice');
    expect(reports[0]?.outcome).toBe('error');
    expect((await call('echo')).value.calls).toBe(1);
  });

  it('writes its log', async () => {
    const { call, dir, lambda } = setUp();
    const { requestId } = await call('log', { text: 'hello from inside' });
    await lambda.stop();
    const log = readFileSync(join(dir, 'logs', 'work.log'), 'utf8');
    expect(log).toContain('hello from inside\n');
    expect(log).toMatch(new RegExp(`REPORT RequestId: ${requestId}\tDuration: .*\tMemory Size: 256 MB`));
  });
});

describe('limits', () => {
  it('end an invocation and its child processes at its timeout', async () => {
    const { call, dir, reports } = setUp({ timeout: 1 });
    const file = join(dir, 'pid');
    const { requestId, value } = await call('hangWithChild', { file });
    expect(value).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: `RequestId: ${requestId} Error: Task timed out after 1.00 seconds`,
    });
    expect(reports[0]?.outcome).toBe('timeout');
    await until(() => !runs(Number(readFileSync(file, 'utf8'))));
    expect((await call('echo')).error).toBe(false);
  });

  it('kill a process that exceeds its memory', async () => {
    const { call } = setUp({ memory: 200 });
    const { value } = await call('grow');
    expect(value.errorType).toBe('Runtime.ExitError');
    expect(value.errorMessage).toContain('signal: killed');
  });

  it('report a process that exits', async () => {
    const { call } = setUp();
    expect((await call('exit', { code: 3 })).value.errorMessage).toContain('Runtime exited with error: exit status 3');
    expect((await call('echo')).error).toBe(false);
  });

  it('reject a response over 6 MB, and accept one just below', async () => {
    const { call } = setUp();
    expect((await call('large', { size: 6_291_554 })).error).toBe(false);
    const { error, value } = await call('large', { size: 6_291_555 });
    expect(error).toBe(true);
    expect(value.errorType).toBe('Function.ResponseSizeTooLarge');
  });

  it('reject a request over 6 MB before starting a process', async () => {
    const { call, reports } = setUp();
    await expect(call('echo', { value: 'x'.repeat(6_291_456) })).rejects.toMatchObject({
      code: 'RequestTooLargeException',
    });
    expect(reports).toEqual([]);
  });

  it.each([
    ['handler.missing', 'Runtime.HandlerNotFound'],
    ['missing.handler', 'Runtime.ImportModuleError'],
  ])('report the handler %s, which cannot be loaded', async (handler, errorType) => {
    const { call } = setUp({ handler });
    expect((await call('echo')).value.errorType).toBe(errorType);
  });
});

describe('concurrency', () => {
  it('limits the number of processes, and makes other executions wait', async () => {
    const { call } = setUp();
    const pids = await Promise.all(Array.from({ length: 6 }, async () => (await call('sleep', { ms: 200 })).value));
    expect(new Set(pids).size).toBe(4);
  });

  it('stops counting a caller that leaves the queue', async () => {
    const { call, lambda } = setUp({}, { accountConcurrency: 5 });
    const running = Promise.all([1, 2, 3, 4].map(() => call('sleep', { ms: 500 })));
    const leaving = lambda.invoke('work', '{"act":"echo"}', { signal: AbortSignal.timeout(100) });
    await expect(leaving).rejects.toMatchObject({ name: 'TimeoutError' });
    const last = call('echo');
    expect((await running).every(({ error }) => !error)).toBe(true);
    expect((await last).error).toBe(false);
  });

  it.each([
    [{}, { accountConcurrency: 2 }, 'ConcurrentInvocationLimitExceeded'],
    [{ reservedConcurrency: 2 }, {}, 'ReservedFunctionConcurrentInvocationLimitExceeded'],
  ])('throttles an execution over the limit of %j in %j, and accepts it later', async (more, options, reason) => {
    const throttles: Throttle[] = [];
    const { call, reports } = setUp(more, { ...options, onThrottle: (throttle) => throttles.push(throttle) });
    const running = Promise.all([1, 2].map(() => call('sleep', { ms: 200 })));
    await expect(call('echo')).rejects.toMatchObject({
      code: 'TooManyRequestsException',
      status: 429,
      details: { Reason: reason, retryAfterSeconds: '1' },
    });
    expect(throttles).toEqual([{ functionName: 'work', reason }]);
    await running;
    expect((await call('echo')).error).toBe(false);
    expect(reports).toHaveLength(3);
  });

  it('is released after an execution fails or crashes', async () => {
    const { call } = setUp({}, { accountConcurrency: 1 });
    await call('fail', { message: 'x' });
    await call('exit', { code: 1 });
    expect((await call('echo')).error).toBe(false);
  });

  it('rejects reservations that leave less than 100 executions unreserved, like Lambda', () => {
    expect(() => setUp({ reservedConcurrency: 1 }, { accountConcurrency: 100 })).toThrow(/at least 100 must remain unreserved/);
    expect(() => setUp({ reservedConcurrency: 1 }, { accountConcurrency: 101 })).not.toThrow();
  });

  it('is reported over HTTP in the format that SDKs read', async () => {
    const { call, lambda } = setUp({}, { accountConcurrency: 1 });
    const running = call('sleep', { ms: 300 });
    const invoke = (type?: string) =>
      createLambdaService(lambda).handle({
        path: '/2015-03-31/functions/work/invocations',
        headers: type ? { 'x-amz-invocation-type': type } : {},
        body: Buffer.from('{"act":"echo"}'),
      } as unknown as ServiceRequest);
    const { status, headers, body } = await invoke();
    expect({ status, headers, body: JSON.parse(String(body)) }).toEqual({
      status: 429,
      headers: expect.objectContaining({ 'retry-after': '1', 'x-amzn-errortype': 'TooManyRequestsException' }),
      body: { Reason: 'ConcurrentInvocationLimitExceeded', Type: 'User', message: 'Rate Exceeded.' },
    });
    expect(await invoke('Event')).toEqual({ status: 202 });
    await running;
  });

  it('does not leave processes behind when it stops', async () => {
    const { call, lambda } = setUp();
    const { pid } = (await call('echo')).value;
    const { value: grandchild } = await call('child');
    const hanging = call('sleep', { ms: 60_000 });
    await pause(100);
    await lambda.stop();
    expect((await hanging).value.errorType).toBe('Runtime.ExitError');
    expect(runs(pid)).toBe(false);
    await until(() => !runs(grandchild));
  });

  it('does not leave processes behind when the service is killed, even busy ones', async () => {
    const { code, dir } = setUp();
    const script = `
      import { startLambda } from ${JSON.stringify(join(import.meta.dirname, '../../src/lambda/index.ts'))};
      const lambda = startLambda({ dir: ${JSON.stringify(join(dir, 'other'))}, place: { region: 'r', account: '0' }, endpoint: 'x',
        secretOf: () => 's', send: async () => {}, functions: [{ name: 'work', arn: 'a',
        code: ${JSON.stringify(code)}, handler: 'handler.handler', timeout: 60, memory: 256, variables: {}, layers: [] }] });
      const { payload } = await lambda.invoke('work', '{"act":"echo"}');
      void lambda.invoke('work', '{"act":"sleep","ms":60000}');
      await new Promise((resolve) => setTimeout(resolve, 200));
      console.log(JSON.parse(payload).pid);
      process.kill(process.pid, 'SIGKILL');`;
    let output = '';
    try {
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    } catch (error) {
      output = String((error as { stdout: Buffer }).stdout);
    }
    const pid = Number(output);
    expect(pid).toBeGreaterThan(0);
    await until(() => !runs(pid));
  });
});

describe('an asynchronous event', () => {
  it('is attempted three times and then sent to both dead-letter queues', async () => {
    const { lambda, reports, sent } = setUp({ deadLetters: 'arn:dlq', onFailure: 'arn:failures' }, { timeScale: 2400 });
    const event = JSON.stringify({ act: 'fail', message: 'never works' });
    lambda.put('work', event);
    await until(() => sent.length === 2);
    expect(reports).toHaveLength(3);
    const failure = sent.find(({ arn }) => arn === 'arn:failures');
    expect(JSON.parse(failure!.body)).toMatchObject({
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
      requestPayload: { act: 'fail' },
      responsePayload: { errorType: 'JobFailed' },
    });
    expect(sent.find(({ arn }) => arn === 'arn:dlq')).toMatchObject({
      body: event,
      attributes: { ErrorMessage: 'never works' },
    });
  });

  it('waits while throttled without using up a retry', async () => {
    const { call, lambda, reports, sent } = setUp({ retries: 0, deadLetters: 'arn:dlq' }, { accountConcurrency: 1, timeScale: 20 });
    const running = call('sleep', { ms: 400 });
    lambda.put('work', JSON.stringify({ act: 'echo' }));
    await running;
    await until(() => reports.length === 2);
    expect(reports.every(({ outcome }) => outcome === 'success')).toBe(true);
    expect(sent).toEqual([]);
  });

  it('is sent to both dead-letter queues without running if it is throttled until its maximum age', async () => {
    const { call, lambda, sent, reports } = setUp(
      { maxEventAge: 60, deadLetters: 'arn:dlq', onFailure: 'arn:failures' },
      { accountConcurrency: 1, timeScale: 600 },
    );
    const running = call('sleep', { ms: 2000 });
    lambda.put('work', JSON.stringify({ act: 'echo' }));
    await until(() => sent.length === 2);
    expect(reports).toEqual([]);
    expect(sent[1]).toMatchObject({ arn: 'arn:dlq', attributes: { ErrorCode: '429', ErrorMessage: 'Rate Exceeded.' } });
    const { requestContext, ...rest } = JSON.parse(sent[0]?.body ?? '');
    expect(requestContext).toMatchObject({ condition: 'EventAgeExceeded', approximateInvokeCount: 0 });
    expect(rest).not.toHaveProperty('responsePayload');
    await running;
  });

  it('is read from a file that an earlier version wrote', async () => {
    const { code, dir, lambda } = setUp();
    await lambda.stop();
    const database = new DatabaseSync(join(dir, 'events.sqlite'));
    database.exec(`DROP TABLE events; CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, function TEXT NOT NULL,
      payload TEXT NOT NULL, attempts INTEGER NOT NULL, due REAL NOT NULL)`);
    const insert = database.prepare('INSERT INTO events (function, payload, attempts, due) VALUES (?, ?, 1, ?)');
    insert.run('work', '{"act":"fail","message":"x"}', Date.now());
    database.close();
    const { sent } = setUp({ code, retries: 1, deadLetters: 'arn:dlq' }, { dir });
    await until(() => sent.length === 1);
  });

  it('survives a restart', async () => {
    const first = setUp({ retries: 1 }, { timeScale: 120 });
    first.lambda.put('work', JSON.stringify({ act: 'fail', message: 'x' }));
    await until(() => first.reports.length === 1);
    await first.lambda.stop();
    const { sent } = setUp({ code: first.code, deadLetters: 'arn:dlq' }, { dir: first.dir, timeScale: 1e6 });
    await until(() => sent.length === 1);
  });
});

describe('memory', () => {
  const other = (code: string): FunctionDefinition => ({ ...definition, name: 'other', arn: 'other', code });

  it('is released by a process after an idle period', async () => {
    const { call } = setUp({}, { idleTimeout: 100 });
    const { pid } = (await call('echo')).value;
    expect(runs(pid)).toBe(true);
    await until(() => !runs(pid));
  });

  it('is freed for a new process by stopping the least recently used idle one', async () => {
    const { code } = setUp();
    const interactive = new Set([definition.arn, 'other']);
    const { lambda, call } = setUp({}, { memory: 1, interactive, functions: [{ ...definition, code }, other(code)] });
    const { pid } = (await call('echo')).value;
    const second = JSON.parse((await lambda.invoke('other', '{"act":"echo"}')).payload);
    expect([runs(pid), runs(second.pid)]).toEqual([false, true]);
  });

  it('is exceeded, with a message, rather than stopping a busy process', async () => {
    const { code } = setUp();
    const messages: string[] = [];
    const interactive = new Set([definition.arn, 'other']);
    const onMemoryExceeded = (message: string) => void messages.push(message);
    const functions = [{ ...definition, code }, other(code)];
    const { lambda, call } = setUp({}, { memory: 1, interactive, onMemoryExceeded, functions });
    const working = call('sleep', { ms: 300 });
    expect((await lambda.invoke('other', '{"act":"echo"}')).error).toBe(false);
    expect((await working).error).toBe(false);
    expect(messages).toEqual([expect.stringMatching(/exceed the service's memory limit of 1 MB by \d+ MB/)]);
  });

  it('makes functions wait if no client is waiting for them', async () => {
    const { code } = setUp();
    const messages: string[] = [];
    const functions = [{ ...definition, code, memory: 1_000 }, other(code)];
    const before = measureMemory(process.pid);
    const { lambda, call, reports } = setUp(
      {},
      // There is room for one more process, but not while another is using 400 MB.
      { memory: before + 200, functions, onMemoryExceeded: (text) => void messages.push(text) },
    );
    const working = call('hold', { megabytes: 400, ms: 1_500 });
    await until(() => measureMemory(process.pid) > before + 400);
    await Promise.all([working, lambda.invoke('other', '{"act":"echo"}')]);
    expect(reports.map(({ functionName }) => functionName)).toEqual(['work', 'other']);
    expect(messages).toEqual([]);
  });
});

it('gives CPU time to functions that clients wait for first', async () => {
  const { call } = setUp();
  const { call: callFirst } = setUp({}, { interactive: new Set([definition.arn]) });
  expect(getPriority((await callFirst('echo')).value.pid)).toBe(getPriority());
  expect(getPriority((await call('echo')).value.pid)).toBeGreaterThan(getPriority());
});

const groupPriority = (pid: number) => Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]);

it.runIf(existsSync('/proc/self/autogroup'))('prioritizes their sessions too, which Linux would otherwise treat equally', async () => {
  const { call } = setUp();
  const { call: callFirst } = setUp({}, { interactive: new Set([definition.arn]) });
  expect(groupPriority((await callFirst('echo')).value.pid)).toBe(0);
  expect(groupPriority((await call('echo')).value.pid)).toBeGreaterThan(0);
});

describe('warming', () => {
  it('starts one process per function, which handles the first event', async () => {
    const { lambda, call, reports } = setUp();
    await Promise.all([lambda.warm(), call('echo')]);
    await lambda.warm();
    expect((await call('echo')).value.calls).toBe(2);
    expect(reports).toHaveLength(2);
  });

  it('does not leave processes behind when it is stopped midway', async () => {
    const { lambda, dir } = setUp();
    const warming = lambda.warm();
    await lambda.stop();
    await warming;
    const folders = execFileSync('sh', ['-c', 'ls -l /proc/[0-9]*/cwd 2>/dev/null || true'], { encoding: 'utf8' });
    expect(folders).not.toContain(dir);
    expect(existsSync(join(dir, 'tmp'))).toBe(false);
  });
});
