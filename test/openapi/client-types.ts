import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTypes, writeDocument } from './tools.ts';

/** `npm run client:types`: generates layers/client/api.ts, the types of the TypeScript client, from the contract. */
const temporary = mkdtempSync(join(tmpdir(), 'client-types-'));
try {
  console.log(await generateTypes(writeDocument(temporary), join(import.meta.dirname, '../../layers/client/api.ts')));
} finally {
  rmSync(temporary, { recursive: true });
}
