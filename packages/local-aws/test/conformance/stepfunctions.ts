import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { compileMachine } from '../../src/stepfunctions/compile.ts';
import { parseDefinition } from '../../src/stepfunctions/definition.ts';
import { DefinitionError, startStepFunctions, type TaskServices } from '../../src/stepfunctions/index.ts';
import { clientOf, makeDirectory, removeDirectory, startTestGateway } from '../../src/testing.ts';
import { type Bindings, compare, type Difference } from './compare.ts';
import { RECORDINGS, type Recording, readRecordings } from './recordings.ts';
import type { Result } from './report.ts';
import { type Edit, editsOf, inputOf, SOURCES, templateOf } from './stepfunctions-scenarios.ts';

const ROLE = 'arn:aws:iam::000000000000:role/machine';
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:recorded';
const MACHINES = 'arn:aws:states:us-east-1:000000000000:stateMachine:';

type Json = Record<string, unknown>;
type Event = Json & { readonly type: string; readonly id: number; readonly previousEventId: number };

/** Runs a callback through ECS. The recorded one went through a queue. */
const CALLBACK = {
  Resource: 'arn:aws:states:::ecs:runTask.waitForTaskToken',
  Parameters: {
    Cluster: 'cluster',
    TaskDefinition: 'task',
    LaunchType: 'FARGATE',
    Overrides: { ContainerOverrides: [{ Name: 'main', Environment: [{ Name: 'TOKEN', 'Value.$': '$$.Task.Token' }] }] },
  },
};

const TIMES = ['2012-10-09T19:00:55Z', '2012-10-09T19:00:56Z'] as const;

/** Limits in seconds. They are shortened, so that a replay takes only one second. */
const LIMIT = /^(timeout|heartbeat)\w*seconds\w*$/i;

/** Changes every member of a value, starting with the deepest ones. */
function rewrite(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(key, rewrite(inner, change))]));
}

const quicken = (value: unknown) =>
  rewrite(value, (key, inner) => (LIMIT.test(key) && typeof inner === 'number' && inner > 1 && inner <= 10 ? 1 : inner));

const pathOf = (template: string) => join(RECORDINGS, 'stepfunctions/templates', `${template}.json5`);

/** Reads a recorded state machine, inserts the ARN of its function, and sends its callbacks through ECS. */
function readDefinition(template: string, edit: Edit): unknown {
  const text = readFileSync(pathOf(template), 'utf8');
  const definition = rewrite(edit(runInNewContext(`(${text})`) as Json), (key, value) => {
    if (typeof value === 'string' && /tb[cd]_|^%LAMBDA/i.test(value) && /^(Resource|FunctionName)$/.test(key)) return FUNCTION;
    const state = value as { Resource?: unknown };
    const waits = typeof state === 'object' && /:(sqs|sns):\w+\.waitForTaskToken$/.test(String(state?.Resource));
    return waits ? { ...state, ...CALLBACK } : value;
  });
  return definition;
}

/** The outcome of one recorded attempt. */
interface Attempt {
  readonly input: unknown;
  readonly how: 'Succeeded' | 'Failed' | 'TimedOut';
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: unknown;
}

const detailsOf = (event: Event): Json => Object.entries(event).find(([key]) => key.endsWith('EventDetails'))?.[1] as Json;

