import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../src/lock.ts';
import { makeDirectory, removeDirectory } from '../src/testing.ts';

let dir: string;

beforeEach(() => {
  dir = makeDirectory();
});
afterEach(() => removeDirectory(dir));

/** Starts a process that tries to lock the folder at a given time, and keeps the lock until its stdin is closed. */
async function startTaker(at = 0): Promise<{ said: string; end(signal: NodeJS.Signals): Promise<void> }> {
  const script = join(import.meta.dirname, 'lock-taker.ts');
  const child = spawn(process.execPath, [script, dir, String(at)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    said,
    end: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}

describe("a data folder's lock", () => {
  it('is acquired by only one of many concurrent processes, even after its owner was killed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const at = Date.now() + 600;
      const takers = await Promise.all(Array.from({ length: 4 }, () => startTaker(at)));
      expect(takers.map(({ said }) => said).sort()).toEqual(['locked', 'refused', 'refused', 'refused']);
      await Promise.all(takers.map(({ end }) => end('SIGKILL')));
    }
  });

  it("is free even if another process has its dead owner's ID", async () => {
    writeFileSync(join(dir, 'lock'), String(process.ppid));
    lockFolder(dir)();
  });

  it('names the process that holds it', async () => {
    const { said, end } = await startTaker();
    expect(said).toBe('locked');
    expect(() => lockFolder(dir)).toThrow(/^Process \d+ is using the data folder .*; stop it, or use another folder$/);
    await end('SIGKILL');
    const unlock = lockFolder(dir);
    expect(() => lockFolder(dir)).toThrow(`Process ${process.pid} is using the data folder ${dir}`);
    unlock();
  });
});
