/** Child process that writes rows while the file system makes some of the writes fail halfway. Reports each row that was accepted. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/dynamodb/dynalite.ts';

/** Size of a row, and how much larger a file may get before writes to it fail, in bytes. */
const ROW = 2_000;
const ROOM = 5_000;

const dir = process.argv[2]!;
const { db } = await openStore(dir);
const limitFiles = (bytes: string | number) => execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]);

let row = 0;
async function write(rows: number): Promise<void> {
  for (const until = row + rows; row < until; row += 1) {
    try {
      await db.batch([{ type: 'put', key: `row ${row}`, value: 'x'.repeat(ROW) }]);
      process.stdout.write(`row ${row}\n`);
    } catch {
      process.stdout.write('refused\n');
    }
  }
}

await write(20);
const log = readdirSync(dir).find((name) => name.endsWith('.log'))!;
limitFiles(statSync(join(dir, log)).size + ROOM);
await write(10);
limitFiles('unlimited');
await write(50);
process.kill(process.pid, 'SIGKILL');
