import { randomUUID } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/** Why a file may be writable where none can be put beside it: its folder is not, or its name is as long as names can be. */
const NO_ROOM_BESIDE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG']);

/**
 * Writes a file beside its place and moves it there once it is whole: who looks finds the file before or the new one, and no part
 * of one when the writing fails. What is no file, such as a pipe or a terminal, is written as it stands, and so is a file that nothing
 * can be put beside.
 *
 * @param content also as pieces of text, which are never in memory together
 * @param mode of the file; otherwise it is that of the file before, or of a new one
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
  const file = await open(part, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (NO_ROOM_BESIDE.has(error.code ?? '')) return undefined;
    throw error;
  });
  if (!file) {
    await writeFile(place, content);
    if (mode !== undefined) await chmod(place, mode);
    return;
  }
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
