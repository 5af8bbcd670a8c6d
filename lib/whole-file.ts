import { randomUUID } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Writes a file beside its place and moves it there once it is whole: who looks finds the file before or the new one, and no part
 * of one when the writing fails. What is no file, such as a pipe or a terminal, is written as it stands.
 *
 * @param content also as pieces of text, which are never in memory together
 * @param mode of the file; otherwise it is that of the file before, or of a new one
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  mode?: number,
): Promise<void> {
  const place = await realpath(path).catch(() => path);
  const before = await stat(place).catch(() => undefined);
  if (before && !before.isFile()) return writeFile(place, content);
  const part = `${place}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, content, { flag: 'wx', flush: true });
    const wanted = mode ?? (before && before.mode & 0o777);
    if (wanted !== undefined) await chmod(part, wanted);
    await rename(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
