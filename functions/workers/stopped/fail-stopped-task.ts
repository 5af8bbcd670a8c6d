import * as v from 'valibot';
import { billTo, log, reportTaskFailure } from '#aws';
import { countTaskNotStarted } from '#jobs';

const variable = v.object({ name: v.string(), value: v.string() });

const eventSchema = v.object({
  detail: v.object({
    stopCode: v.optional(v.string(), 'Stopped'),
    stoppedReason: v.optional(v.string(), 'The task has stopped'),
    containers: v.array(v.object({ exitCode: v.optional(v.number()), reason: v.optional(v.string()) })),
    overrides: v.object({ containerOverrides: v.array(v.object({ environment: v.optional(v.array(variable), []) })) }),
  }),
});

/** Stop code of a task that never ran (ECS API reference, "Task"). */
const FAILED_TO_START = 'TaskFailedToStart';

/**
 * Reasons for stopping that more capacity would not fix, such as a missing image or secret (ECS developer guide, "Stopped tasks error
 * messages").
 */
const PERMANENT = /^(Cannot(Pull|Create|Start)\w*Error|ResourceInitializationError)\b/;

const inputSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.pipe(v.string(), v.uuid()) }));

/**
 * Tells the state machine that a task was killed, ran out of memory, or never started, using the task token in the event ("ECS Task State
 * Change", ECS developer guide). A task that has already reported its result is ignored because its token is no longer valid.
 */
export async function failStoppedTask(event: unknown): Promise<void> {
  const { stopCode, stoppedReason, containers, overrides } = v.parse(eventSchema, event).detail;
  if (stopCode === FAILED_TO_START) countTaskNotStarted();
  const variables = overrides.containerOverrides.flatMap(({ environment }) => environment);
  const variableOf = (variable: string) => variables.find(({ name }) => name === variable)?.value;
  const input = v.safeParse(inputSchema, variableOf('TASK_INPUT'));
  if (input.success) billTo({ job: input.output.id });
  const token = variableOf('TASK_TOKEN');
  const succeeded = containers.length > 0 && containers.every(({ exitCode }) => exitCode === 0);
  if (!token || succeeded) return;
  const codes = containers.flatMap(({ exitCode }) => (exitCode === undefined ? [] : [`exit code ${exitCode}`]));
  const reasons = [stoppedReason, ...containers.flatMap(({ reason }) => reason ?? []), ...codes];
  const error = stopCode === FAILED_TO_START && PERMANENT.test(stoppedReason) ? 'CannotStart' : stopCode;
  if (await reportTaskFailure(token, `Task.${error}`, `${reasons.join('; ')}.`))
    log.warn('A task stopped without a result', { stopCode, reasons });
}
