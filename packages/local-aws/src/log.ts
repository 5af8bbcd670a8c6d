import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

export interface Log {
  write(line: string): void;
  close(): Promise<void>;
}

/** Size at which a log is rotated, in bytes. It is enough for a few thousand jobs. */
const LIMIT = 4 * 2 ** 20;

/**
 * Appends lines to `<directory>/<name>.log`. At `limit` bytes, the file is renamed to `<name>.old.log`, replacing the previous one. This
 * bounds the total size.
 */
export function openLog(directory: string, name: string, limit = LIMIT): Log {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${name}.log`);
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let file = append(path);
  return {
    write(line) {
      if (size > limit) {
        // Pending lines are still written to the full file under its new name.
        file.end();
        try {
          renameSync(path, join(directory, `${name}.old.log`));
        } catch {
          // The file is not open yet, or the disk is full. Later lines go to the same file.
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
  // A full disk must not stop the service.
  file.on('error', () => {});
  return file;
}
