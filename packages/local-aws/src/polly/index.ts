/** Amazon Polly on one machine: its protocol, validation, and quotas, with a synthesizer that the caller provides. */

export { formatMarks, type SpeechMark } from './marks.ts';
export { createPollyService, type PollyOptions, type SynthesizedSpeech } from './polly.ts';
export { createQuota, type Quotas } from './quota.ts';
export type { PollyVoice, SpeechRequest, VoiceEngine } from './request.ts';
