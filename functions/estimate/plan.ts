import { type JobSpecification, pixelsOf } from '../../layers/contract/index.ts';
import type { Plan } from '../../layers/ledger/index.ts';

/** What an estimate needs to know of a job. */
export const planOf = (job: JobSpecification, hasAudio: boolean): Plan => ({
  output: job.output.type,
  language: job.language,
  text: job.text,
  isRecording: hasAudio || job.audio_url !== undefined,
  speed: job.tts_params?.speed ?? 1,
  pixels: pixelsOf(job.output),
});
