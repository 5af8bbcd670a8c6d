import {
  copyObject,
  deleteObject,
  jobKeys,
  ownUploadKey,
  putObject,
  type SettingsOf,
  sizeOfObject,
} from '../../layers/cloud/index.ts';
import { errors } from '../../layers/contract/index.ts';
import type { Submission } from './submission.ts';

type Settings = SettingsOf<'generate'>;

/**
 * Keeps the recording of a submission with its job: the part of the request, or a copy of the account's upload, which could be
 * written again or expire before the job runs.
 *
 * @returns its key; undefined when the job has no recording, or one that is fetched from elsewhere
 * @throws ApiError 400 when nothing was uploaded to the address that the job names
 */
export async function keepRecording(
  { BUCKET }: Settings,
  account: string,
  jobId: string,
  { specification, audio }: Submission,
): Promise<string | undefined> {
  const { recording } = jobKeys(jobId);
  const upload = specification.audio_url && ownUploadKey(BUCKET, account, specification.audio_url);
  if (audio) await putObject(BUCKET, recording, audio, 'application/octet-stream');
  else if (upload) await copyUpload(BUCKET, upload, recording);
  else return undefined;
  return recording;
}

async function copyUpload(bucket: string, upload: string, recording: string): Promise<void> {
  if ((await sizeOfObject(bucket, upload)) === undefined) {
    throw errors.invalidJob(
      'audio_url: nothing has been uploaded there yet; PUT the recording to the upload address first',
    );
  }
  await copyObject(bucket, upload, recording);
}

/** Deletes the recording of a job that was not accepted after all. */
export async function forgetRecording({ BUCKET }: Settings, recording: string | undefined): Promise<void> {
  if (recording) await deleteObject(BUCKET, recording);
}
