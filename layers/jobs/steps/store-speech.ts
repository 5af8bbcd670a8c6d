import { ignoredFieldWarnings, type SpeechTimeline } from '@talking-avatar/contract';
import { jobKeys } from '#aws/object-keys';
import { putObject } from '#aws/objects';
import type { JobItem } from '../item.ts';
import { recordSpeech, reportProgress } from '../transitions.ts';
import { progressAt } from './progress.ts';

/** The result of a speech step. */
export interface SpeechStepResult {
  /** A WAV file. */
  wav: Uint8Array;
  timeline: SpeechTimeline;
  warnings: string[];
}

/** Stores the result of a speech step: audio and timeline as objects; engine, voice, duration and warnings on the job. */
export async function storeSpeech(
  { jobs, bucket }: { jobs: string; bucket: string },
  { id, specification, recording }: JobItem,
  { wav, timeline, warnings }: SpeechStepResult,
): Promise<void> {
  const keys = jobKeys(id);
  await Promise.all([
    putObject(bucket, keys.audio, wav, 'audio/wav'),
    putObject(bucket, keys.timeline, JSON.stringify(timeline), 'application/json'),
  ]);
  const { engine, voice, duration } = timeline;
  const hasRecording = recording !== undefined || specification.audio_url !== undefined;
  await recordSpeech(jobs, id, {
    engine,
    voice,
    duration,
    warnings: [...warnings, ...ignoredFieldWarnings(specification, hasRecording)],
  });
  await reportProgress(jobs, id, progressAt('spoken', specification.output.type));
}
