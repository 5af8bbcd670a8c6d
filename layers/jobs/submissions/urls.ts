import { findBlockReason, type OutboundScope } from '../../aws/outbound/guard.ts';
import { type AudioStores, errors, type JobSpecification, WEBHOOK_KEYS } from '../../contract/index.ts';
import { checkAudioStore } from './audio-store.ts';

/** What of the settings says which addresses a job may name. */
export interface UrlSettings {
  BUCKET: string;
  AUDIO_STORES: AudioStores;
  OUTBOUND: OutboundScope;
}

/**
 * Checks the addresses that a job names: its recording's, and those of its webhooks.
 *
 * @throws ApiError 400
 */
export function checkJobUrls(settings: UrlSettings, account: string, specification: JobSpecification): void {
  checkAudioStore(settings, account, specification.audio_url);
  refuseBlockedUrls(specification, settings.OUTBOUND);
}

/**
 * Refuses addresses that are never gone to: those that are written as an inside address. What a name leads to shows when it is
 * resolved, at each connection anew.
 *
 * @throws ApiError 400
 */
function refuseBlockedUrls({ audio_url, web_hooks }: JobSpecification, reach: OutboundScope): void {
  const named = { audio_url, ...Object.fromEntries(WEBHOOK_KEYS.map((key) => [`web_hooks.${key}`, web_hooks[key]])) };
  for (const [field, url] of Object.entries(named)) {
    if (!url || /^(s3|obs):/i.test(url)) continue;
    const refusal = findBlockReason(url, reach);
    if (refusal)
      throw errors.invalidJob(`${field}: expected an address that is reachable from the internet, but ${refusal}`);
  }
}
