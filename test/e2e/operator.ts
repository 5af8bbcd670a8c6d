import { run } from '../../bin/commands.ts';
import type { TestService } from './service.ts';

/** Output lines and exit code of a command. */
export interface Printed {
  code: number;
  out: string[];
  err: string[];
}

/** Runs `avatar …` on a service, as its operator. */
export async function operate({ data }: Pick<TestService, 'data'>, ...args: string[]): Promise<Printed> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run([...args, '--data', data], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { code, out, err };
}
