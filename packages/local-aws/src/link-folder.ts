import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies a folder as hard links where the file system allows it: neither place may write into them. Symbolic links are followed, so that
 * nothing in the copy leads back to the source.
 * @param missing keeps files that the copy already has; files that vanish during the copy are skipped
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

/** Error codes of `link` that call for a copy: another file system, one without links, another user's file. */
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
