import type { JobStatus } from '@talking-avatar/client';

/** Width of the bar, characters. */
const WIDTH = 30;

/**
 * Shows the progress of a job: a bar that is drawn anew on a terminal, a line for each change elsewhere.
 *
 * @param stream where it is shown, standard error as a rule
 * @returns `show` for each status, and `end` to leave the bar's line
 */
export function createProgress(stream: NodeJS.WriteStream): { show: (job: JobStatus) => void; end: () => void } {
  let last = '';
  return {
    show: ({ status, progress }) => {
      const percent = Math.round(progress * 100);
      const line = `${status} ${percent} %`;
      if (line === last) return;
      last = line;
      const full = Math.round((percent / 100) * WIDTH);
      if (stream.isTTY) stream.write(`\r\x1b[K${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${line}`);
      else stream.write(`${line}\n`);
    },
    end: () => {
      if (stream.isTTY && last) stream.write('\n');
    },
  };
}
