import type { JobSpecification } from '@talking-avatar/contract';
import { expect, it } from 'vitest';
import { checkJobUrls } from '#jobs';
import { InvalidJobError } from '#jobs/errors';

const settings = {
  BUCKET: 'objects',
  AUDIO_STORES: { s3: { buckets: ['voices'], pathStyle: true } },
  OUTBOUND: 'public',
};

/** Returns the error that a job with these URLs causes. */
function refusalOf(urls: object): InvalidJobError {
  try {
    checkJobUrls(settings as never, 'acme', { web_hooks: {}, output: { type: 'csv' }, ...urls } as JobSpecification);
  } catch (error) {
    if (error instanceof InvalidJobError) return error;
    throw error;
  }
  throw new Error('The URLs were accepted');
}

it.each([
  [{ audio_url: 's3://confidential/voice.wav' }, 'audio_url: must be an object in one of the s3 buckets'],
  [{ audio_url: 'https://203.0.113.7:99/voice.wav' }, 'audio_url: must be a URL that is reachable'],
  [{ audio_url: 'http://10.20.30.40/voice.wav' }, 'audio_url: must be a URL that is reachable'],
  [{ web_hooks: { on_fail: 'http://10.20.30.40/' } }, 'web_hooks.on_fail: must be a URL that is reachable'],
])('explains to the client why %j is rejected, and does not quote it in the log', (urls, logged) => {
  const { message, logged: line } = refusalOf(urls);
  expect(message).toMatch(/confidential|99|10\.20\.30\.40/);
  expect(line).toContain(logged);
  expect(line).not.toMatch(/confidential|99|10\.20\.30\.40/);
});

it.each(['s3', 'S3'])("rejects a background from another account's store, as %s", (scheme) => {
  const output = { type: 'video', background: { url: `${scheme}://objects/uploads/other/image.png` } };
  expect(refusalOf({ output }).message).toMatch(/the URL of an upload of this account/);
});
