import { type ActorModel, readActor, readBakedActor } from '@talking-avatar/avatar';
import { DEFAULT_ACTOR, isAvatarId } from '@talking-avatar/contract';
import { avatarKey, getObject } from '#aws';
import { JobFailedError, type JobItem } from '#jobs';

/** Reads the actor for a job: a built-in one, or one of the account's custom avatars. @throws JobFailedError if the avatar was deleted */
export async function readJobActor({ BUCKET }: { BUCKET: string }, job: JobItem): Promise<ActorModel> {
  const { actor = DEFAULT_ACTOR } = job.specification;
  if (!isAvatarId(actor)) return readBakedActor(actor);
  const key = avatarKey(job.account, actor);
  const file = await getObject(BUCKET, key).catch((error: Error) => {
    if (error.name !== 'NoSuchKey' && error.name !== 'AccessDenied') throw error;
    const message = 'actor: the avatar was deleted before the video was rendered';
    throw new JobFailedError({ title: 'Avatar deleted', message, code: 410 }, { cause: error });
  });
  return readActor(file);
}
