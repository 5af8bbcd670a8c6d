import type { JobStatus } from '@talking-avatar/client';

/** Width of the bar, in characters. */
const WIDTH = 30;

/**
 * Shows a job's progress: as a bar on a terminal, otherwise as one line per change. Call `show` for each status update, and `end` to finish
 * the line.
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
