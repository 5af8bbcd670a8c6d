import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

export interface Log {
  write(line: string): void;
  close(): Promise<void>;
}

/** Appends lines to `<directory>/<name>.log`. */
export function openLog(directory: string, name: string): Log {
  mkdirSync(directory, { recursive: true });
  const file = createWriteStream(join(directory, `${name}.log`), { flags: 'a' });
  // A full disk must not take the service down with it.
  file.on('error', () => {});
  return {
    write: (line) => file.write(`${line}\n`),
    close: async () => {
      file.end();
      await finished(file).catch(() => {});
    },
  };
}
