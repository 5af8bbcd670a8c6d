import type { Artifact, Timeline } from '@talking-avatar/client';
import { client, trackOnline } from '../state/session.ts';

/** Reads a job's file and verifies its hash. */
export async function readFile(id: string, artifact: Artifact, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const file = await trackOnline(client.value.download(id, { artifact, ...(signal && { signal }) }));
  return file.bytes();
}

export async function readTimeline(id: string, signal: AbortSignal): Promise<Timeline> {
  return JSON.parse(new TextDecoder().decode(await readFile(id, 'timeline', signal)));
}

/** Returns a file's URL, which is valid for a few minutes and does not contain the token. */
export async function addressOf(id: string, artifact: Artifact, signal: AbortSignal): Promise<string> {
  return (await trackOnline(client.value.link(id, { artifact, encoding: 'gzip', signal }))).url;
}

/** Saves a file under the name that the service gives it. */
export async function save(id: string, artifact: Artifact): Promise<void> {
  const link = document.createElement('a');
  link.href = await addressOf(id, artifact, new AbortController().signal);
  link.rel = 'noreferrer';
  link.click();
}
