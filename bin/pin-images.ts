import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinBaseImage, readBaseImage } from '../lib/bundle/base-image.ts';
import { readTool } from './tool.ts';

/** `npm run pin:images`: looks up the digest of the base image and writes it to the Dockerfiles. */
readTool('npm run pin:images', {}, []);
for (const name of ['render', 'synthesize']) {
  const path = join(import.meta.dirname, '..', 'functions', 'steps', name, 'image', 'Dockerfile');
  const base = readBaseImage(path);
  if (!base) throw new Error(`${path} must have a line "ARG BASE_IMAGE=name:tag"`);
  const digest = resolveDigest(base.name);
  if (digest === base.digest) console.log(`${name}: ${base.name} is still ${digest}`);
  else {
    writeFileSync(path, pinBaseImage(readFileSync(path, 'utf8'), digest));
    console.log(`${name}: ${base.name} was ${base.digest ?? 'not pinned'} and is now ${digest}`);
  }
}

/** Uses the Docker client because it handles registries, sign-in, and proxies. */
function resolveDigest(name: string): string {
  const inspect = ['buildx', 'imagetools', 'inspect', name, '--format', '{{.Manifest.Digest}}'];
  try {
    return execFileSync('docker', inspect, { encoding: 'utf8', timeout: 60_000 }).trim();
  } catch (cause) {
    console.error(`Could not look up the digest of ${name} with "docker ${inspect.slice(0, 3).join(' ')}":`);
    console.error((cause as Error).message);
    process.exit(1);
  }
}
