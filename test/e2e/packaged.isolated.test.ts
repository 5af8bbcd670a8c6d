import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLocal } from 'local-aws';
import { type Assets, openAssets } from 'local-aws/assets';
import type { FunctionDefinition } from 'local-aws/lambda';
import { createEnvironment, Sandbox } from 'local-aws/lambda';
import { readDeployment } from 'local-aws/template';
import { readFunctions, readTasks } from 'local-aws/wiring';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#runtime';
import { submit, watch } from '../../bin/demo/client.ts';
import { packagesOf } from '../../lib/bundle/packages.ts';
import { synthesize } from '../../lib/synthesize.ts';
import { AMPLE, tinyJob } from './service.ts';

/** Number of concurrent processes. */
const CONCURRENCY = 3;

let folder: string;
let assets: Assets;
let deployment: ReturnType<typeof readDeployment>;
let functions: FunctionDefinition[];

const surroundings = () => ({
  place: deployment.place,
  endpoint: 'http://127.0.0.1:9',
  secretOf: () => 'secret',
  caches: folder,
});

/** Returns the name that the function has in the source code. */
const nameOf = ({ variables, name }: FunctionDefinition): string => variables.POWERTOOLS_SERVICE_NAME ?? name;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packaged-'));
  deployment = readDeployment(await synthesize({ stage: 'local' }), 'http://127.0.0.1:9');
  assets = openAssets(folder);
  functions = readFunctions(deployment).map(assets.linkFunction);
});
afterAll(() => {
  assets?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls `act` for each item, with limited concurrency. */
async function forAll<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/** Runs Node.js. @returns its output */
function run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], timeout: 240_000 });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject).once('close', () => resolve(output));
  });
}

describe('packaged as for AWS', () => {
  it("every function loads with only its asset and layers, and with Lambda's flags and environment", async () => {
    const failures: Record<string, string> = {};
    await forAll(functions, async (definition) => {
      const name = nameOf(definition);
      const lines: string[] = [];
      const sandbox = new Sandbox({
        definition,
        environment: surroundings(),
        temporary: join(folder, 'tmp', name),
        onLine: (line) => lines.push(line),
        onReport: () => {},
      });
      await sandbox.start();
      await sandbox.ready();
      if (!sandbox.alive) failures[name] = /"errorMessage":"([^"]*)/.exec(lines.join('\n'))?.[1] ?? lines.join('\n');
      await sandbox.stop();
    });
    expect(failures).toEqual({});
    expect(functions.length).toBeGreaterThan(20);
  });

  it('every function finds the packages that it resolves at run time', async () => {
    const script = `
      const { createRequire } = require('node:module');
      const { existsSync } = require('node:fs');
      const lookUp = createRequire(process.cwd() + '/handler.mjs').resolve;
      const has = (name) => lookUp.paths(name).some((folder) => existsSync(folder + '/' + name));
      console.log(JSON.stringify(process.argv.slice(1).filter((name) => !has(name))));`;
    const missing: Record<string, string[]> = {};
    await forAll(functions, async (definition) => {
      const packages = packagesOf(nameOf(definition));
      if (packages.length === 0) return;
      const environment = createEnvironment(definition, surroundings(), folder, '-');
      missing[nameOf(definition)] = JSON.parse(await run(['-e', script, '--', ...packages], definition.code, environment));
    });
    // The runtime for neural voices is deployed only if they are enabled, as part of an image.
    const neural = ['onnxruntime-node', 'onnxruntime-common', 'neural-voices'];
    expect(missing).toEqual({ align: [], export: [], render: [], synthesize: neural });
  });

  it('every task finds its packages in its image', async () => {
    const said = await Promise.all(
      readTasks(deployment)
        .map(assets.linkTask)
        .map(({ image, program, variables }) => {
          // For an uncaught error, Node.js would print the source line. That line is the whole minified program, and may be cut off.
          const { href } = pathToFileURL(resolve(image, program));
          const script = `import(${JSON.stringify(href)}).catch(({ message }) => console.log(message));`;
          return run(['-e', script], image, { ...variables });
        }),
    );
    expect(said).toHaveLength(1);
    // It loads, and then fails because there is no task token.
    expect(said.join('\n')).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find/);
    expect(said.join('\n')).toContain('TASK_TOKEN');
  });
});

describe('a function that lacks a permission', () => {
  it('fails its job, and the log names the action and the resource', async () => {
    const assembly = await synthesize({ stage: 'local', out: join(folder, 'assembly') });
    revoke(assembly, /Solve/, 's3:GetObject');
    const [lines, denied]: [string[], string[]] = [[], []];
    const service = await startLocal({
      assembly,
      dir: join(folder, 'data'),
      port: 0,
      warm: false,
      onLog: ({ line }) => lines.push(line),
      onDenied: (message) => denied.push(message),
    });
    try {
      Object.assign(process.env, service.environment);
      const token = await createToken(service.outputs.TokensTable ?? '', 'revoked', AMPLE);
      const client = { url: service.url, token };
      const job = await watch(client, await submit(client, tinyJob));
      expect(job).toMatchObject({ status: 'failed', error: { code: 500 } });
      const refusal = /User: \S*Solve\S* is not authorized to perform: s3:GetObject on resource: arn:aws:s3:::\S+\/jobs\//;
      expect(lines.join('\n')).toMatch(refusal);
      expect(denied.join('\n')).toMatch(refusal);
    } finally {
      await service.stop();
    }
  });
});

interface Template {
  Resources: Record<string, { Type: string; Properties: { PolicyDocument?: { Statement: { Action: string | string[] }[] } } }>;
}

/** Removes an action from every statement in the role of a function. @throws Error if no statement contains it */
function revoke(assembly: string, role: RegExp, action: string): void {
  const manifest = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { type: string; properties?: { templateFile?: string } }>;
  };
  let revoked = 0;
  for (const { type, properties } of Object.values(manifest.artifacts)) {
    if (type !== 'aws:cloudformation:stack') continue;
    const file = join(assembly, properties?.templateFile ?? '');
    const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::IAM::Policy' || !role.test(id) || !Properties.PolicyDocument) continue;
      const { Statement } = Properties.PolicyDocument;
      const others = Statement.filter(({ Action }) => ![Action].flat().includes(action));
      revoked += Statement.length - others.length;
      Properties.PolicyDocument.Statement = others;
    }
    writeFileSync(file, JSON.stringify(template));
  }
  if (revoked === 0) throw new Error(`No role that matches ${role} may ${action}`);
}
