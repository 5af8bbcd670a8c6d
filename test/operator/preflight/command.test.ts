import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentOf, type Recording, readRecording, serve } from './aws.ts';

const command = join(import.meta.dirname, '../../../bin/preflight.ts');

/** Runs the command like an operator, with recorded AWS responses. */
async function run(recording: Recording, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const aws = await serve(recording);
  // This excludes the developer's credentials and region.
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: '/nowhere',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...environmentOf(aws),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env, timeout: 240_000 }, (error, out, err) => {
      aws.close();
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });
}

describe('npm run preflight', () => {
  it('exits with 0 if an account is ready', async () => {
    const { code, out } = await run(readRecording('large'), '-c', 'stage=live', '-c', 'capacity=20', '-c', 'accountConcurrency=20000');
    expect(out).toContain('Ready: npm run deploy -- -c stage=live');
    expect(code).toBe(0);
  });

  it('exits with 1 if changes are required, even with --json', async () => {
    const { code, out } = await run(readRecording('new'), '--context', 'stage=live', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toContainEqual({
      level: 'change',
      subject: 'CDK bootstrap',
      found: 'Missing in us-east-1 of this account',
      advice: ['Run: npx cdk bootstrap aws://111111111111/us-east-1'],
    });
  });

  it('exits with 2 if AWS rejects the credentials', async () => {
    const expired = { $error: 'ExpiredToken', status: 403, message: 'The security token is expired' };
    const { code, err } = await run({ ...readRecording('new'), GetCallerIdentity: expired }, '-c', 'stage=live');
    expect(err).toContain('Could not use the credentials: ExpiredToken: The security token is expired');
    expect(code).toBe(2);
  });

  it("explains a response that is not from AWS, such as a proxy's HTML", async () => {
    const page = { $page: '<html><body>Blocked<br></body></html>' };
    const blocked = await run({ ...readRecording('new'), GetCallerIdentity: page }, '-c', 'stage=live');
    const sentence = 'The response is not from AWS (HTTP 403, text/html): it may be from a proxy; check HTTPS_PROXY and AWS_ENDPOINT_URL';
    expect(blocked.err).toContain(`Could not use the credentials: ${sentence}\n`);
    expect(blocked.code).toBe(2);
    const partly = await run({ ...readRecording('new'), GetAccountSettings: page }, '-c', 'stage=live');
    expect(partly.out).toContain(`Could not be read: ${sentence}.`);
    expect(partly.out).not.toContain('Deserialization');
  });

  it('explains an invalid setting before calling AWS', async () => {
    const { code, err } = await run({}, '-c', 'stage=live', '-c', 'capacity=many');
    expect(err).toContain('capacity must be a whole number from 1 to 10000, for example 50, got "many"');
    expect(code).toBe(1);
  });

  it.each([
    ['a context without a value', ['-c', 'stage'], '-c must be NAME=VALUE, such as -c stage=live, got "stage"', 2],
    ['an unknown option', ['--stage', 'live'], 'Unknown option --stage', 2],
    ['the local stage', [], 'The stage local runs on this machine', 1],
  ])('rejects %s', async (_, args, message, expected) => {
    const { code, err } = await run({}, ...args);
    expect(err).toContain(message);
    expect(code).toBe(expected);
  });
});
