import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lays a folder with all that is in it out at another place without copying its bytes. Both places then share them: this is
 * for what is replaced as a whole and never written into, such as packages and baked actors.
 *
 * @param keep Which of its files are taken, by name.
 */
export function linkFolder(source: string, target: string, keep: (name: string) => boolean = () => true): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) linkFolder(from, to, keep);
    else if (keep(entry.name)) linkFile(from, to);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // Some file systems have no links, and none has them to another one.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(source, target);
  }
}
