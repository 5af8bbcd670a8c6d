import { type AudioStores, backgroundUrlOf, type JobSpecification, WEBHOOK_EVENTS } from '@talking-avatar/contract';
import { parseOwnUploadUrl } from '#aws/object-keys';
import { findBlockReason, type OutboundScope } from '#aws/outbound/guard';
import { checkAudioStore } from './audio-store.ts';
import { InvalidJobError } from './errors.ts';

/** Settings that determine which URLs a job may contain. */
interface UrlSettings {
  BUCKET: string;
  AUDIO_STORES: AudioStores;
  OUTBOUND: OutboundScope;
}

/** Checks a job's URLs: `audio_url`, the background image, and the webhooks. @throws InvalidJobError */
export function checkJobUrls(settings: UrlSettings, account: string, specification: JobSpecification): void {
  checkAudioStore(settings, account, specification.audio_url);
  const image = backgroundUrlOf(specification);
  if (image !== undefined && /^s3:/i.test(image) && !parseOwnUploadUrl(settings.BUCKET, account, image)) {
    const message = 'output.background.url: must be an http(s) URL, or the URL of an upload of this account';
    throw new InvalidJobError(message);
  }
  refuseBlockedUrls(specification, settings.OUTBOUND);
}

/** Rejects URLs that the service never connects to. Host names are checked later, on every connection. @throws InvalidJobError */
function refuseBlockedUrls(specification: JobSpecification, scope: OutboundScope): void {
  const { audio_url, web_hooks } = specification;
  const image = { 'output.background.url': backgroundUrlOf(specification) };
  const urls = {
    audio_url,
    ...image,
    ...Object.fromEntries(WEBHOOK_EVENTS.map((key) => [`web_hooks.${key}`, web_hooks[key]])),
  };
  for (const [field, url] of Object.entries(urls)) {
    if (!url || /^(s3|obs):/i.test(url)) continue;
    const reason = findBlockReason(url, scope);
    const rule = `${field}: must be a URL that is reachable from the internet`;
    if (reason) throw new InvalidJobError(`${rule}, but ${reason}`, rule);
  }
}
