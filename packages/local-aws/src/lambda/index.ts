/** Lambda on one machine. Each function runs in separate processes with Lambda's limits. */
export type { Throttle, ThrottleReason } from './concurrency.ts';
export type { Answer, FunctionDefinition, LogLine, Report } from './definition.ts';
export { createEnvironment, type ExecutionEnvironment } from './environment.ts';
export { type InvocationInterceptor, type Lambda, type LambdaOptions, startLambda } from './lambda.ts';
export { measureMemory } from './memory.ts';
export { launchNode, Sandbox, type SandboxOptions } from './sandbox.ts';
export { createLambdaService } from './service.ts';
