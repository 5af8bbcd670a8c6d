import { ownUploadKey } from '../../layers/cloud/index.ts';
import { errors, type JobSpecification } from '../../layers/contract/index.ts';

/** Refuses what the contract allows and this version cannot do yet: nobody gets a made-up result. */
export function refuseUnbuilt({ audio_url }: JobSpecification, bucket: string, account: string): void {
  if (!audio_url || ownUploadKey(bucket, account, audio_url)) return;
  const scheme = new URL(audio_url).protocol;
  if (scheme === 's3:' || scheme === 'obs:') {
    throw errors.notImplemented(
      `audio_url: ${scheme}// addresses are not available yet; use http(s), the part "audio" or POST /lipsync/uploads.`,
    );
  }
}
