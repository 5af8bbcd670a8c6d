import {
  baseUrlOf,
  checkStore,
  endpoint,
  header,
  json,
  ratesOf,
  readEnvironment,
  readSubmission,
  refuseAddresses,
} from '../../layers/cloud/index.ts';
import { jobSchema, voiceRequestOf } from '../../layers/contract/index.ts';
import { checkText, checkVoice } from '../../layers/speech/index.ts';
import { accept } from './acceptance.ts';

const settings = readEnvironment('generate');
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/generate`: takes a job and answers its id at once. */
export const handler = endpoint(
  { methods: ['POST'], tokensTable: settings.TOKENS_TABLE, rates: ratesOf(settings) },
  async ({ event, caller, requestId }) => {
    const submission = await readSubmission(event, schema);
    // A text that cannot be said is refused now, not when the job runs.
    checkText(submission.specification.text, submission.specification.language);
    checkVoice(settings.TTS, voiceRequestOf(submission.specification));
    checkStore(settings, caller.account, submission.specification.audio_url);
    refuseAddresses(submission.specification, settings.OUTBOUND);
    const id = await accept(settings, caller, submission, {
      key: header(event, 'idempotency-key'),
      requestId,
      baseUrl: baseUrlOf(event),
    });
    return json({ id, status: 'queued' });
  },
);
