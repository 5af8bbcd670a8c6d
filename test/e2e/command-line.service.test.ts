import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../bin/commands.ts';
import { sharedService, type TestService } from './service.ts';

const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'avatar.ts');
const folder = mkdtempSync(join(tmpdir(), 'command-line-'));
const at = (name: string): string => join(folder, name);

/** Runs `avatar` in a separate process, with the environment of a client. */
const avatar = (args: readonly string[], variables: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...variables },
    timeout: 240_000,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      err: stderr,
    }),
  );

describe('with a service', () => {
  let service: TestService;
  let variables: Record<string, string>;
  beforeAll(async () => {
    service = await sharedService();
    variables = { AVATAR_URL: service.url, AVATAR_TOKEN: await service.tokenFor('shell') };
  });
  afterAll(() => service.end());

  it('speaks text, and shows the job', async () => {
    const made = await avatar(['say', 'Maybe.', '-o', at('maybe.csv'), '--emotion', 'happy:0.5', '--json'], variables);
    expect(made).toMatchObject({ code: 0 });
    const { id, file, duration } = JSON.parse(made.out);
    expect(file).toBe(at('maybe.csv'));
    expect(duration).toBeGreaterThan(0.5);
    expect(readFileSync(file, 'utf8')).toMatch(/^Timecode,/);
    // A short job may have succeeded before its status is first read.
    expect(made.err).toMatch(/^(queued +0 %\n)?(running +\d+ %\n)*succeeded 100 %\n$/);
    expect((await avatar(['status', id], variables)).out).toMatch(new RegExp(`^${id} {2}succeeded +100 % {2}csv`));
    expect((await avatar(['download', id, '-o', at('maybe.wav'), '--artifact', 'audio'], variables)).code).toBe(0);
    expect(readFileSync(at('maybe.wav')).toString('latin1', 0, 4)).toBe('RIFF');
  });

  it('animates a recorded voice', async () => {
    const { audio } = await createEmbeddedEngine().speak({
      text: 'My mouth moves.',
      language: 'en-US',
      sex: 'male',
      speed: 1,
    });
    writeFileSync(at('voice.wav'), encodeWav(audio));
    writeFileSync(at('voice.txt'), 'My mouth moves.');
    const args = ['lipsync', at('voice.wav'), '--transcript', at('voice.txt'), '-o', at('voice.fbx')];
    expect(await avatar(args, variables)).toMatchObject({ code: 0, out: expect.stringContaining('voice.fbx: ') });
    expect(readFileSync(at('voice.fbx')).toString('latin1', 0, 18)).toBe('Kaydara FBX Binary');
  });

  it("processes a table's lines; a second run processes only missing or changed ones", async () => {
    const head = 'text,language,file,emotion\n';
    writeFileSync(at('lines.csv'), `${head}Hello.,en-US,,\n"Guten Tag, Welt.",de-DE,tag.csv,happy:0.4\nNo.,en-US,no.csv,angry\n`);
    const args = ['batch', at('lines.csv'), '-o', at('batch')];
    const first = await avatar(args, variables);
    expect(first).toMatchObject({ code: 2, out: expect.stringContaining('2 made, 0 kept, 1 failed') });
    expect(readFileSync(at('batch/report.csv'), 'utf8')).toMatch(/"4","no.csv","400 .*emotion\.expression.*"/);
    const { mtimeMs } = await stat(at('batch/tag.csv'));
    writeFileSync(at('lines.csv'), `${head}Hello you.,en-US,,\n"Guten Tag, Welt.",de-DE,tag.csv,happy:0.4\nNo.,en-US,no.csv,sad\n`);
    const second = await avatar([...args, '--json'], variables);
    expect(JSON.parse(second.out)).toMatchObject({ made: 2, kept: 1, failed: 0 });
    expect((await stat(at('batch/tag.csv'))).mtimeMs).toBe(mtimeMs);
    expect(existsSync(at('batch/0001.csv'))).toBe(true);
  });

  it.each([
    [['say', 'two', 'words'], 'Unexpected argument "words"'],
    [['say', 'x', '-o', 'x.gif'], 'must end with one of .mp4'],
    [['say', 'x', '-o', '/nowhere/x.csv'], 'could not write /nowhere/x.csv'],
    [['say', 'x', '--size', 'big'], 'must be a width and height such as 1280x720'],
    [['say', 'x', '--seed', 'y'], '--seed must be a number'],
    [['say', 'x', '--colour', 'red'], 'Unknown option --colour'],
    [['say', 'x', '-o', at('x.csv'), '--language', 'xx'], 'language: must be one of'],
    [['lipsync', 'voice.wav'], '--transcript FILE'],
    [['lipsync', '/nowhere.wav', '--text', 'x'], 'could not read /nowhere.wav'],
    [['batch', '/nowhere.csv', '-o', at('n')], 'could not read /nowhere.csv'],
    [['batch', COMMAND, '-o', at('n')], 'Invalid Record Length'],
    [['status', 'no-job'], '404 Unknown job'],
    [['download', 'no-job'], 'Missing option --out <FILE>'],
  ])('rejects %j', async (args, message) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run(args, { out: (line) => out.push(line), err: (line) => err.push(line) });
    vi.unstubAllEnvs();
    expect({ code, out, err: err.join('\n') }).toEqual({ code: 2, out: [], err: expect.stringContaining(message) });
  });

  it('reports a missing token and an invalid token', async () => {
    expect((await avatar(['status'], { ...variables, AVATAR_TOKEN: '' })).err).toContain('AVATAR_TOKEN');
    const refused = await avatar(['status'], { ...variables, AVATAR_TOKEN: 'wrong' });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('401 ') });
  });
});

it('starts a service for one command if none is running', async () => {
  const made = await avatar(['say', 'Hi.', '-o', at('alone.csv'), '--data', at('data')]);
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('starting one') });
  expect(existsSync(at('data/running.json'))).toBe(false);
});
