import { importAvatar } from '@talking-avatar/avatar/import';
import { writeActor } from '@talking-avatar/avatar/model';
import { InputError, isReady, isTerminal } from '@talking-avatar/contract';
import { avatarKey, deleteObject, getObject, jobKeys, putObject } from '#aws';
import { createStepHandler, findJob, JobFailedError, type JobItem } from '#jobs';
import { findAvatar, markReady } from '#jobs/avatars';
import { readEnvironment } from '#runtime';

const settings = readEnvironment('import');

/** The `import` step checks a custom avatar and stores it as an actor. The uploaded file is deleted, unless a retry still needs it. */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  const file = jobKeys(job.id).avatar;
  await storeAvatar(job, file).catch(async (error: unknown) => {
    if (error instanceof InputError || error instanceof JobFailedError) await deleteObject(settings.BUCKET, file);
    throw error;
  });
  await deleteObject(settings.BUCKET, file);
});

/** @throws AvatarError for a file that cannot be imported, JobFailedError if the avatar was deleted or its import was cancelled */
async function storeAvatar({ id, account }: JobItem, file: string): Promise<void> {
  const { BUCKET, AVATARS_TABLE } = settings;
  const avatar = await findAvatar(AVATARS_TABLE, account, id);
  if (!avatar) throw createDeletedError();
  // An earlier attempt may have stored it even though its response was lost.
  if (isReady(avatar)) return;
  const stored = await writeActor(await importAvatar(await getObject(BUCKET, file), avatar));
  // The import blocks the event loop, so the timer that checks for cancellation may not have run.
  const { status } = (await findJob(settings.JOBS_TABLE, id)) ?? { status: 'cancelled' };
  if (isTerminal(status)) throw createDeletedError();
  await putObject(BUCKET, avatarKey(account, id), stored, 'model/gltf-binary');
  if (await markReady(AVATARS_TABLE, avatar, stored.length)) return;
  await deleteObject(BUCKET, avatarKey(account, id));
  throw createDeletedError();
}

const createDeletedError = () =>
  new JobFailedError({ title: 'Avatar deleted', message: 'The avatar was deleted, or its import cancelled.', code: 410 });
