import type { EstimateRequest } from '../../layers/billing/index.ts';
import {
  type JobSpecification,
  jobFramesPerSecond,
  maxFunctionWork,
  renderWorkPerSecond,
} from '../../layers/contract/index.ts';
import type { SettingsOf } from '../../layers/runtime/index.ts';

/** What an estimate needs to know of a job, and of who would draw it. */
export const estimatePlanOf = (
  job: JobSpecification,
  hasAudio: boolean,
  { RENDERER_SPEED: framesPerSecond, TASK_AFTER: taskAfter }: SettingsOf<'estimate'>,
): EstimateRequest => ({
  output: job.output.type,
  language: job.language,
  text: job.text,
  isRecording: hasAudio || job.audio_url !== undefined,
  speed: job.tts_params?.speed ?? 1,
  drawing: renderWorkPerSecond(job.output),
  frames: jobFramesPerSecond(job.output),
  mostByFunctions: maxFunctionWork({ framesPerSecond, taskAfter }),
});
