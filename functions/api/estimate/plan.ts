import { handlesOf, type JobSpecification, renderWorkPerSecond, videoFps } from '@talking-avatar/contract';
import type { EstimateRequest } from '#billing';

export const estimatePlanOf = (job: JobSpecification, hasAudio: boolean): EstimateRequest => ({
  output: job.output.type,
  language: job.language,
  text: job.text,
  isRecording: hasAudio || job.audio_url !== undefined,
  speed: job.tts_params?.speed ?? 1,
  handles: handlesOf(job),
  workPerSecond: renderWorkPerSecond(job.output),
  framesPerSecond: videoFps(job.output),
});
