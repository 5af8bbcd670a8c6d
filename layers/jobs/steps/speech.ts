import { type Artifact, ignoredFieldWarnings, printable, type SpeechTimeline, timelineSchema } from '@talking-avatar/contract';
import * as v from 'valibot';
import { jobKeys } from '#aws/object-keys';
import { createArtifactRecord, describeStoredArtifact, getObject, putObject } from '#aws/objects';
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

/** Maximum number of warnings about a text or recording. A list of 100 jobs must fit in Lambda's 6 MB response. */
const MAX_WARNINGS = 50;

/** Maximum number of characters in a warning. */
const MAX_CHARACTERS = 500;

function limitWarnings(warnings: readonly string[]): string[] {
  const kept = warnings.slice(0, MAX_WARNINGS).map((warning) => printable(warning, MAX_CHARACTERS));
  const rest = warnings.length - kept.length;
  return rest > 0 ? [...kept, `${rest} more warnings were left out.`] : kept;
}

/** Stores the result of a speech step: the audio and timeline as objects, and the rest in the job record. */
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
    warnings: [...limitWarnings(warnings), ...ignoredFieldWarnings(specification, hasRecording)],
  });
  await reportProgress(jobs, id, progressAt('spoken', specification.output.type));
}

/** The stored result of a speech step. */
interface StoredSpeech {
  /** A WAV file. */
  wav: Uint8Array;
  /** The timeline as JSON. */
  json: Uint8Array;
  timeline: SpeechTimeline;
}

/** Reads a job's stored speech. */
export async function readSpeech(bucket: string, id: string): Promise<StoredSpeech> {
  const keys = jobKeys(id);
  const [wav, json] = await Promise.all([getObject(bucket, keys.audio), getObject(bucket, keys.timeline)]);
  return { wav, json, timeline: v.parse(timelineSchema, JSON.parse(Buffer.from(json).toString())) };
}

/** Describes the audio and the timeline as artifacts. @param name file name without extension */
export async function speechArtifacts(
  bucket: string,
  id: string,
  name: string,
  { wav, json }: StoredSpeech,
): Promise<Record<'audio' | 'timeline', Artifact>> {
  const keys = jobKeys(id);
  return {
    audio: createArtifactRecord({ key: keys.audio, file_name: `${name}.wav`, content_type: 'audio/wav' }, wav),
    timeline: await describeStoredArtifact(
      bucket,
      { key: keys.timeline, file_name: `${name}.json`, content_type: 'application/json' },
      json,
    ),
  };
}
