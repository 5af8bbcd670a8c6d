import * as v from 'valibot';
import { timeOf } from './choice.ts';
import { DefinitionError } from './failure.ts';

/** Schemas of the supported definitions. Unknown fields are rejected by name. */

const text = v.pipe(v.string(), v.nonEmpty());
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999));
const template = v.record(v.string(), v.unknown());
const nullablePath = v.optional(v.nullable(text));

const common = {
  Comment: v.optional(v.string()),
  QueryLanguage: v.optional(v.literal('JSONPath', 'must be JSONPath')),
};
const inOut = { InputPath: nullablePath, OutputPath: nullablePath };
const transition = { Next: v.optional(text), End: v.optional(v.literal(true)) };
const result = { ResultPath: nullablePath, ResultSelector: v.optional(template) };

const retry = v.strictObject({
  ErrorEquals: v.pipe(v.array(text), v.minLength(1)),
  IntervalSeconds: v.optional(seconds, 1),
  MaxAttempts: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 3),
  BackoffRate: v.optional(v.pipe(v.number(), v.minValue(1)), 2),
  MaxDelaySeconds: v.optional(seconds),
  JitterStrategy: v.optional(v.picklist(['NONE', 'FULL']), 'NONE'),
  Comment: v.optional(v.string()),
});

const catcher = v.strictObject({
  ErrorEquals: v.pipe(v.array(text), v.minLength(1)),
  Next: text,
  ResultPath: nullablePath,
  Comment: v.optional(v.string()),
});

const recovery = { Retry: v.optional(v.array(retry), []), Catch: v.optional(v.array(catcher), []) };

const nested = v.lazy((): v.GenericSchema<MachineShape> => v.strictObject({ ...common, StartAt: text, States: states }) as never);

const processor = v.lazy(
  (): v.GenericSchema<MachineShape> =>
    v.strictObject({
      ...common,
      ProcessorConfig: v.optional(v.strictObject({ Mode: v.literal('INLINE', 'must be INLINE') })),
      StartAt: text,
      States: states,
    }) as never,
);

const stateSchemas = {
  Pass: v.strictObject({
    Type: v.literal('Pass'),
    ...common,
    ...inOut,
    ...transition,
    Parameters: v.optional(template),
    Result: v.optional(v.unknown()),
    ResultPath: nullablePath,
  }),
  Task: v.strictObject({
    Type: v.literal('Task'),
    ...common,
    ...inOut,
    ...transition,
    ...result,
    ...recovery,
    Parameters: v.optional(template),
    Resource: text,
    TimeoutSeconds: v.optional(seconds),
    TimeoutSecondsPath: v.optional(text),
    HeartbeatSeconds: v.optional(seconds),
    HeartbeatSecondsPath: v.optional(text),
  }),
  Choice: v.strictObject({
    Type: v.literal('Choice'),
    ...common,
    ...inOut,
    Choices: v.pipe(v.array(v.looseObject({ Next: text, Comment: v.optional(v.string()) })), v.minLength(1)),
    Default: v.optional(text),
  }),
  Wait: v.strictObject({
    Type: v.literal('Wait'),
    ...common,
    ...inOut,
    ...transition,
    Seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    SecondsPath: v.optional(text),
    Timestamp: v.optional(
      v.pipe(
        text,
        v.check((value) => timeOf(value) !== undefined, 'does not match RFC3339 timestamp'),
      ),
    ),
    TimestampPath: v.optional(text),
  }),
  Succeed: v.strictObject({ Type: v.literal('Succeed'), ...common, ...inOut }),
  Fail: v.strictObject({
    Type: v.literal('Fail'),
    ...common,
    Error: v.optional(v.string()),
    ErrorPath: v.optional(text),
    Cause: v.optional(v.string()),
    CausePath: v.optional(text),
  }),
  Map: v.strictObject({
    Type: v.literal('Map'),
    ...common,
    ...inOut,
    ...transition,
    ...result,
    ...recovery,
    ItemsPath: v.optional(text),
    ItemSelector: v.optional(template),
    ItemProcessor: v.optional(processor),
    /** Older names of ItemProcessor and ItemSelector. */
    Iterator: v.optional(processor),
    Parameters: v.optional(template),
    MaxConcurrency: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  }),
  Parallel: v.strictObject({
    Type: v.literal('Parallel'),
    ...common,
    ...inOut,
    ...transition,
    ...result,
    ...recovery,
    Parameters: v.optional(template),
    Branches: v.pipe(v.array(nested), v.minLength(1)),
  }),
} as const;

const states: v.GenericSchema<Record<string, StateShape>> = v.record(
  v.string(),
  v.variant('Type', Object.values(stateSchemas) as unknown as [typeof stateSchemas.Pass], 'this state type is not available locally'),
) as never;

export type StateType = keyof typeof stateSchemas;
export type ShapeOf<Type extends StateType> = v.InferOutput<(typeof stateSchemas)[Type]>;
export type StateShape = { [Type in StateType]: ShapeOf<Type> }[StateType];
export type RetryShape = v.InferOutput<typeof retry>;
export type CatchShape = v.InferOutput<typeof catcher>;

export interface MachineShape {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, StateShape>>;
  readonly TimeoutSeconds?: number;
}

const machine = v.strictObject({
  ...common,
  Version: v.optional(v.literal('1.0')),
  StartAt: text,
  States: states,
  TimeoutSeconds: v.optional(seconds),
});

/** Reads a JSON definition; `name` appears in errors. @throws {DefinitionError} naming the first unknown or invalid field */
export function parseDefinition(definition: string, name: string): MachineShape {
  let value: unknown;
  try {
    value = JSON.parse(definition);
  } catch (cause) {
    throw new DefinitionError(name, 'the definition must be JSON', { cause });
  }
  const parsed = v.safeParse(machine, value);
  if (parsed.success) return parsed.output as MachineShape;
  const [issue] = parsed.issues;
  const place = [name, ...(issue.path?.map(({ key }) => String(key)) ?? [])].join('.');
  const unknown = issue.type === 'strict_object' && issue.expected === 'never';
  throw new DefinitionError(place, unknown ? 'this field is not available locally' : issue.message);
}
