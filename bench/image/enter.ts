import { execFileSync } from 'node:child_process';
import { runArguments } from './buildah.ts';

/** Root's PATH on Debian. The PATH of the function does not include programs on this machine. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * `enter.ts CONTAINER COMMAND…` replaces itself with the command in the container, with the environment variables of a function. The local
 * service starts this program in place of the renderer process.
 */
const [container = '', ...command] = process.argv.slice(2);
const { PATH: _, NODE_COMPILE_CACHE, TMPDIR, ...variables } = process.env as Record<string, string>;
const environment = { ...variables, HOME: '/tmp', LAMBDA_TASK_ROOT: '/var/task' };
if (!process.execve) throw new Error('process.execve is missing; use Node.js 24');
const program = execFileSync('/usr/bin/which', ['buildah'], { encoding: 'utf8', env: { PATH } }).trim();
process.execve(program, ['buildah', ...runArguments(container, environment, command)], {
  PATH,
});
