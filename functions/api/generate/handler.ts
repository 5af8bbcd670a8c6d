import { checkPhones } from '@talking-avatar/animation';
import { jobSchema } from '@talking-avatar/contract';
import { validateSpeechRequest } from '@talking-avatar/speech';
import { checkJobUrls, findIdempotencyRecord } from '#jobs';
import { findActorAvatar } from '#jobs/avatars';
import { baseUrlOf, createEndpoint, findHeader, jsonResponse, readEnvironment, readSubmission } from '#runtime';
import { acceptSubmission } from './acceptance.ts';
import { environment } from './environment.ts';
import { type AcceptedJob, createClaim, matchClaim } from './idempotency.ts';

const settings = readEnvironment(environment);
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/generate` accepts a job and returns its ID. */
export const handler = createEndpoint(settings, { methods: ['POST'], keyed: true }, async ({ event, caller, requestId }) => {
  const submission = await readSubmission(event, schema);
  const claim = createClaim(caller.account, findHeader(event, 'idempotency-key'), submission);
  const earlier = claim && (await findIdempotencyRecord(settings.IDEMPOTENCY_TABLE, claim.key));
  // A repeated request gets the same response as the first one, even if its avatar or voice no longer exists.
  if (earlier && earlier.fingerprint === claim.fingerprint) return respond(matchClaim(earlier, claim));
  if (submission.specification.timeline) checkPhones(submission.specification.timeline);
  // Rejects text that cannot be spoken, now rather than when the job runs.
  const avatar = await findActorAvatar(settings.AVATARS_TABLE, caller.account, submission.specification);
  validateSpeechRequest(settings.TTS, submission.specification, settings.VOICES, avatar?.sex);
  checkJobUrls(settings, caller.account, submission.specification);
  const accepted = await acceptSubmission(settings, caller, submission, {
    claim,
    earlier,
    requestId,
    baseUrl: baseUrlOf(event),
    ...(avatar && { avatar }),
  });
  // Counts this job in the rate limit headers.
  if (!accepted.replayed) caller.used += 1;
  return respond(accepted);
});

const respond = ({ id, replayed }: AcceptedJob) =>
  jsonResponse({ id, status: 'queued' }, 200, replayed ? { 'idempotent-replayed': 'true' } : {});
