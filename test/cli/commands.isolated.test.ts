import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerJson, type Received, startServer } from '@talking-avatar/client/testing';
import { openApiDocument } from '@talking-avatar/contract';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../bin/commands.ts';

const NAMES = { humanoid: 'human', blendshape: 'shapes', ttsEngine: 'polly' };
const CSV = 'Timecode,BlendshapeCount\n';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'));
});

const write = (content: string): string => {
  writeFileSync(join(folder, 'table.csv'), content);
  return join(folder, 'table.csv');
};

async function avatar(...args: string[]) {
  const lines: string[] = [];
  const code = await run(args, { out: (line) => lines.push(line), err: (line) => lines.push(line) });
  return { code, text: lines.join('\n') };
}

/** Starts a service whose names are not the default ones. */
async function start(isDown: (request: Received) => boolean = () => false, content = CSV) {
  const server = await startServer((request, response) => {
    const { path } = request;
    if (isDown(request)) answerJson(response, { title: 'Refused', message: 'The token ended', code: 403 }, 403);
    else if (path.endsWith('/openapi.json')) answerJson(response, openApiDocument(NAMES));
    else if (path.endsWith('/generate')) answerJson(response, { id: 'x', status: 'queued' });
    else if (path.endsWith('/bucket')) response.end(content);
    else if (path.includes('/download')) {
      const sha256 = createHash('sha256').update(CSV).digest('hex');
      answerJson(response, { url: `${server.url}/bucket`, content_type: 'text/csv', size: CSV.length, sha256 });
    } else answerJson(response, { id: 'x', status: 'succeeded', progress: 1, finished_at: '', output: {}, error: null });
  });
  vi.stubEnv('AVATAR_URL', server.url);
  vi.stubEnv('AVATAR_TOKEN', 'secret');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    return server.close();
  });
  return server;
}

it("uses the service's names", async () => {
  const { received } = await start();
  expect(await avatar('say', 'Hi.', '--voice', 'Joanna', '-o', join(folder, 'a.csv'))).toMatchObject({ code: 0 });
  const job = JSON.parse(String(received.find(({ path }) => path.endsWith('/generate'))!.body));
  expect(job).toMatchObject({ target_rig: 'human', tts_params: { engine: 'polly', voice: 'Joanna' } });
});

it.each([
  ['head.glb', [], { target_rig: 'shapes', output: { type: 'glb', fps: 30 } }, 'artifact=result'],
  ['mouth.tsv', [], { target_rig: 'human', output: { type: 'csv' } }, 'artifact=visemes&set=rhubarb&type=tsv'],
  ['mouth.json', ['--set', 'oculus'], { output: { type: 'csv' } }, 'artifact=visemes&set=oculus&type=json'],
])('infers the output type of %s from its extension', async (file, options, job, query) => {
  const { received } = await start();
  expect(await avatar('say', 'Hi.', '--fps', '30', ...options, '-o', join(folder, file))).toMatchObject({ code: 0 });
  expect(JSON.parse(String(received.find(({ path }) => path.endsWith('/generate'))!.body))).toMatchObject(job);
  expect(received.some(({ path }) => path.includes(query))).toBe(true);
});

it("manages the client's avatars, lists jobs, and prints a job's address in the studio", async () => {
  const avatarOf = { id: 'a1', name: 'me', sex: 'male', size: 5, status: 'succeeded', created_at: '2026-01-01T00:00:00.000Z' };
  const job = { id: 'j1', status: 'succeeded', progress: 1, created_at: '', output: { type: 'glb' }, error: null };
  const server = await startServer(({ method, path }, response) => {
    if (method === 'DELETE') response.writeHead(204).end();
    else if (path.includes('/uploads')) answerJson(response, { upload: { method: 'PUT', url: `${server.url}/put`, headers: {} } });
    else if (path.includes('/avatars/a1')) answerJson(response, avatarOf);
    else if (path.includes('/avatars'))
      answerJson(response, method === 'GET' ? { avatars: [avatarOf], limit: 20 } : { ...avatarOf, status: 'queued' });
    else if (path.includes('status?id=a1')) answerJson(response, { ...job, id: 'a1' });
    else answerJson(response, { jobs: [job], cursor: null });
  });
  vi.stubEnv('AVATAR_URL', server.url);
  vi.stubEnv('AVATAR_TOKEN', 'secret');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    return server.close();
  });
  writeFileSync(join(folder, 'me.glb'), 'glTF');
  expect((await avatar('avatars', 'add', join(folder, 'me.glb'), '--sex', 'male')).text).toMatch(/^a1 .* succeeded .* me$/);
  const named = ['--name', 'show', '--sex', 'male'];
  expect((await avatar('avatars', 'add', join(folder, 'me.glb'), ...named)).text).toMatch(/^a1 .* me$/);
  expect((await avatar('avatars', 'list', '--json')).text).toBe(JSON.stringify(avatarOf));
  expect((await avatar('avatars', 'delete', 'a1')).text).toBe('a1: deleted');
  expect(server.received.find(({ method }) => method === 'DELETE')!.path).toContain('/lipsync/avatars/a1');
  expect((await avatar('jobs')).text).toMatch(/^j1 +succeeded +100 % +glb/);
  expect((await avatar('play', 'j 1')).text).toBe(`${server.url}/#/watch/j%201`);
});

