/** Runs a synthesized CDK app on one machine. */

export {
  createFaults,
  type Fault,
  type FaultPlan,
  type Faults,
  type FaultTargets,
  readFaultPlan,
} from './faults/index.ts';
export { type LocalService, ServiceError, type ServiceRequest, type ServiceResponse } from './gateway/index.ts';
export type { FunctionDefinition, LogLine, Report, Throttle } from './lambda/index.ts';
export type { PollyOptions, PollyVoice, SpeechMark, SpeechRequest, SynthesizedSpeech } from './polly/index.ts';
export { type Local, type LocalOptions, startLocal } from './start.ts';
export { TemplateError } from './template/index.ts';
