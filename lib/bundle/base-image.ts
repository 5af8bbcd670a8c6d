import { readFileSync } from 'node:fs';

export interface BaseImage {
  /** Name with its tag, such as `node:24.21.0-trixie-slim`. */
  name: string;
  /** `sha256:…` of the multi-architecture image. Without a digest, the tag may refer to a different image later. */
  digest: string | undefined;
}

/** The Dockerfile argument that names the image. */
const ARGUMENT = /^ARG BASE_IMAGE=(?<name>[^@\s]+)(@(?<digest>sha256:[0-9a-f]{64}))?$/m;

/** @returns undefined if the Dockerfile does not have a BASE_IMAGE argument */
export function readBaseImage(path: string): BaseImage | undefined {
  const { name, digest } = ARGUMENT.exec(readFileSync(path, 'utf8'))?.groups ?? {};
  return name === undefined ? undefined : { name, digest };
}

/**
 * Adds the digest of the base image to the text of a Dockerfile.
 * @throws Error if the BASE_IMAGE argument is missing or the digest is invalid
 */
export function pinBaseImage(dockerfile: string, digest: string): string {
  const { name } = ARGUMENT.exec(dockerfile)?.groups ?? {};
  if (name === undefined) throw new Error('The Dockerfile must have the line "ARG BASE_IMAGE=name:tag"');
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`The digest must be "sha256:…", got "${digest}"`);
  return dockerfile.replace(ARGUMENT, `ARG BASE_IMAGE=${name}@${digest}`);
}
