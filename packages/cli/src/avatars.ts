import { basename, extname } from 'node:path';
import type { Avatar } from '@talking-avatar/client';
import type { Context, ServiceValues } from './context.ts';
import { readInput } from './say.ts';
import { withClient } from './service.ts';

/** `avatar avatars list`: lists the account's custom avatars. */
export async function listAvatars(values: ServiceValues, context: Context): Promise<void> {
  const { avatars } = await withClient(context, values, (client) => client.avatars.list());
  for (const avatar of avatars) print(avatar, describe(avatar), values, context);
}

/** `avatar avatars add FILE`: uploads a head and waits for its import to finish. */
export async function addAvatar(path: string, values: ServiceValues & { name?: string; sex?: string }, context: Context): Promise<void> {
  const file = new Uint8Array(await readInput('FILE', path));
  // The service validates the sex.
  const fields = { name: values.name ?? basename(path, extname(path)), ...(values.sex && { sex: values.sex as 'male' }) };
  const avatar = await withClient(context, values, (client) => client.avatars.create(file, fields));
  print(avatar, describe(avatar), values, context);
}

/** `avatar avatars delete ID`: deletes a custom avatar. */
export async function deleteAvatar(id: string, values: ServiceValues, context: Context): Promise<void> {
  await withClient(context, values, (client) => client.avatars.remove(id));
  print({ id, deleted: true }, `${id}: deleted`, values, context);
}

const print = (value: object, line: string, { json }: ServiceValues, { output }: Context): void =>
  output.out(json ? JSON.stringify(value) : line);

const describe = ({ id, name, sex, size, status, created_at, error }: Avatar): string =>
  `${id}  ${created_at}  ${sex.padEnd(6)}  ${status.padEnd(9)}  ${String(size).padStart(9)} bytes  ${name}${error ? `: ${error.message}` : ''}`;
