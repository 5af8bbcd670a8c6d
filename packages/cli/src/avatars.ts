import { basename, extname } from 'node:path';
import { readClientArguments } from './arguments.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.ts';
import { readInput } from './say.ts';
import { withClient } from './service.ts';

/** `avatar avatars add|list|delete`: the own avatars of the account. */
export async function avatars(args: readonly string[], output: Output): Promise<void> {
  const own = { name: { type: 'string' }, sex: { type: 'string' } } as const;
  const { values, positionals } = readClientArguments(args, own, 2);
  const [verb, word] = positionals;
  const print = (value: object, line: string): void => output.out(values.json ? JSON.stringify(value) : line);
  if (verb === 'list') {
    const page = await withClient(values, output.err, (client) => client.avatars.list());
    for (const avatar of page.avatars) print(avatar, describe(avatar));
  } else if (verb === 'add' && word !== undefined) {
    const file = new Uint8Array(await readInput('FILE', word));
    const fields = {
      name: values.name ?? basename(word, extname(word)),
      ...(values.sex && { sex: values.sex as 'male' }),
    };
    const avatar = await withClient(values, output.err, (client) => client.avatars.create(file, fields));
    print(avatar, describe(avatar));
  } else if (verb === 'delete' && word !== undefined) {
    await withClient(values, output.err, (client) => client.avatars.remove(word));
    print({ id: word, deleted: true }, `${word}: deleted`);
  } else {
    throw new CommandError(
      'Say what to do: avatar avatars add FILE.glb [--name NAME] [--sex female|male], avatar avatars list, or avatar avatars delete ID',
    );
  }
}

const describe = ({
  id,
  name,
  sex,
  size,
  created_at,
}: {
  id: string;
  name: string;
  sex: string;
  size: number;
  created_at: string;
}): string => `${id}  ${created_at}  ${sex.padEnd(6)}  ${String(size).padStart(9)} bytes  ${name}`;
