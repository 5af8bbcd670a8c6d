import { findAudioStore, InputError, LIMITS, parseObjectUri } from '@talking-avatar/contract';
import { fetchClientObject, fetchExternal, getObject, OutboundError } from '#aws';
import type { JobItem } from '#jobs';
import type { SettingsOf } from '#runtime';

/** Download timeout, in ms. */
const FETCH_TIMEOUT = 60_000;

/** Reads the stored recording of a job, or downloads its `audio_url`. @throws InputError if the URL cannot be downloaded */
export async function fetchRecording(settings: SettingsOf<'align'>, job: JobItem): Promise<Uint8Array> {
  if (job.recording) return getObject(settings.BUCKET, job.recording);
  const url = job.specification.audio_url ?? '';
  try {
    return await fetchAudioUrl(settings, url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new InputError('Recording not reachable', `the recording cannot be downloaded: ${error.message}`, 'audio_url', {
      cause: error,
    });
  }
}

async function fetchAudioUrl(settings: SettingsOf<'align'>, url: string): Promise<Uint8Array> {
  const limits = { bytes: LIMITS.audioBytes, timeout: FETCH_TIMEOUT };
  const uri = parseObjectUri(url);
  if (!uri) return fetchExternal(url, settings.OUTBOUND, limits);
  const store = findAudioStore(settings.AUDIO_STORES, uri);
  if (typeof store === 'string') throw new OutboundError(store);
  return fetchClientObject(uri, store, limits);
}
