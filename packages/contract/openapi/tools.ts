import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_IDENTIFIERS, openApiDocument } from '../src/index.ts';

const folder = import.meta.dirname;

/** The generated types of the two clients. */
export const TYPESCRIPT_TYPES = join(folder, '../../client/src/api.ts');
export const PYTHON_TYPES = join(folder, '../../client-python/avatar_client/models.py');

/** Time limit for a tool on a busy machine, in ms. */
const TIMEOUT = 240_000;

/** Writes the OpenAPI document with the default identifiers. @returns the file's path */
export function writeDocument(to: string): string {
  const path = join(to, 'openapi.json');
  writeFileSync(path, JSON.stringify(openApiDocument(DEFAULT_IDENTIFIERS)));
  return path;
}

/** Runs a linter or generator of this folder's packages. @returns its output @throws Error with its output */
export async function runTool(name: string, args: readonly string[]): Promise<string> {
  const options = {
    cwd: folder,
    timeout: TIMEOUT,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
  };
  const { stdout, stderr } = await promisify(execFile)(join(folder, 'node_modules', '.bin', name), args, options).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${name}: ${error.message}\n${error.stdout}\n${error.stderr}`);
    },
  );
  return `${stdout}${stderr}`;
}

/** Generates the types of the TypeScript client from an OpenAPI document. */
export const generateTypes = (document: string, to: string): Promise<string> => runTool('openapi-typescript', [document, '--output', to]);
