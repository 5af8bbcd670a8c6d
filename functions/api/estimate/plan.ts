import { handlesOf, type JobSpecification, maxLambdaFrames, renderWorkPerSecond, videoFps } from '@talking-avatar/contract';
import type { EstimateRequest } from '#billing';
import type { Settings } from './environment.ts';

export const estimatePlanOf = (
  job: JobSpecification,
  hasAudio: boolean,
  { RENDERER_SPEED: framesPerSecond, TASK_AFTER: taskAfter }: Settings,
): EstimateRequest => ({
  output: job.output.type,
  language: job.language,
  text: job.text,
  isRecording: hasAudio || job.audio_url !== undefined,
  speed: job.tts_params?.speed ?? 1,
  handles: handlesOf(job),
  workPerSecond: renderWorkPerSecond(job.output),
  framesPerSecond: videoFps(job.output),
  maxFunctionWork: maxLambdaFrames({ framesPerSecond, taskAfter }),
});
