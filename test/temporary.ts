import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the whole run one temporary folder, which is gone after it. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
