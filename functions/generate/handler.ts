import { checkPhones } from '../../layers/animation/index.ts';
import { jobSchema } from '../../layers/contract/index.ts';
import { checkJobUrls, readSubmission } from '../../layers/jobs/index.ts';
import { findActorAvatar } from '../../layers/own-avatars/index.ts';
import { baseUrlOf, createEndpoint, findHeader, jsonResponse, readEnvironment } from '../../layers/runtime/index.ts';
import { validateSpeechRequest } from '../../layers/speech/index.ts';
import { acceptSubmission } from './acceptance.ts';

const settings = readEnvironment('generate');
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/generate`: accepts a job and returns its id. */
export const handler = createEndpoint(
  settings,
  { methods: ['POST'], keyed: true },
  async ({ event, caller, requestId }) => {
    const submission = await readSubmission(event, schema);
    if (submission.specification.timeline) checkPhones(submission.specification.timeline);
    // Refuse a text that cannot be spoken now, not when the job runs.
    const avatar = await findActorAvatar(settings.AVATARS_TABLE, caller.account, submission.specification);
    validateSpeechRequest(settings.TTS, submission.specification, settings.VOICES, avatar?.sex);
    checkJobUrls(settings, caller.account, submission.specification);
    const id = await acceptSubmission(settings, caller, submission, {
      key: findHeader(event, 'idempotency-key'),
      requestId,
      baseUrl: baseUrlOf(event),
      ...(avatar && { avatar }),
    });
    return jsonResponse({ id, status: 'queued' });
  },
);
