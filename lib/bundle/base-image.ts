import { readFileSync } from 'node:fs';

export interface BaseImage {
  /** With its tag: `node:24.21.0-trixie-slim`. */
  name: string;
  /** `sha256:…` of the multi-architecture image; without it, the tag may mean another image later. */
  digest: string | undefined;
}

/** The argument of a Dockerfile that names the image. */
const ARGUMENT = /^ARG BASE_IMAGE=(?<name>[^@\s]+)(@(?<digest>sha256:[0-9a-f]{64}))?$/m;

/** @returns undefined for a Dockerfile without the argument BASE_IMAGE */
export function readBaseImage(path: string): BaseImage | undefined {
  const { name, digest } = ARGUMENT.exec(readFileSync(path, 'utf8'))?.groups ?? {};
  return name === undefined ? undefined : { name, digest };
}

/** Writes a base image's digest into a Dockerfile's text. @throws Error without the argument BASE_IMAGE, and for an invalid digest */
export function pinBaseImage(dockerfile: string, digest: string): string {
  const { name } = ARGUMENT.exec(dockerfile)?.groups ?? {};
  if (name === undefined) throw new Error('The Dockerfile lacks the line "ARG BASE_IMAGE=name:tag"');
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`Expected a digest "sha256:…", got "${digest}"`);
  return dockerfile.replace(ARGUMENT, `ARG BASE_IMAGE=${name}@${digest}`);
}
