import { CommandError } from '@talking-avatar/cli/command-error';
import type { Output } from '@talking-avatar/cli/output';
import { toAvatarView } from '@talking-avatar/contract';
import { avatarKey, deleteObject } from '#aws';
import { deleteAvatar, findAvatar, listAvatars } from '#jobs/avatars';
import { readArguments, refuseWords } from './arguments.ts';
import { alignColumns } from './columns.ts';
import { formatTime } from './job-item.ts';
import { findTarget, type Target } from './target.ts';
import { checkAccount } from './tokens.ts';

/** `avatar avatars …`: lists the own avatars of an account, and deletes them with their files. @throws CommandError */
export async function avatars(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readArguments(args, { all: { type: 'boolean' } });
  const [verb, id] = positionals;
  if (verb !== 'list' && verb !== 'delete') throw new CommandError('Say what to do with own avatars: list or delete. Try: avatar --help');
  refuseWords(positionals, verb === 'list' ? 1 : 2);
  const account = checkAccount(values.account);
  if (verb === 'delete' && !id === !values.all) throw new CommandError('Name the avatar to delete, or say --all for all of the account');
  const target = await findTarget(values);
  if (verb === 'delete') return deleteAvatars(target, account, { id, json: values.json }, output);
  const found = await listAvatars(target.avatarsTable, account);
  if (values.json) return output.out(JSON.stringify(found.map(toAvatarView)));
  const rows = found.map((avatar) => [avatar.id, avatar.name, avatar.sex, formatTime(avatar.created_at), String(avatar.size)]);
  for (const line of alignColumns([['AVATAR', 'NAME', 'SEX', 'CREATED', 'BYTES'], ...rows])) output.out(line);
}

async function deleteAvatars(
  { avatarsTable, bucket }: Target,
  account: string,
  { id, json }: { id: string | undefined; json: boolean | undefined },
  output: Output,
): Promise<void> {
  const one = id === undefined ? undefined : await findAvatar(avatarsTable, account, id);
  if (id !== undefined && !one) throw new CommandError(`The account ${account} has no avatar ${id}`);
  const doomed = one ? [one] : await listAvatars(avatarsTable, account);
  for (const avatar of doomed) {
    // The file first: if this fails, the command can be repeated.
    await deleteObject(bucket, avatarKey(account, avatar.id));
    await deleteAvatar(avatarsTable, account, avatar.id);
  }
  output.out(json ? JSON.stringify({ deleted: doomed.length }) : `Deleted ${doomed.length} avatars of ${account}.`);
}
