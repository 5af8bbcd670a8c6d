import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it, vi } from 'vitest';
import { putInBackground } from '../src/priority.ts';

it('lowers a background session by the given nice value', async () => {
  const child = spawn('sleep', ['60'], { detached: true });
  const ended = once(child, 'exit');
  try {
    await once(child, 'spawn');
    const before = getPriority(child.pid);
    putInBackground(child.pid!, 10);
    expect(getPriority(child.pid)).toBe(Math.min(before + 10, 19));
    const group = `/proc/${child.pid}/autogroup`;
    // A system without autogroups has only process priorities.
    if (existsSync(group)) await vi.waitFor(() => expect(readFileSync(group, 'utf8')).toMatch(/nice 10$/m), 60_000);
  } finally {
    child.kill();
    await ended;
  }
});