it('runs jobs list, jobs show and avatars --account as the operator', async () => {
  expect((await avatar('jobs', 'show', 'a', 'b')).text).toContain('Unexpected argument "b"');
  expect((await avatar('jobs', 'list')).text).toContain('--account must be 1 to 64 letters');
  expect((await avatar('jobs', 'show', 'x', '--data', folder)).text).toContain(`No service is running on the data folder ${folder}`);
  expect((await avatar('avatars', '--account', 'acme')).text).toContain('Missing subcommand: list or delete');
  expect((await avatar('avatars', '--account=acme')).text).toContain('Missing subcommand: list or delete');
  expect((await avatar('jobs', '--account', 'acme')).text).toContain('Missing subcommand: list or show');
  expect((await avatar('jobs', '--acount', 'acme')).text).toContain('Unknown option --acount');
  expect((await avatar('avatars', 'remove', 'a1')).text).toContain('expected add, list, or delete');
});

it('accepts options before a subcommand', async () => {
  const running = `No service is running on the data folder ${folder}`;
  expect((await avatar('tokens', '--account', 'list', '--data', folder, 'list')).text).toContain(running);
  expect((await avatar('jobs', '--data', folder, 'show', 'x')).text).toContain(running);
  expect((await avatar('tokens', '--account', 'list')).text).toContain('Missing subcommand: create, list, renew, or revoke');
});

it.each([
  [['tokens', 'list', '--acount', 'x'], 'Unknown option --acount. Did you mean --account? Try: avatar tokens list --help'],
  [['tokens', 'create', '--account', 'a', '--plan'], 'Missing value for --plan. Try: avatar tokens create --help'],
  [['tokens', 'create', '--account', '-a'], 'Missing value for --account; write one that starts with a dash as --account=-a'],
  [['tokens', 'list', '--json=yes'], '--json takes no value'],
  [['say', 'Hi.', '-o', '--json'], 'Missing value for -o'],
  [['sya', 'Hi.'], 'Unknown command "sya". Did you mean say? Try: avatar --help'],
  [['say'], 'Missing argument TEXT: avatar say [options] <TEXT>'],
  [['say', 'two', 'words'], 'Unexpected argument "words"; put text with spaces in quotes'],
  [['batch', 'lines.csv'], 'Missing option --out <FOLDER>'],
])('rejects %j', async (args, message) => {
  expect(await avatar(...args)).toEqual({ code: 2, text: expect.stringContaining(message) });
});

it('explains every command and subcommand', async () => {
  const { code, text } = await avatar('--help');
  expect(code).toBe(0);
  const commands = [...text.matchAll(/^ {2}(\w+)(?: (\w+(?:\|\w+)*))?/gm)].flatMap(([, name = '', subcommands]) => [
    [name],
    ...(subcommands?.split('|').map((subcommand) => [name, subcommand]) ?? []),
  ]);
  expect(commands.length).toBeGreaterThan(30);
  for (const words of commands)
    expect(await avatar(...words, '--help')).toEqual({ code: 0, text: expect.stringContaining(`Usage: avatar ${words.join(' ')}`) });
  expect((await avatar('help', 'tokens', 'create')).text).toContain('--plan <NAME>');
});

it('reports a damaged download', async () => {
  await start(undefined, 'damaged');
  const out = join(folder, 'out');
  expect(await avatar('batch', write('text\nHi.\n'), '-o', out)).toMatchObject({ code: 2 });
  expect(readFileSync(join(out, 'report.csv'), 'utf8')).toMatch(/"2","0001.csv","The file is damaged: it has 7 of \d+ bytes/);
  expect((await avatar('download', 'x', '-o', join(folder, 'a.csv'))).text).toMatch(/^The file is damaged: it has 7 of/);
});

it('writes the report when the batch ends early', async () => {
  await start(() => true);
  expect((await avatar('batch', write('text\nHi.\n'), '-o', join(folder, 'out'))).code).toBe(2);
  expect(readFileSync(join(folder, 'out', 'report.csv'), 'utf8')).toContain('"2","0001.csv","waiting"');
});

it.each([
  ['text,file\nHi.,Report.CSV\n', [], "is the report's name"],
  ['text,file\nHi.,a.csv\nHo.,A.csv\n', [], '"A.csv" is used twice'],
  ['text,file\nHi.,a\nHo.,A.glb\n', ['--type', 'glb'], '"A.glb" is used twice'],
  ['text\nHi.\n', ['--jobs', '17'], 'a whole number from 1 to 16'],
  ['text,file\nHi.,a\0b.csv\n', [], ':2: file must have at most 240 bytes and no control characters, got "a\\u0000b.csv"'],
  [`text,file\nHi.,${'é'.repeat(150)}.csv\n`, [], ':2: file must have at most 240 bytes'],
  ['text,file\nHi.,"a\u001b[2J.csv"\n', [], 'no control characters, got "a\\u001b[2J.csv"'],
  ['text,voice_file\nHi.,../private.wav\n', [], ':2: voice_file must be in the table\'s folder, got "../private.wav"'],
  ['text,voice_file\nHi.,/etc/hostname\n', [], 'allow other folders with --any-voice-file'],
  ['text,voice_file\nHi.,link.wav\n', [], ':2: voice_file must be in the table\'s folder, got "link.wav"'],
  ['text,voice_file\nHi.,/missing.wav\n', ['--any-voice-file'], ':2: voice_file'],
])('rejects the table %j with %j', async (table, options, message) => {
  symlinkSync('/etc/hostname', join(folder, 'link.wav'));
  const { code, text } = await avatar('batch', write(table), '-o', join(folder, 'out'), ...options);
  expect(code).toBe(2);
  expect(text).toContain(message);
});

it('reports a damaged report, and an unknown command', async () => {
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'out', 'report.csv'), 'file,key\n"a');
  expect((await avatar('batch', write('text\nHi.\n'), '-o', join(folder, 'out'))).text).toContain('is damaged');
  expect((await avatar('constructor')).text).toContain('Unknown command');
});
