import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary folder for the run, and keeps a folder for Node.js's compiled code, which halves the load time of processes that
 * tests start.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-tests-'));
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'out', 'compiled');
  return () => rmSync(folder, { recursive: true, force: true });
}
