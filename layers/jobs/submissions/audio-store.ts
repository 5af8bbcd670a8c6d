import { ownUploadKey } from '../../aws/objects.ts';
import { type AudioStores, errors, findAudioStore, parseObjectUri } from '../../contract/index.ts';

/**
 * Checks whether the object that an `audio_url` names may be read: an upload of the account, or one of a store of the settings.
 *
 * @throws ApiError 400
 */
export function checkAudioStore(
  settings: { BUCKET: string; AUDIO_STORES: AudioStores },
  account: string,
  url: string | undefined,
): void {
  if (url === undefined || ownUploadKey(settings.BUCKET, account, url)) return;
  if (!/^(s3|obs):/i.test(url)) return;
  const address = parseObjectUri(url);
  if (!address) throw errors.invalidJob('audio_url: expected a bucket and a key, such as "s3://bucket/voice.wav"');
  const store = findAudioStore(settings.AUDIO_STORES, address);
  if (typeof store === 'string') throw errors.invalidJob(`audio_url: ${store}`);
}
