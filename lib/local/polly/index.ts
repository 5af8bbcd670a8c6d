/** Amazon Polly on one machine: its protocol, checks and quotas, with the embedded engine's voices. */

export { createPollyService, type PollyOptions } from './polly.ts';
export type { SpeechOrder } from './request.ts';
