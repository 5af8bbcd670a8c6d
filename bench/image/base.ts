import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { askBuildah, buildah } from './buildah.ts';

/** Additional certificates that this machine trusts, and where to install them. */
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
const CERTIFICATES = '/usr/local/share/certificates.pem';

/** Folders that may contain the Node.js headers. The Runtime API client only uses Node-API, so any version works. */
const HEADERS = [join(dirname(dirname(process.execPath)), 'include', 'node'), '/usr/include/node', '/usr/local/include/node'];

/**
 * Builds a substitute for the Dockerfile's base image when there is no registry. Like the official image, it is Debian with Node.js, npm,
 * and the headers, but it is created with debootstrap and this machine's Node.js. The check therefore covers the steps of the Dockerfile,
 * but not the official image.
 *
 * @param name `FROM` in the Dockerfile, for example `docker.io/library/node:24-trixie-slim`
 * @param suite Debian suite
 */
export function makeBase(name: string, suite: string): void {
  if (askBuildah('images', '--quiet', '--filter', `reference=${name}`) !== '') return;
  const headers = HEADERS.find((folder) => existsSync(join(folder, 'node_api.h')));
  if (!headers) throw new Error(`Node.js headers not found in ${HEADERS.join(', ')}`);
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  const root = mkdtempSync(join(tmpdir(), 'image-base-'));
  try {
    execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, root], { stdio: 'inherit' });
    const local = join(root, 'usr', 'local');
    cpSync(realpathSync(process.execPath), join(local, 'bin', 'node'));
    cpSync(join(npm, 'npm'), join(local, 'lib', 'node_modules', 'npm'), { recursive: true, verbatimSymlinks: true });
    execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm')]);
    cpSync(headers, join(local, 'include', 'node'), { recursive: true });
    if (certificates) cpSync(certificates, join(root, CERTIFICATES));
    const container = askBuildah('from', 'scratch');
    buildah('copy', '--quiet', container, root, '/');
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    buildah('config', '--env', `PATH=${path}`, ...(certificates ? ['--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`] : []), container);
    buildah('commit', '--quiet', '--rm', container, name);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
