import { CommandError, type Output } from '@talking-avatar/cli';
import { type AvatarRecord, isReady, toAvatarView } from '@talking-avatar/contract';
import { avatarKey, deleteObject } from '#aws';
import { deleteAvatar, findAvatar, findImport, listAvatars } from '#jobs/avatars';
import { alignColumns } from './columns.ts';
import { formatTime } from './job-item.ts';
import { findTarget } from './target.ts';
import { checkAccount } from './tokens.ts';
import type { OperatorValues } from './values.ts';

/** `avatar avatars list --account NAME`. @throws CommandError */
export async function list(values: OperatorValues, output: Output): Promise<void> {
  const account = checkAccount(values.account);
  const { avatarsTable, jobsTable } = await findTarget(values);
  const view = async (avatar: AvatarRecord) => toAvatarView(avatar, isReady(avatar) ? undefined : await findImport(jobsTable, avatar));
  const found = await Promise.all((await listAvatars(avatarsTable, account)).map(view));
  if (values.json) return output.out(JSON.stringify(found));
  const rows = found.map(({ id, name, sex, status, created_at, size }) => [id, name, sex, status, formatTime(created_at), String(size)]);
  for (const line of alignColumns([['AVATAR', 'NAME', 'SEX', 'STATUS', 'CREATED', 'BYTES'], ...rows])) output.out(line);
}

/** `avatar avatars delete ID | --all --account NAME`: deletes avatars along with their files. @throws CommandError */
export async function remove(id: string | undefined, values: OperatorValues & { all?: boolean }, output: Output): Promise<void> {
  const account = checkAccount(values.account);
  if (!id === !values.all)
    throw new CommandError('Missing argument ID: pass an avatar ID, or use --all to delete every avatar in the account');
  const { avatarsTable, bucket } = await findTarget(values);
  const avatar = id === undefined ? undefined : await findAvatar(avatarsTable, account, id);
  if (id !== undefined && !avatar) throw new CommandError(`Account ${account} does not have an avatar ${id}`);
  const selected = avatar ? [avatar] : await listAvatars(avatarsTable, account);
  for (const each of selected) {
    // Delete the file first, so that the command can be run again if this fails.
    await deleteObject(bucket, avatarKey(account, each.id));
    await deleteAvatar(avatarsTable, account, each.id);
  }
  output.out(values.json ? JSON.stringify({ deleted: selected.length }) : `Deleted ${selected.length} of ${account}'s avatars.`);
}
