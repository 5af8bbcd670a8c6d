import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies a folder, using hard links where the file system allows them. Files must therefore not be modified in either copy. Symbolic links
 * are followed, so that nothing in the copy points back to the source.
 * @param missing whether to copy only files that are missing, and skip files that disappear during the copy
 */
export function linkFolder(source: string, target: string, { missing = false } = {}): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    const [from, to] = [join(source, name), join(target, name)];
    try {
      if (statSync(from).isDirectory()) linkFolder(from, to, { missing });
      else if (!missing || !existsSync(to)) linkFile(realpathSync(from), to);
    } catch (error) {
      if (!missing || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * Error codes of `link` for files that must be copied instead: the target is on another file system or on one without hard links, or
 * another user owns the file.
 */
const UNLINKABLE = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'];

function linkFile(source: string, target: string): void {
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
  } catch (error) {
    if (!UNLINKABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
