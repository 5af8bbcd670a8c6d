import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../lib/fixture.ts';
import { environmentOf, type Recording, readRecording, serve } from './aws.ts';

const command = join(import.meta.dirname, '../../../bin/preflight.ts');

/** Contains a fake Docker that can build images for both architectures. */
const programs = temporaryFolder();
writeFiles(programs, { docker: '#!/bin/sh\necho "Platforms: linux/amd64, linux/arm64*"\n' });
chmodSync(join(programs, 'docker'), 0o755);

interface Run {
  code: number;
  out: string;
  err: string;
  /** Operations that have been called. */
  calls: string[];
}

/** Runs the command as an operator would, with recorded responses from AWS. */
async function run(recording: Recording, ...args: string[]): Promise<Run> {
  const aws = await serve(recording);
  // Leaves out the developer's own credentials and region.
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: '/nowhere',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...environmentOf(aws),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env, timeout: 240_000 }, (error, out, err) => {
      aws.close();
      resolve({ code: Number(error?.code ?? 0), out, err, calls: aws.calls });
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
    const { code, out } = await run({ ...readRecording('new'), GetCallerIdentity: expired }, '-c', 'stage=live');
    expect(out).toContain('Could not use the credentials: ExpiredToken: The security token is expired');
    expect(code).toBe(2);
  });

  it("explains a response that is not from AWS, such as a proxy's HTML", async () => {
    const page = { $page: '<html><body>Blocked<br></body></html>' };
    const blocked = await run({ ...readRecording('new'), GetCallerIdentity: page }, '-c', 'stage=live');
    const sentence = 'The response is not from AWS (HTTP 403, text/html): it may be from a proxy; check HTTPS_PROXY and AWS_ENDPOINT_URL';
    expect(blocked.out).toContain(`Could not use the credentials: ${sentence}.\n`);
    expect(blocked.code).toBe(2);
    const partly = await run({ ...readRecording('new'), GetAccountSettings: page }, '-c', 'stage=live');
    expect(partly.out).toContain(`Could not be read: ${sentence}.`);
    expect(partly.out).not.toContain('Deserialization');
  });

  it('requests the quotas that it names with --raise, after a confirmation', async () => {
    const settings = ['-c', 'stage=live', '-c', 'tasks=2', '-c', 'capacity=4', '-c', 'accountConcurrency=20'];
    const filed = { RequestedQuota: { Status: 'PENDING', CaseId: '17' } };
    const pending = { $error: 'ResourceAlreadyExistsException', status: 400, message: 'A request is open' };
    const aws = {
      ...readRecording('new'),
      'RequestServiceQuotaIncrease L-B99A9384': filed,
      'RequestServiceQuotaIncrease L-3032A538': pending,
    };
    const asked = await run(aws, ...settings, '--raise');
    expect(asked.err).toContain('"Concurrent executions" (lambda) to 20, "Fargate On-Demand vCPU resource count" (fargate) to 8');
    expect(asked.err).toContain('Nothing was requested.');
    expect(asked.calls).not.toContain('RequestServiceQuotaIncrease');
    const { err, calls } = await run(aws, ...settings, '--raise', '--yes');
    expect(err).toContain('"Concurrent executions" (lambda) to 20: requested, status PENDING, support case 17\n');
    expect(err).toContain('(fargate) to 8: an earlier request is still open\n');
    expect(calls.filter((call) => call === 'RequestServiceQuotaIncrease')).toHaveLength(2);
    const denied = { $error: 'AccessDeniedException', status: 400, message: 'Not for you' };
    const refused = await run({ ...aws, 'RequestServiceQuotaIncrease L-B99A9384': denied }, ...settings, '--raise', '--yes');
    expect(refused.err).toContain('(lambda) to 20: not requested: AccessDeniedException: Not for you\n');
    expect(refused.code).toBe(1);
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
