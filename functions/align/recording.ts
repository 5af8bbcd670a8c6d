import { fetchExternal, fetchObject, getObject, OutboundError } from '../../layers/aws/index.ts';
import { findAudioStore, InputError, LIMITS, parseObjectUri } from '../../layers/contract/index.ts';
import type { JobItem } from '../../layers/jobs/index.ts';
import type { SettingsOf } from '../../layers/runtime/index.ts';

/** Milliseconds that a recording may take to come. */
const FETCH_TIMEOUT = 60_000;

/**
 * Gets the recording of a job: the part of its request, its upload, or what its `audio_url` leads to.
 *
 * @throws InputError when the address cannot be fetched
 */
export async function fetchRecording(settings: SettingsOf<'align'>, job: JobItem): Promise<Uint8Array> {
  if (job.recording) return getObject(settings.BUCKET, job.recording);
  const url = job.specification.audio_url ?? '';
  try {
    return await fetchAudioUrl(settings, url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new InputError('Recording not reachable', `the recording cannot be fetched: ${error.message}`, 'audio_url', {
      cause: error,
    });
  }
}

async function fetchAudioUrl(settings: SettingsOf<'align'>, url: string): Promise<Uint8Array> {
  const limits = { bytes: LIMITS.audioBytes, timeout: FETCH_TIMEOUT };
  const address = parseObjectUri(url);
  if (!address) return fetchExternal(url, settings.OUTBOUND, limits);
  const store = findAudioStore(settings.AUDIO_STORES, address);
  if (typeof store === 'string') throw new OutboundError(store);
  return fetchObject(address, store, limits);
}
