import { errors, type JobSpecification, WEBHOOK_KEYS } from '../../contract/index.ts';
import { type Reach, refusalOf } from '../outbound/guard.ts';

/**
 * Refuses addresses that are never gone to: those that are written as an inside address. What a name leads to shows when it is
 * resolved, at each connection anew.
 *
 * @throws ApiError 400
 */
export function refuseAddresses({ audio_url, web_hooks }: JobSpecification, reach: Reach): void {
  const named = { audio_url, ...Object.fromEntries(WEBHOOK_KEYS.map((key) => [`web_hooks.${key}`, web_hooks[key]])) };
  for (const [field, url] of Object.entries(named)) {
    if (!url || /^(s3|obs):/i.test(url)) continue;
    const refusal = refusalOf(url, reach);
    if (refusal)
      throw errors.invalidJob(`${field}: expected an address that is reachable from the internet, but ${refusal}`);
  }
}
