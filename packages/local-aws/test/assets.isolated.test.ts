import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Assets, assetFolder, openAssets } from '../src/assets.ts';
import { type FunctionDefinition, type Lambda, startLambda } from '../src/lambda/index.ts';

const HANDLER = `
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const acts = {
  environment: () => process.env,
  import: async ({ name }) => Object.keys(await import(name)),
  require: ({ name }) => Object.keys(require(name)),
  resolve: ({ name }) => require.resolve(name),
  run: ({ program }) => { const { error, stdout } = spawnSync(program, ['-version']); return error?.code ?? String(stdout); },
};
export const handler = (event) => acts[event.act](event);
`;

/** A project with one package, and a folder for the output of the bundler. */
let project: string;
let bundles: string;
let data: string;
let assets: Assets | undefined;
let lambda: Lambda | undefined;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'project-'));
  bundles = join(project, 'out');
  mkdirSync(bundles);
  write({ '../node_modules/valibot/package.json': '{"main":"index.js"}', '../node_modules/valibot/index.js': '' });
  data = mkdtempSync(join(tmpdir(), 'assets-'));
});
afterEach(async () => {
  await lambda?.stop();
  lambda = undefined;
  assets?.remove();
  for (const folder of [project, data]) rmSync(folder, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(bundles, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content, { mode: 0o755 });
  }
}

/** Starts a function in the same way as the local service, and calls it. */
function deploy(more: Partial<FunctionDefinition> = {}) {
  assets = openAssets(data);
  write({ 'work/handler.mjs': HANDLER });
  const definition: FunctionDefinition = {
    name: 'work',
    arn: 'arn:work',
    code: join(bundles, 'work'),
    handler: 'handler.handler',
    timeout: 5,
    memory: 256,
    variables: { TABLE: 'jobs' },
    layers: [],
    ...more,
  };
  lambda = startLambda({
    dir: data,
    place: { region: 'us-east-1', account: '000000000000' },
    endpoint: 'http://127.0.0.1:9',
    secretOf: (name) => `secret of ${name}`,
    functions: [assets.linkFunction(definition)],
    send: async () => {},
  });
  return async (act: string, event: object = {}) => {
    const { payload } = (await lambda?.invoke('work', JSON.stringify({ act, ...event })))!;
    return JSON.parse(payload);
  };
}

describe('a function in its packaged asset', () => {
  it('cannot import packages of the project that contains its bundle', async () => {
    const call = deploy();
    expect((await call('import', { name: 'valibot' })).errorMessage).toMatch(/^Cannot find package 'valibot'/);
    expect((await call('require', { name: 'valibot' })).errorMessage).toMatch(/^Cannot find module 'valibot'/);
  });

  it('cannot import them through a symbolic link in its bundle', async () => {
    write({ 'linked.mjs': 'import "valibot"; export const found = 1;' });
    mkdirSync(join(bundles, 'work'));
    symlinkSync(join(bundles, 'linked.mjs'), join(bundles, 'work', 'linked.mjs'));
    const call = deploy();
    expect((await call('import', { name: './linked.mjs' })).errorMessage).toMatch(/^Cannot find package 'valibot'/);
  });

  it("finds its layers' packages, with later layers first, and no others", async () => {
    write({
      'first/nodejs/node_modules/voices/package.json': '{}',
      'first/nodejs/node_modules/voices/index.js': 'exports.first = 1;',
      'second/nodejs/node_modules/voices/index.js': 'exports.second = 2;',
      'third/nodejs/node_modules/other/index.js': '',
    });
    const call = deploy({ layers: [join(bundles, 'first'), join(bundles, 'second')] });
    expect(await call('require', { name: 'voices' })).toEqual(['second']);
    expect(await call('resolve', { name: 'voices/package.json' })).toBe(
      join(assetFolder(data), 'work/opt/nodejs/node_modules/voices/package.json'),
    );
    expect((await call('resolve', { name: 'other' })).errorMessage).toMatch(/^Cannot find module 'other'/);
  });

  it('cannot require an ES module, as on Lambda, except in an image', async () => {
    write({ 'work/module.mjs': 'export const found = 1;' });
    const call = deploy();
    expect((await call('require', { name: './module.mjs' })).errorMessage).toMatch(/require\(\) of ES Module .* not supported/);
    expect(await call('import', { name: './module.mjs' })).toEqual(['found']);
    await lambda?.stop();
    expect(await deploy({ image: true })('require', { name: './module.mjs' })).toContain('found');
  });

  it("finds its layers' programs, but not this machine's", async () => {
    expect(await deploy()('run', { program: 'ffmpeg' })).toBe('ENOENT');
    await lambda?.stop();
    write({ 'ffmpeg/bin/ffmpeg': '#!/bin/sh\necho layer $1\n' });
    const call = deploy({ layers: [join(bundles, 'ffmpeg')] });
    expect(await call('run', { program: 'ffmpeg' })).toBe('layer -version\n');
    expect(await call('run', { program: 'ls' })).toBe('ENOENT');
  });
});

describe('files added to a layer while the service is running', () => {
  it('can be found by a running function after addFiles', async () => {
    const layer = join(bundles, 'layer');
    write({ 'layer/nodejs/node_modules/heads/first.txt': '' });
    const call = deploy({ layers: [layer] });
    expect((await call('resolve', { name: 'heads/second.txt' })).errorMessage).toMatch(/^Cannot find module/);
    write({ 'layer/nodejs/node_modules/heads/second.txt': '' });
    assets?.addFiles();
    expect(await call('resolve', { name: 'heads/second.txt' })).toMatch(/heads\/second\.txt$/);
  });
});

describe("a function's environment", () => {
  const MARKERS = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'NODE_OPTIONS', 'FFMPEG_PATH', 'VK_ICD_FILENAMES', 'LD_PRELOAD', 'EDITOR'];
  const before = { ...process.env };
  afterEach(() => {
    for (const name of [...MARKERS, 'HOME', 'PATH']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  it("has the template's and Lambda's variables, and none from the shell that started the service", async () => {
    for (const name of MARKERS) process.env[name] = name === 'NODE_OPTIONS' ? '--no-warnings' : '/of-the-shell';
    process.env.HOME = '/of-the-shell';
    process.env.PATH = `/of-the-shell:${before.PATH}`;
    const environment: Record<string, string> = await deploy()('environment');
    expect(Object.keys(environment).sort()).toEqual(
      [
        'TABLE',
        'AWS_ACCESS_KEY_ID',
        'AWS_SECRET_ACCESS_KEY',
        'AWS_REGION',
        'AWS_DEFAULT_REGION',
        'AWS_EXECUTION_ENV',
        'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
        'AWS_LAMBDA_FUNCTION_NAME',
        'AWS_LAMBDA_FUNCTION_VERSION',
        'AWS_LAMBDA_INITIALIZATION_TYPE',
        'AWS_LAMBDA_LOG_GROUP_NAME',
        'AWS_LAMBDA_LOG_STREAM_NAME',
        'AWS_LAMBDA_RUNTIME_API',
        '_HANDLER',
        '_X_AMZN_TRACE_ID',
        'LAMBDA_TASK_ROOT',
        'LANG',
        'NODE_PATH',
        'PATH',
        'TZ',
        // Variables that are only needed locally: the AWS endpoint, and folders that take the place of Lambda's.
        ...['AWS_ENDPOINT_URL', 'AWS_EC2_METADATA_DISABLED', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'],
      ].sort(),
    );
    expect(JSON.stringify(environment)).not.toContain('of-the-shell');
  });
});

describe('the assets folder', () => {
  it('is rejected with a suggestion if a node_modules folder can be reached from it', () => {
    const { TMPDIR } = process.env;
    process.env.TMPDIR = bundles;
    try {
      expect(() => openAssets(data)).toThrow(
        `${join(project, 'node_modules')} is visible to functions here but would not be on AWS; set TMPDIR to a folder outside ${project}`,
      );
    } finally {
      process.env.TMPDIR = TMPDIR;
    }
  });
});
