import { isAvatarId, type JobSpecification, type Sex } from '@talking-avatar/contract';
import { InvalidJobError } from '../errors.ts';
import { findAvatar } from './records.ts';

/**
 * Finds the own avatar that a job names as its actor.
 *
 * @returns the sex of its voice; undefined for a job with one of the service's actors
 * @throws InvalidJobError when the account has no such avatar
 */
export async function findActorAvatar(
  table: string,
  account: string,
  { actor }: Pick<JobSpecification, 'actor'>,
): Promise<{ sex: Sex } | undefined> {
  if (!isAvatarId(actor)) return undefined;
  const avatar = await findAvatar(table, account, actor);
  if (!avatar) throw new InvalidJobError('actor: this account has no avatar with this id; GET /lipsync/avatars lists all');
  return { sex: avatar.sex };
}
