import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the whole run one temporary folder, which is gone after it, and one folder that stays for the code that Node.js has compiled:
 * processes that tests start load in half the time.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-tests-'));
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'out', 'compiled');
  return () => rmSync(folder, { recursive: true, force: true });
}
