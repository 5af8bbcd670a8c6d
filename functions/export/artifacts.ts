import * as v from 'valibot';
import { type Clip, writeCaptions, writeCsv } from '../../layers/animation/index.ts';
import {
  describeObject,
  getObject,
  type JobItem,
  jobKeys,
  putArtifact,
  type SettingsOf,
} from '../../layers/cloud/index.ts';
import { type Artifact, type ArtifactName, timelineSchema } from '../../layers/contract/index.ts';

/** Writes the result and the captions of a job, and describes them with what the speech step has left. */
export async function exportArtifacts(
  settings: SettingsOf<'export'>,
  { id, specification }: JobItem,
  clip: Clip,
): Promise<Partial<Record<ArtifactName, Artifact>>> {
  const keys = jobKeys(id);
  const rig = specification.target_rig === settings.IDENTIFIERS.humanoid ? 'humanoid' : 'blendshape';
  const [wav, json] = await Promise.all([
    getObject(settings.BUCKET, keys.audio),
    getObject(settings.BUCKET, keys.timeline),
  ]);
  const timeline = v.parse(timelineSchema, JSON.parse(Buffer.from(json).toString()));
  const name = fileName(id);
  const [result, captions] = await Promise.all([
    putArtifact(
      settings.BUCKET,
      { key: keys.result('csv'), file_name: `${name}.csv`, content_type: 'text/csv' },
      bytesOf(writeCsv(clip, rig)),
    ),
    putArtifact(
      settings.BUCKET,
      { key: keys.captions, file_name: `${name}.vtt`, content_type: 'text/vtt' },
      writeCaptions(timeline),
    ),
  ]);
  return {
    result,
    captions,
    audio: describeObject({ key: keys.audio, file_name: `${name}.wav`, content_type: 'audio/wav' }, wav),
    timeline: describeObject({ key: keys.timeline, file_name: `${name}.json`, content_type: 'application/json' }, json),
  };
}

/**
 * The bytes of a long text. Its rows are encoded as they come: 900 s are 220 MB, and as one string, its rows and its bytes together
 * they would take all of the function's memory.
 */
const bytesOf = (rows: Iterable<string>): Buffer => Buffer.concat(Array.from(rows, (row) => Buffer.from(row)));

/** `Slate_Take_Subject`, the convention of the Live Link Face app: importers take the subject's name from it. */
const fileName = (id: string): string => `speech_1_${id.slice(0, 8)}`;