/** Returns what the functions and tasks in a recorded execution reported, in order. */
function attemptsOf(events: readonly Event[]): Attempt[] {
  return events.flatMap((scheduled, at) => {
    if (!/^(LambdaFunction|Task)Scheduled$/.test(scheduled.type)) return [];
    const details = detailsOf(scheduled) as { input?: unknown; parameters?: Json };
    const chain = new Set([scheduled.id]);
    for (const event of events.slice(at + 1)) {
      if (!chain.has(event.previousEventId)) continue;
      chain.add(event.id);
      const how = /^(?:LambdaFunction|Task)(Succeeded|Failed|TimedOut)$/.exec(event.type)?.[1] as Attempt['how'] | undefined;
      if (how) return [{ input: details.input ?? details.parameters?.Payload, how, ...detailsOf(event) }];
    }
    return [];
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const jsonOf = (value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(value);
  }
};

/** Creates functions and tasks that report the same outcomes as the recorded ones. */
function createServices(attempts: Attempt[], client: SFNClient): TaskServices {
  const take = (payload?: string) => {
    const same = attempts.findIndex(({ input }) => payload !== undefined && jsonOf(input) === payload);
    const [attempt] = attempts.splice(Math.max(same, 0), 1);
    if (!attempt) throw Object.assign(new Error('AWS called nothing here'), { code: 'NotRecorded' });
    return attempt;
  };
  return {
    async invoke(_, payload, signal) {
      const { how, output, error = '', cause } = take(payload);
      if (how === 'Succeeded') {
        const wrapped = (output as Json | null)?.SdkHttpMetadata ? (output as Json).Payload : output;
        return { requestId: 'r', error: false, payload: jsonOf(wrapped) };
      }
      if (error === 'States.DataLimitExceeded') return { requestId: 'r', error: false, payload: JSON.stringify('x'.repeat(300_000)) };
      if (how === 'TimedOut') return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (!/^Lambda\.|^Sandbox/.test(error)) return { requestId: 'r', error: true, payload: textOf(cause) };
      throw Object.assign(new Error(textOf(cause)), { code: error.replace(/^Lambda\./, '') });
    },
    async runTask({ variables }) {
      const { how, output, error, cause } = take();
      const taskToken = variables.TOKEN ?? '';
      if (how === 'Succeeded') await client.send(new SendTaskSuccessCommand({ taskToken, output: jsonOf(output) }));
      if (how === 'Failed') {
        const failure = { ...(error && { error }), ...(cause !== undefined && { cause: textOf(cause) }) };
        await client.send(new SendTaskFailureCommand({ taskToken, ...failure }));
      }
      // A task that times out never reports anything.
    },
  };
}

/** Definition, input, and recorded result of an execution. */
interface Replay {
  readonly service: string;
  readonly recording: Recording;
  readonly definition: unknown;
  readonly input: unknown;
  /** Undefined if only the output was recorded. */
  readonly events: Event[] | undefined;
  readonly outcome: Json;
}

/**
 * Fills in times that the recording hides. It hides either three cases, which compare a time with itself, with a later time, and with an
 * earlier time, or only the case that does not match.
 */
function withTimes(cases: readonly { input: Json; output: unknown }[], name: string): { input: Json; output: unknown }[] {
  const pairs = [0, 1, 2].map((index) => ({ Variable: TIMES[index === 2 ? 1 : 0], Value: TIMES[index === 1 ? 1 : 0] }));
  const hidden = cases.filter(({ input }) => input.Variable === 'date' && input.Value === 'date').slice(-3);
  const first = hidden.length === 3 ? 0 : name.includes('greater') ? 1 : 2;
  return cases.map((it) => {
    const Variable = it.input.Variable === 'date' ? '2023-02-24 12:15:56.832957' : it.input.Variable;
    const Value = it.input.Value === 'date' ? TIMES[0] : it.input.Value;
    return { ...it, input: (hidden.includes(it) && pairs[first + hidden.indexOf(it)]) || { Variable, Value } };
  });
}

/** Combines all cases of a comparison into one state machine, in which each case is a branch with its own input. */
function replayChoice(recording: Recording): Replay {
  const cases = withTimes(recording.content.cases as { input: Json; output: unknown }[], recording.name);
  const operator = recording.name
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
    .replace(/Numerics/, 'Numeric');
  const template = JSON.stringify(readDefinition('choiceoperators/statemachines/template', (it) => it)).replace(
    '%ComparisonOperatorType%',
    operator,
  );
  const Branches = cases.map(({ input }, index) => {
    const branch = template.replace('"$.Value"', operator.endsWith('Path') ? '"$.Value"' : JSON.stringify(input.Value));
    const { StartAt, States } = JSON.parse(branch) as { StartAt: string; States: Json };
    const Select = { Type: 'Pass', InputPath: `$[${index}]`, Next: StartAt };
    return { StartAt: 'Select', States: { Select, ...States } };
  });
  return {
    service: 'states: choice',
    recording,
    definition: { StartAt: 'All', States: { All: { Type: 'Parallel', Branches, End: true } } },
    input: cases.map(({ input }) => input),
    events: undefined,
    outcome: { status: 'SUCCEEDED', output: cases.map(({ output }) => output) },
  };
}

/** Replaces the names of functions and queues in a recording with the names used here. */
const fill = (recording: Recording): Recording =>
  JSON.parse(
    JSON.stringify(recording)
      .replaceAll(/<?lambda_function_(\w+_)?name>?/g, 'recorded')
      .replaceAll(/<?sqs_queue_url>?/g, 'queue'),
  );

const ENDS: Readonly<Record<string, string>> = {
  ExecutionSucceeded: 'SUCCEEDED',
  ExecutionFailed: 'FAILED',
  ExecutionTimedOut: 'TIMED_OUT',
  ExecutionAborted: 'ABORTED',
};

const withoutMetadata = ({ inputDetails: _, outputDetails: __, ...details }: Json): Json => details;

function replaysOf(file: string, service: string, recording: Recording): Replay[] {
  if (file.includes('choice_operators')) return [replayChoice(recording)];
  const template = templateOf(file, recording.name);
  // Some state machines are not part of the recordings. Those that do not use JSONPath cannot be run here.
  if (!existsSync(pathOf(template))) return [];
  const late = /TimedOut|TIMED_OUT/.test(JSON.stringify(recording.content));
  const limit = late ? quicken : (value: unknown) => value;
  const definition = limit(readDefinition(template, editsOf(file, recording.name)));
  const description = recording.content.describe_execution as Json | undefined;
  if (description)
    return [{ service, recording, definition, input: description.input, events: undefined, outcome: { status: description.status } }];
  return Object.values(recording.content).flatMap((value) => {
    const events = limit((value as { events?: Event[] }).events) as Event[] | undefined;
    const [first, last] = [events?.[0], events?.at(-1)];
    if (!events || !first || !last || !ENDS[last.type]) return [];
    const outcome = { status: ENDS[last.type], ...withoutMetadata(detailsOf(last) ?? {}) };
    return [{ service, recording, definition, input: inputOf(recording.name, detailsOf(first).input), events, outcome }];
  });
}

/** Events of different branches interleave, so events are compared as a set. Each has a label with the type of the event before it. */
function sortEvents(events: readonly Event[], linked: boolean): Json[] {
  const label = (event?: Event) => (event ? JSON.stringify([event.type, detailsOf(event)?.name, detailsOf(event)?.index]) : '');
  const byId = new Map(events.map((event) => [event.id, event]));
  const entries = events.map(({ id: _, previousEventId, ...event }) => ({
    label: `${label(event as Event)}${linked ? label(byId.get(previousEventId)) : ''}`,
    event,
  }));
  return entries
    .sort((a, b) => (a.label < b.label ? -1 : 1))
    .map(({ label: name, event }) => ({ ...event, ...(linked && { follows: name }) }));
}

/**
 * Returns an event as it would be with `includeExecutionData: false`. Histories here contain no data, except for the input and output of
 * the execution.
 */
const withoutData = (event: Event): Event => {
  const stripped = Object.entries(event).map(([key, value]) => {
    if (!key.endsWith('EventDetails')) return [key, value];
    const { input: _, output: __, inputDetails: ___, outputDetails: ____, ...details } = value as Json;
    return [key, Object.keys(details).length > 0 ? details : undefined];
  });
  return Object.fromEntries(stripped.filter(([, value]) => value !== undefined));
};

/** Returns the differences between two histories, by event: `history.5.LambdaFunctionFailed.…`. */
function compareHistories(recorded: readonly Event[], actual: readonly Event[], bindings: Bindings, concurrent: boolean): Difference[] {
  const types = (events: readonly Json[]) => events.map(({ type }) => type).join(' ');
  const linked = recorded.every(({ id }) => typeof id === 'number');
  // If a recording hides the order of branches, it also leaves out where they end.
  const kept = linked ? actual : actual.filter(({ type }) => type !== 'ParallelStateSucceeded');
  const [left, right]: (readonly Json[])[] = concurrent ? [sortEvents(recorded, linked), sortEvents(kept, linked)] : [recorded, kept];
  if (types(left!) !== types(right!)) return [{ path: 'history.types', aws: types(left!), here: types(right!) }];
  const strip = (event: Json | undefined) => event && withoutData(event as Event);
  return left!.flatMap((event, index) => compare(strip(event), strip(right![index]), bindings, `history.${index + 1}.${event.type}`));
}

/** Replays the executions that were recorded. */
export async function replayStepFunctions(): Promise<Result[]> {
  const replays = SOURCES.flatMap(({ file, service }) =>
    readRecordings(`stepfunctions/v2/${file}`).flatMap((recording) => replaysOf(file, service, fill(recording))),
  );
  const refused = new Map<Replay, string>();
  const running = replays.flatMap((replay, index) => {
    const name = `m${index}`;
    const definition = JSON.stringify(replay.definition);
    try {
      compileMachine(parseDefinition(definition, name), name);
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      refused.set(replay, error.message);
      return [];
    }
    return [{ replay, name, machine: { arn: `${MACHINES}${name}`, name, roleArn: ROLE, definition } }];
  });
  const services = new Map<string, TaskServices>();
  const dir = makeDirectory();
  const stepFunctions = startStepFunctions({
    dir,
    machines: running.map(({ machine }) => machine),
    servicesOf: (name) => services.get(name)!,
    publish: () => {},
    timeScale: 1000,
  });
  const gateway = await startTestGateway([stepFunctions.service]);
  // All executions are described at the same time.
  const client = new SFNClient({ ...clientOf(gateway), requestHandler: { httpAgent: { maxSockets: running.length } } });
  const results = await Promise.all(
    running.map(async ({ replay, name, machine }): Promise<Result> => {
      const { recording, events, outcome, service } = replay;
      services.set(name, createServices(attemptsOf(events ?? []), client));
      const input = jsonOf(replay.input);
      const { executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn: machine.arn, input }));
      let { status, output, error, cause } = await client.send(new DescribeExecutionCommand({ executionArn }));
      while (status === 'RUNNING') {
        await pause(20);
        ({ status, output, error, cause } = await client.send(new DescribeExecutionCommand({ executionArn })));
      }
      const bindings: Bindings = new Map();
      const ended = {
        status,
        ...(output !== undefined && { output }),
        ...(error !== undefined && { error }),
        ...(cause !== undefined && { cause }),
      };
      const differences = compare(outcome, ended, bindings);
      if (events) {
        const { events: history = [] } = await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
        const actual = JSON.parse(JSON.stringify(history)) as Event[];
        differences.push(...compareHistories(events, actual, bindings, /"Type":"(Parallel|Map)"/.test(machine.definition)));
      }
      return { service, scenario: recording.name, date: recording.date, differences };
    }),
  );
  client.destroy();
  await gateway.stop();
  await stepFunctions.stop();
  removeDirectory(dir);
  const rejected = [...refused].map(([{ service, recording }, reason]) => ({
    service,
    scenario: recording.name,
    date: recording.date,
    differences: [],
    refused: reason,
  }));
  return [...results, ...rejected];
}
