import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeClip, encodeText, writeCaptions, writeCsv } from '@talking-avatar/animation';
import { stitchVideo } from '@talking-avatar/avatar/video';
import { type Artifact, type ArtifactName, VIDEO_FPS, videoFileOf } from '@talking-avatar/contract';
import { decodeWav, encodeAudio } from '@talking-avatar/speech';
import { createArtifactRecord, getObject, jobKeys, putArtifact } from '#aws';
import { type JobItem, readSpeech, speechArtifacts } from '#jobs';
import type { SettingsOf } from '#runtime';

/** Time limit for joining, in ms. Copying takes seconds, and encoding the audio takes a fiftieth of its duration. */
const TIME_LIMIT = 240_000;

/** Reports how much of the step is complete, 0..1. */
type ReportShare = (share: number) => Promise<void>;

/**
 * How much of the step is complete after downloading the segments, encoding the audio, and joining both. These are guesses, not
 * measurements.
 */
const FETCHED_SHARE = 0.2;
const ENCODED_SHARE = 0.6;
const JOINED_SHARE = 0.8;

/** Writes the artifacts of a video job: the video and captions. @returns all artifacts, including the poster and the speech */
export async function stitchArtifacts(
  { BUCKET }: SettingsOf<'stitch'>,
  job: JobItem,
  segments: number,
  report: ReportShare,
): Promise<Partial<Record<ArtifactName, Artifact>>> {
  const { id } = job;
  const keys = jobKeys(id);
  const { format, content_type, poster } = videoFileOf(job.specification.output);
  const posterKey = keys.poster(poster.extension);
  const [speech, image] = await Promise.all([readSpeech(BUCKET, id), getObject(BUCKET, posterKey)]);
  const name = `avatar_${id.slice(0, 8)}`;
  // Writes the curves before the video, because both together might not fit in memory.
  const csv = job.specification.output.curves ? await putCurves(BUCKET, id, name) : undefined;
  const [result, captions, spoken] = await Promise.all([
    putArtifact(
      BUCKET,
      { key: keys.result(format), file_name: `${name}.${format}`, content_type },
      await makeVideo(BUCKET, job, segments, speech.wav, report),
    ),
    putArtifact(BUCKET, { key: keys.captions, file_name: `${name}.vtt`, content_type: 'text/vtt' }, writeCaptions(speech.timeline)),
    speechArtifacts(BUCKET, id, name, speech),
  ]);
  return {
    result,
    captions,
    poster: createArtifactRecord({ key: posterKey, file_name: `${name}.${poster.extension}`, content_type: poster.content_type }, image),
    ...spoken,
    ...(csv && { csv }),
  };
}

/** Writes the curves of a video. @param name file name without extension */
async function putCurves(bucket: string, id: string, name: string): Promise<Artifact> {
  const keys = jobKeys(id);
  const clip = decodeClip(await getObject(bucket, keys.clip));
  const location = { key: keys.curves, file_name: `${name}.csv`, content_type: 'text/csv' };
  return putArtifact(bucket, location, encodeText(writeCsv(clip, 'humanoid')));
}

async function makeVideo(bucket: string, job: JobItem, segments: number, wav: Uint8Array, report: ReportShare): Promise<Uint8Array> {
  const { format } = videoFileOf(job.specification.output);
  const folder = await mkdtemp(join(tmpdir(), 'stitch-'));
  try {
    const files: string[] = [];
    // Downloads the segments one by one, because all of them together might not fit in memory.
    for (let index = 0; index < segments; index++) {
      const file = join(folder, `${index}.${format}`);
      await writeFile(file, await getObject(bucket, jobKeys(job.id).segment(index, format)));
      files.push(file);
    }
    await report(FETCHED_SHARE);
    const audio = join(folder, 'speech');
    await writeFile(audio, (await encodeAudio(decodeWav(wav), format)).bytes);
    await report(ENCODED_SHARE);
    const fps = job.specification.output.fps ?? VIDEO_FPS;
    const file = join(folder, `video.${format}`);
    await stitchVideo({ segments: files, audio, fps, file, format, folder, timeout: TIME_LIMIT });
    await report(JOINED_SHARE);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
