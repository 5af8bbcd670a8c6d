import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

export interface Log {
  write(line: string): void;
  close(): Promise<void>;
}

/** Bytes after which a log is begun anew: some thousand jobs. */
const LIMIT = 4 * 2 ** 20;

/**
 * Appends lines to `<directory>/<name>.log`. A full one becomes `<name>.old.log`, in place of the one before: what is kept is bounded.
 * @param limit bytes
 */
export function openLog(directory: string, name: string, limit = LIMIT): Log {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${name}.log`);
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let file = append(path);
  return {
    write(line) {
      if (size > limit) {
        // The full file is still written under its new name until its last line is complete.
        file.end();
        try {
          renameSync(path, join(directory, `${name}.old.log`));
        } catch {
          // Not opened yet, or the disk is full: the next lines go to the same file.
        }
        file = append(path);
        size = 0;
      }
      size += Buffer.byteLength(line) + 1;
      file.write(`${line}\n`);
    },
    close: async () => {
      file.end();
      await finished(file).catch(() => {});
    },
  };
}

function append(path: string): WriteStream {
  const file = createWriteStream(path, { flags: 'a' });
  // A full disk must not take the service down with it.
  file.on('error', () => {});
  return file;
}
