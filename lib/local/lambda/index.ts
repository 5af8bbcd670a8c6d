/** Lambda on one machine: each function in its own processes, with Lambda's limits. */
export type { Throttle, ThrottleReason } from './concurrency.ts';
export type { Answer, FunctionDefinition, LogLine, Report } from './definition.ts';
export { createEnvironment, type Surroundings } from './environment.ts';
export { type Around, type Lambda, type LambdaOptions, startLambda } from './lambda.ts';
export { measureMemory } from './memory.ts';
export { Sandbox, type SandboxOptions } from './sandbox.ts';
export { createLambdaService } from './service.ts';
