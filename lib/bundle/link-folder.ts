import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies a folder with hard links, which take no space. It is for files that are only replaced as a whole, such as packages and baked
 * actors. Symbolic links are followed, so that nothing in the copy points back to the source.
 * @param keep selects files by name
 */
export function linkFolder(source: string, target: string, keep: (name: string) => boolean = () => true): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    const [from, to] = [join(source, name), join(target, name)];
    if (statSync(from).isDirectory()) linkFolder(from, to, keep);
    else if (keep(name)) linkFile(from, to);
  }
}

/** Hard-links a file, or copies it if the file system does not support links. Replaces an existing target. */
export function linkFile(source: string, target: string): void {
  const file = realpathSync(source);
  try {
    linkSync(file, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      rmSync(target);
      linkFile(file, target);
      return;
    }
    // These mean a different file system, one without links, or another user's file.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(code)) throw error;
    copyFileSync(file, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
