import { type Artifact, type SpeechTimeline, timelineSchema } from '@talking-avatar/contract';
import * as v from 'valibot';
import { jobKeys } from '#aws/object-keys';
import { createArtifactRecord, getObject } from '#aws/objects';

/** The stored result of a speech step. */
export interface StoredSpeech {
  /** A WAV file. */
  wav: Uint8Array;
  /** The timeline as JSON. */
  json: Uint8Array;
  timeline: SpeechTimeline;
}

/** Reads the stored speech of a job. */
export async function readSpeech(bucket: string, id: string): Promise<StoredSpeech> {
  const keys = jobKeys(id);
  const [wav, json] = await Promise.all([getObject(bucket, keys.audio), getObject(bucket, keys.timeline)]);
  return { wav, json, timeline: v.parse(timelineSchema, JSON.parse(Buffer.from(json).toString())) };
}

/** Describes audio and timeline as artifacts. @param name file name without extension */
export function speechArtifacts(id: string, name: string, { wav, json }: StoredSpeech): Record<'audio' | 'timeline', Artifact> {
  const keys = jobKeys(id);
  return {
    audio: createArtifactRecord({ key: keys.audio, file_name: `${name}.wav`, content_type: 'audio/wav' }, wav),
    timeline: createArtifactRecord({ key: keys.timeline, file_name: `${name}.json`, content_type: 'application/json' }, json),
  };
}
