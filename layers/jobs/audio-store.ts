import { type AudioStores, findAudioStore, parseObjectUri } from '@talking-avatar/contract';
import { parseOwnUploadUrl } from '#aws/object-keys';
import { InvalidJobError } from './errors.ts';

/**
 * Checks that an `s3://` or `obs://` URL may be read: it must be one of the account's uploads, or in one of the `audioStores`.
 * @throws InvalidJobError
 */
export function checkAudioStore(settings: { BUCKET: string; AUDIO_STORES: AudioStores }, account: string, url: string | undefined): void {
  if (url === undefined || parseOwnUploadUrl(settings.BUCKET, account, url)) return;
  if (!/^(s3|obs):/i.test(url)) return;
  const address = parseObjectUri(url);
  if (!address) throw new InvalidJobError('audio_url: must be a bucket and a key, such as "s3://bucket/voice.wav"');
  const store = findAudioStore(settings.AUDIO_STORES, address);
  if (typeof store === 'string')
    throw new InvalidJobError(
      `audio_url: ${store}`,
      `audio_url: must be an object in one of the ${address.scheme} buckets of the setting "audioStores"`,
    );
}
