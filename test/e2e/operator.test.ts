import { afterAll, beforeAll, expect, it } from 'vitest';
import { RequestRefused, statusOf, submit } from '../../bin/demo/client.ts';
import { run } from '../../bin/operator/run.ts';
import { operate } from './operator.ts';
import { startService, type TestService, tinyJob } from './service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.end());

/** Runs a command of the operator on the service. */
const avatar = (...args: string[]) => operate(service, ...args);

it('a token is created, used, listed, renewed and revoked', async () => {
  const created = await avatar('tokens', 'create', '--account', 'acme', '--plan', 'trial');
  expect(created).toMatchObject({ code: 0, err: [expect.stringContaining('50 jobs in 14 days')] });
  const token = created.out[0]!;
  const client = { url: service.url, token };
  await submit(client, tinyJob);

  const { out } = await avatar('tokens', 'list', '--account', 'acme');
  expect(out).toHaveLength(2);
  expect(out[1]).toMatch(new RegExp(`^${token.slice(0, 8)}… +acme +trial +1/50 +\\d{4}-\\d\\d-\\d\\d +active$`));
  expect(JSON.parse((await avatar('tokens', 'list', '--json')).out[0]!)).toHaveLength(1);

  expect((await avatar('tokens', 'renew', token.slice(0, 8), '--plan', 'standard')).code).toBe(0);
  expect((await avatar('tokens', 'list')).out[1]).toContain('0/1000');

  expect((await avatar('tokens', 'revoke', token)).code).toBe(0);
  const refused = await submit(client, tinyJob).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RequestRefused);
  expect((refused as RequestRefused).body.code).toBe(401);
  await expect(statusOf(client, 'x')).rejects.toThrow('Invalid token');
});

it.each([
  [['tokens', 'create'], '--account: name the account'],
  [['tokens', 'create', '--account', 'a b'], '--account: name the account'],
  [['tokens', 'create', '--account', 'a', '--plan', 'gold'], 'there are trial, standard, studio'],
  [['tokens', 'renew', 'avt_none'], 'No token is, or begins with, avt_none'],
  [['tokens', 'revoke'], 'Name the token'],
  [['tokens', 'grow'], 'create, list, renew or revoke'],
  [['tokens', 'list', '--acount', 'x'], 'There is no option --acount'],
  [['tokens', 'list', '--account', 'a b'], '--account: name the account'],
  [['tokens', 'list', 'acme'], 'no place for the word "acme"'],
  [['tokens', 'revoke', 'avt_a', 'avt_b'], 'no place for the word "avt_b"'],
  [['tokens', 'create', '--account', 'a', '--plan'], '--plan: needs a value behind it'],
  [['tokens', 'create', '--account', '-a'], '--account: needs a value behind it; one that begins with a dash'],
  [['tokens', 'list', '--json=yes'], '--json: takes no value'],
  [['jobs'], 'Unknown command "jobs"'],
])('%j says what is wrong', async (args, message) => {
  const { code, err } = await avatar(...args);
  expect(code).toBe(2);
  expect(err.join('\n')).toContain(message);
});

it('a command without a running service says how to start one', async () => {
  const err: string[] = [];
  const code = await run(['tokens', 'list', '--data', 'no-such-folder'], {
    out: () => {},
    err: (line) => err.push(line),
  });
  expect(code).toBe(2);
  expect(err[0]).toContain('npm start');
});
