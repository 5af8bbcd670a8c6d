import { spawn } from 'node:child_process';

/** Longest delay before the kill, in ms. It is long enough for a writer to run several rounds. */
const LONGEST_DELAY = 40;

/**
 * Runs a writer as a child process until it has reported `count` lines, and then kills it while it is writing.
 *
 * @returns all lines that it reported, each of which is an acknowledged write
 */
export async function writeAndKill(script: URL, dir: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [script.pathname, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  let killing: NodeJS.Timeout | undefined;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    if (output.split('\n').length <= count || killing) continue;
    // Wait for a random amount of time, because the writer is always at the same point when it reports.
    killing = setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_DELAY);
  }
  await exited;
  return output.split('\n').slice(0, -1);
}
