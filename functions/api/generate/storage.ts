import { apiErrors } from '@talking-avatar/contract';
import { jobKeys, parseOwnUploadUrl } from '#aws/object-keys';
import { copyObject, deleteObject, findObjectSize, putObject } from '#aws/objects';
import type { Submission } from '#runtime';
import type { Settings } from './environment.ts';

interface SubmittedRecording {
  /** Key of the stored recording. */
  key: string;
  /** The bytes from the request, or one of the account's uploads. */
  source: { bytes: Uint8Array } | { upload: string; size: number };
}

/**
 * Finds the recording to store.
 * @returns undefined if there is none, or if `align` downloads it later
 * @throws ApiError 400 if the upload does not exist
 */
export async function findRecording(
  { BUCKET }: Settings,
  account: string,
  jobId: string,
  { specification, audio }: Submission,
): Promise<SubmittedRecording | undefined> {
  const { recording: key } = jobKeys(jobId);
  if (audio) return { key, source: { bytes: audio } };
  const upload = specification.audio_url && parseOwnUploadUrl(BUCKET, account, specification.audio_url);
  if (!upload) return undefined;
  const size = await findObjectSize(BUCKET, upload);
  if (size === undefined) {
    throw apiErrors.invalidJob('audio_url: nothing has been uploaded there yet; PUT the recording to the upload URL first');
  }
  return { key, source: { upload, size } };
}

/** Stores a recording in the folder of its job. An upload is copied, because it could be overwritten or expire before the job runs. */
export async function storeRecording({ BUCKET }: Settings, { key, source }: SubmittedRecording): Promise<void> {
  if ('upload' in source) await copyObject(BUCKET, { from: source.upload, to: key, size: source.size });
  else await putObject(BUCKET, key, source.bytes, 'application/octet-stream');
}

export const storeTimeline = ({ BUCKET }: Settings, key: string, timeline: object): Promise<void> =>
  putObject(BUCKET, key, JSON.stringify(timeline), 'application/json');

/** Deletes an object stored for a job that was withdrawn. */
export const removeStored = ({ BUCKET }: Settings, key: string): Promise<void> => deleteObject(BUCKET, key);
