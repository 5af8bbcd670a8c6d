import { ownUploadKey, type SettingsOf } from '../../layers/cloud/index.ts';
import { errors, findStore, readObjectAddress } from '../../layers/contract/index.ts';

/**
 * Checks where an `audio_url` leads, as far as the settings tell: the account's own uploads and the stores that are open.
 *
 * @throws ApiError 400
 */
export function checkAddress(settings: SettingsOf<'generate'>, account: string, url: string | undefined): void {
  if (url === undefined || ownUploadKey(settings.BUCKET, account, url)) return;
  if (!/^(s3|obs):/i.test(url)) return;
  const address = readObjectAddress(url);
  if (!address) throw errors.invalidJob('audio_url: expected a bucket and a key, such as "s3://bucket/voice.wav"');
  const store = findStore(settings.AUDIO_STORES, address);
  if (typeof store === 'string') throw errors.invalidJob(`audio_url: ${store}`);
}
