import { randomUUID } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Writes a file atomically by renaming a temporary file in the same folder, so readers see either the previous file or the complete new
 * one. Symbolic links are followed. Pipes, terminals, and other special files are written to directly.
 * @param content the content, or chunks of text that need not all fit in memory at once
 * @param mode file mode; defaults to the previous file's mode
 * @throws any error from the content or the file system. The previous file is then left unchanged.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  mode?: number,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const previous = await stat(target).catch(() => undefined);
  if (previous && !previous.isFile()) return writeFile(target, content);
  const part = `${target}.${randomUUID().slice(0, 8)}.part`;
  const file = await open(part, 'wx');
  try {
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    const newMode = mode ?? (previous && previous.mode & 0o777);
    if (newMode !== undefined) await chmod(part, newMode);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
