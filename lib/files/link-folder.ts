import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lays a folder with all that is in it out at another place without copying its bytes. Both places then share them: this is
 * for what is replaced as a whole and never written into, such as packages and baked actors. Symbolic links are followed, so
 * that nothing at the new place leads back to where it came from.
 *
 * @param keep Which of its files are taken, by name.
 */
export function linkFolder(source: string, target: string, keep: (name: string) => boolean = () => true): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    const [from, to] = [join(source, name), join(target, name)];
    if (statSync(from).isDirectory()) linkFolder(from, to, keep);
    else if (keep(name)) linkFile(from, to);
  }
}

/** Lays one file out at another place, instead of what is there, sharing its bytes where the file system can. */
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
    // Some file systems have no links, none has them to another one, and Linux forbids them to files of other users.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(code)) throw error;
    copyFileSync(file, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
