/** Step Functions on one machine: an Amazon States Language interpreter that rejects unsupported features. */
export type { RetryShape } from './definition.ts';
export type { StatusEvent } from './event.ts';
export { DefinitionError } from './failure.ts';
export { delayOf } from './recovery.ts';
export type { BeforeTask, InvokeTask, RunTaskRequest, StartTask, TaskAnswer, TaskServices } from './run.ts';
export {
  type MachineDefinition,
  type StepFunctions,
  type StepFunctionsOptions,
  startStepFunctions,
} from './stepfunctions.ts';
