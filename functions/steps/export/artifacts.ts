import { type Clip, encodeText, writeA2f, writeCaptions } from '@talking-avatar/animation';
import type { Artifact, ArtifactName } from '@talking-avatar/contract';
import { jobKeys, putArtifact } from '#aws';
import { type JobItem, readSpeech, speechArtifacts } from '#jobs';
import type { SettingsOf } from '#runtime';
import { writeResult } from './result.ts';

/**
 * Writes the artifacts of a CSV, FBX, or GLB job: the result, captions, and Audio2Face JSON.
 * @returns all artifacts, including the speech
 */
export async function exportArtifacts(
  settings: SettingsOf<'export'>,
  { id, specification }: JobItem,
  clip: Clip,
): Promise<Partial<Record<ArtifactName, Artifact>>> {
  const keys = jobKeys(id);
  const speech = await readSpeech(settings.BUCKET, id);
  const { timeline } = speech;
  const name = fileName(id);
  const { extension, content_type, bytes } = await writeResult(specification, settings.IDENTIFIERS, clip, timeline);
  const [result, captions, a2f, spoken] = await Promise.all([
    putArtifact(settings.BUCKET, { key: keys.result(extension), file_name: `${name}.${extension}`, content_type }, bytes),
    putArtifact(settings.BUCKET, { key: keys.captions, file_name: `${name}.vtt`, content_type: 'text/vtt' }, writeCaptions(timeline)),
    putArtifact(
      settings.BUCKET,
      { key: keys.a2f, file_name: `${name}_a2f.json`, content_type: 'application/json' },
      encodeText(writeA2f(clip, `${name}.wav`)),
    ),
    speechArtifacts(settings.BUCKET, id, name, speech),
  ]);
  return {
    result,
    captions,
    ...spoken,
    a2f,
  };
}

/** `Slate_Take_Subject`, the naming scheme of the Live Link Face app. Importers read the subject from the file name. */
const fileName = (id: string): string => `speech_1_${id.slice(0, 8)}`;
