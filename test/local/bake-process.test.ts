import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { bake } from '../../bin/local/bake-process.ts';

/** Maximum time for the bake process to exit, and how often to check, in ms. */
const WAIT = { timeout: 30_000, interval: 50 };

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

it.runIf(process.platform === 'linux')('stops baking when the service ends for any reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-test-'));
  const [program, file] = [join(folder, 'bake.mjs'), join(folder, 'pid')];
  // The program gets the file for its process ID in place of an actor.
  writeFileSync(
    program,
    "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], String(process.pid)); setInterval(() => {}, 1000);",
  );
  const service = `
    import { bake } from ${JSON.stringify(join(import.meta.dirname, '../../bin/local/bake-process.ts'))};
    const options = { inBackground: false, program: ${JSON.stringify(program)} };
    bake([${JSON.stringify(file)}], options, { onBaked: () => {}, report: console.error });`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', service], { stdio: 'inherit' });
  try {
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8') !== '', WAIT);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(runs(pid)).toBe(true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    try {
      await vi.waitUntil(() => !runs(pid), WAIT);
    } finally {
      if (runs(pid)) process.kill(pid, 'SIGKILL');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("waits for the process's threads that bake actors", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-test-'));
  const program = join(folder, 'bake.mjs');
  writeFileSync(
    program,
    `import { Worker, isMainThread, parentPort } from 'node:worker_threads';
    if (isMainThread) new Worker(new URL(import.meta.url)).on('message', () => console.log('baked'));
    else setTimeout(() => parentPort.postMessage(''), 300);`,
  );
  const said: string[] = [];
  try {
    const options = { inBackground: false, program };
    const onBaked = () => void said.push('baked');
    await bake(['any'], options, { onBaked, report: (problem) => said.push(problem) }).done;
    expect(said).toEqual(['baked']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
