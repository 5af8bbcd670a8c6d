import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_IDENTIFIERS, openApiDocument } from '../src/index.ts';
import { writePythonModels } from './python-models.ts';
import { generateTypes, PYTHON_TYPES, TYPESCRIPT_TYPES, writeDocument } from './tools.ts';

/** `npm run client:types`: generates the types of the TypeScript and Python clients from the contract. */
const temporary = mkdtempSync(join(tmpdir(), 'client-types-'));
try {
  await generateTypes(writeDocument(temporary), TYPESCRIPT_TYPES);
  writeFileSync(PYTHON_TYPES, writePythonModels(openApiDocument(DEFAULT_IDENTIFIERS)));
  console.log(`${TYPESCRIPT_TYPES}\n${PYTHON_TYPES}`);
} finally {
  rmSync(temporary, { recursive: true });
}
