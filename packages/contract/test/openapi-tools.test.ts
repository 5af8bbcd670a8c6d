import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writePythonModels } from '../openapi/python-models.ts';
import { generateTypes, PYTHON_TYPES, runTool, TYPESCRIPT_TYPES, writeDocument } from '../openapi/tools.ts';
import { DEFAULT_IDENTIFIERS, openApiDocument } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
const document = writeDocument(folder);

it('passes Redocly and Spectral without a warning', async () => {
  expect(await runTool('redocly', ['lint', document])).not.toMatch(/warning/i);
  await runTool('spectral', [
    'lint',
    document,
    '--ruleset',
    join(import.meta.dirname, '../openapi/.spectral.yaml'),
    '--fail-severity=hint',
  ]);
  // Both tools must report the error in a broken document.
  const broken = join(folder, 'broken.json');
  writeFileSync(broken, readFileSync(document, 'utf8').replace('"operationId":"cancel"', '"operationId":"status"'));
  await expect(runTool('redocly', ['lint', broken])).rejects.toThrow('operationId');
  await expect(runTool('spectral', ['lint', broken])).rejects.toThrow('operationId');
});

it('generates the clients’ types; if not, run "npm run client:types"', async () => {
  const types = join(folder, 'api.ts');
  await generateTypes(document, types);
  expect(readFileSync(types, 'utf8')).toBe(readFileSync(TYPESCRIPT_TYPES, 'utf8'));
  expect(writePythonModels(openApiDocument(DEFAULT_IDENTIFIERS))).toBe(readFileSync(PYTHON_TYPES, 'utf8'));
});

it('works with another generator, whose client accepts the smallest job', async () => {
  const generated = join(folder, 'generated');
  await runTool('openapi-ts', ['--input', document, '--output', generated, '--no-log-file']);
  writeFileSync(
    join(generated, 'use.ts'),
    `import { generate, type Job } from './index';
const job: Job = { target_rig: 'metahuman', text: 'Hi.', language: 'en-US', output: { type: 'csv' } };
export const text = generate({ body: job });
// @ts-expect-error unknown output type
export const wrong: Job = { ...job, output: { type: 'gif' } };
`,
  );
  const options =
    '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable';
  await runTool('tsc', [join(generated, 'use.ts'), ...options.split(' ')]);
});
