import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { ARN, call, setUp } from './machines.ts';

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((machine) => machine.stop()));
});
async function begin(...given: Parameters<typeof setUp>) {
  const machine = await setUp(...given);
  started.push(machine);
  return machine;
}

const WAIT = { StartAt: 'A', States: { A: { Type: 'Wait', Seconds: 60, End: true } } };
const ECHO = { StartAt: 'A', States: { A: call('echo') } };
const echo = (input: unknown) => input;

describe('executions', () => {
  it('publish events when they start and end', async () => {
    const { start, finish, events } = await begin(ECHO, { echo });
    const arn = await start({ id: 7 }, 'job-7');
    await finish(arn);
    expect(arn).toBe('arn:aws:states:us-east-1:000000000000:execution:jobs:job-7');
    expect(events.map(({ detail }) => detail.status)).toEqual(['RUNNING', 'SUCCEEDED']);
    expect(events[1]).toMatchObject({
      source: 'aws.states',
      detailType: 'Step Functions Execution Status Change',
      resources: [arn],
      detail: {
        executionArn: arn,
        stateMachineArn: ARN,
        name: 'job-7',
        input: '{"id":7}',
        output: '{"id":7}',
        error: null,
        startDate: expect.any(Number),
        stopDate: expect.any(Number),
      },
    });
  });

  it('have unique names, so repeating a start is idempotent and a different one is rejected', async () => {
    const { start } = await begin(WAIT);
    const arn = await start({ id: 1 }, 'one');
    expect(await start({ id: 1 }, 'one')).toBe(arn);
    await expect(start({ id: 2 }, 'one')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
    const ended = await begin(ECHO, { echo });
    await ended.finish(await ended.start({ id: 1 }, 'one'));
    await expect(ended.start({ id: 1 }, 'one')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });

  it.each([
    ['a name with a space', { name: 'a b' }, 'InvalidName'],
    ['too large an input', { input: 'x'.repeat(262_143) }, 'InvalidExecutionInput'],
  ])('refuse %s', async (_, { name, input }: { name?: string; input?: string }, error) => {
    const { start } = await begin(ECHO, { echo });
    await expect(start(input ?? {}, name)).rejects.toMatchObject({ name: error });
  });

  it('can be stopped, with a reason', async () => {
    const { client, start, describe: look, events } = await begin(WAIT);
    const executionArn = await start({});
    await client.send(new StopExecutionCommand({ executionArn, error: 'Cancelled', cause: 'by the client' }));
    expect(await look(executionArn)).toMatchObject({ status: 'ABORTED', error: 'Cancelled', cause: 'by the client' });
    await pause(20);
    expect(events.map(({ detail }) => detail.status)).toEqual(['RUNNING', 'ABORTED']);
  });
});

describe('while the disk cannot be written', () => {
  it('does not end an execution until it can store the outcome', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'states-'));
    let free = () => {};
    const fill = (input: unknown) => {
      free = lock(dir);
      return input;
    };
    const { start, finish } = await begin(ECHO, { echo: fill }, dir);
    const arn = await start({});
    await pause(200);
    free();
    expect(await finish(arn)).toMatchObject({ status: 'FAILED', cause: 'The local service failed' });
  });
});

/** Makes all writes to the executions fail. @returns a function that makes them succeed again */
function lock(dir: string): () => void {
  const other = new DatabaseSync(join(dir, 'executions.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  return () => other.close();
}

describe('after a crash', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** Runs A and hangs in B, at which point it is killed. Prints the status events that were accepted. */
  async function crash(dir: string, publish: string): Promise<void> {
    const script = join(dir, 'crash.ts');
    const library = join(import.meta.dirname, '../../src/stepfunctions/stepfunctions.ts');
    const definition = { StartAt: 'A', States: { A: { ...call('a'), Next: 'B', End: undefined }, B: call('b') } };
    writeFileSync(
      script,
      `import { appendFileSync } from 'node:fs';
      import { startStepFunctions } from ${JSON.stringify(library)};
      const calls = ${JSON.stringify(join(dir, 'calls'))};
      const { service } = startStepFunctions({ dir: ${JSON.stringify(dir)},
        machines: [{ arn: '${ARN}', name: 'jobs', roleArn: 'r', definition: ${JSON.stringify(JSON.stringify(definition))} }],
        servicesOf: () => ({ invoke: async (name) => {
          appendFileSync(calls, name.at(-1));
          if (name.endsWith('b')) { console.log('in b'); await new Promise(() => setInterval(() => {}, 1000)); }
          return { requestId: 'r', error: false, payload: '{"from":"a"}' };
        } }),
        publish: ${publish} });
      const body = Buffer.from(JSON.stringify({ stateMachineArn: '${ARN}', name: 'one', input: '{"id":1}' }));
      await service.handle({ headers: { 'x-amz-target': 'AWSStepFunctions.StartExecution' }, body });`,
    );
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
  }

  const machine = { StartAt: 'A', States: { A: { ...call('a'), Next: 'B', End: undefined }, B: call('b') } };

  it('continues in the interrupted state with its input', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'crash-'));
    await crash(dir, '() => {}');
    expect(readFileSync(join(dir, 'calls'), 'utf8')).toBe('ab');
    const seen: unknown[] = [];
    const functions = { a: () => seen.push('a again'), b: (input: unknown) => seen.push(input) };
    const { finish } = await begin(machine, functions, dir);
    const execution = await finish(`${ARN.replace('stateMachine', 'execution')}:one`);
    expect(execution).toMatchObject({ status: 'SUCCEEDED', output: '1' });
    expect(seen).toEqual([{ from: 'a' }]);
  });

  it('publishes events that could not be published before', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'crash-'));
    await crash(dir, '() => { throw new Error("no listener"); }');
    const { events, finish } = await begin(machine, { a: echo, b: echo }, dir);
    await finish(`${ARN.replace('stateMachine', 'execution')}:one`);
    expect(events.map(({ detail }) => detail.status)).toEqual(['RUNNING', 'SUCCEEDED']);
  });

  it('does not prolong a Wait', async () => {
    const short = { StartAt: 'A', States: { A: { Type: 'Wait', Seconds: 3, End: true } } };
    const first = await setUp(short);
    const arn = await first.start({});
    await pause(2_500);
    await first.stop();
    const { start, finish } = await begin(short, {}, first.dir);
    const later = await start({});
    const [kept, whole] = await Promise.all([finish(arn), finish(later)]);
    expect(whole.stopDate!.getTime() - kept.stopDate!.getTime()).toBeGreaterThan(1_000);
  });
});
