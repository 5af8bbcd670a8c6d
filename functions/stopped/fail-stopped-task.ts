import * as v from 'valibot';
import { attributeUsage, log, reportTaskFailure } from '../../layers/aws/index.ts';
import { countTaskNotStarted } from '../../layers/jobs/index.ts';

const variable = v.object({ name: v.string(), value: v.string() });

const eventSchema = v.object({
  detail: v.object({
    stopCode: v.optional(v.string(), 'Stopped'),
    stoppedReason: v.optional(v.string(), 'The task has stopped'),
    containers: v.array(v.object({ exitCode: v.optional(v.number()), reason: v.optional(v.string()) })),
    overrides: v.object({ containerOverrides: v.array(v.object({ environment: v.optional(v.array(variable), []) })) }),
  }),
});

/** Why ECS says that a task has stopped which never ran (ECS API reference, "Task"). */
const FAILED_TO_START = 'TaskFailedToStart';

const inputSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.pipe(v.string(), v.uuid()) }));

/**
 * Reports the failure of a task that stopped without a result: it was killed, ran out of memory, or never started. For a task that
 * has reported its result the token is no longer valid, and nothing happens. The token is among the variables in the event.
 *
 * @param event "ECS Task State Change" (ECS developer guide)
 */
export async function failStoppedTask(event: unknown): Promise<void> {
  const { stopCode, stoppedReason, containers, overrides } = v.parse(eventSchema, event).detail;
  if (stopCode === FAILED_TO_START) countTaskNotStarted();
  const variables = overrides.containerOverrides.flatMap(({ environment }) => environment);
  const find = (wanted: string) => variables.find(({ name }) => name === wanted)?.value;
  const input = v.safeParse(inputSchema, find('TASK_INPUT'));
  if (input.success) attributeUsage({ job: input.output.id });
  const token = find('TASK_TOKEN');
  const endedWell = containers.length > 0 && containers.every(({ exitCode }) => exitCode === 0);
  if (!token || endedWell) return;
  const codes = containers.flatMap(({ exitCode }) => (exitCode === undefined ? [] : [`exit code ${exitCode}`]));
  const reasons = [stoppedReason, ...containers.flatMap(({ reason }) => reason ?? []), ...codes];
  if (await reportTaskFailure(token, `Task.${stopCode}`, `${reasons.join('; ')}.`))
    log.warn('A task stopped without a word', { stopCode, reasons });
}
