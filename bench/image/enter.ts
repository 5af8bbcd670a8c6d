import { execFileSync } from 'node:child_process';
import { runArguments } from './buildah.ts';

/** The PATH of root on Debian: a function of an image has no program of the machine on its own. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * `enter.ts CONTAINER COMMAND…` becomes the command in the container, with the variables of a function that hold there: what the
 * local service starts in place of the renderer's own process.
 */
const [container = '', ...command] = process.argv.slice(2);
const { PATH: _, NODE_COMPILE_CACHE, TMPDIR, ...variables } = process.env as Record<string, string>;
const environment = { ...variables, HOME: '/tmp', LAMBDA_TASK_ROOT: '/var/task' };
if (!process.execve) throw new Error('This Node.js cannot become another program; 24 can');
const program = execFileSync('/usr/bin/which', ['buildah'], { encoding: 'utf8', env: { PATH } }).trim();
process.execve(program, ['buildah', ...runArguments(container, environment, command)], {
  PATH,
});
