/** Lambda on one machine: each function in its own processes, with Lambda's limits. */
export type { Throttle, ThrottleReason } from './concurrency.ts';
export type { Answer, FunctionDefinition, LogLine, Report } from './definition.ts';
export { type Around, type Lambda, type LambdaOptions, startLambda } from './lambda.ts';
export { measureMemory } from './memory.ts';
export { createLambdaService } from './service.ts';
