import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies a folder using hard links, which take no space. Only suitable for files that are never modified, only replaced, such as packages
 * and baked actors. Symbolic links are followed, so that nothing in the copy points back to the source.
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
    // These codes mean a different file system, one that does not support links, or a file of another user.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(code)) throw error;
    copyFileSync(file, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
