import { randomUUID } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Writes a file so that readers find either the previous file or the whole new one: it is written beside its place and then renamed.
 * Links are followed. What is no file, such as a pipe or a terminal, is written directly.
 *
 * @param content the content, or pieces of text that need not be in memory together
 * @param mode of the file; by default that of the previous file, or of a new one
 * @throws the error of the content or of the file system; the previous file then stays as it was
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  mode?: number,
): Promise<void> {
  const place = await realpath(path).catch(() => path);
  const before = await stat(place).catch(() => undefined);
  if (before && !before.isFile()) return writeFile(place, content);
  const part = `${place}.${randomUUID().slice(0, 8)}.part`;
  const file = await open(part, 'wx');
  try {
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    const wanted = mode ?? (before && before.mode & 0o777);
    if (wanted !== undefined) await chmod(part, wanted);
    await rename(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
