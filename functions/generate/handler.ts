import { jobSchema } from '../../layers/contract/index.ts';
import { checkAddresses, readSubmission } from '../../layers/jobs/index.ts';
import { baseUrlOf, endpoint, header, json, ratesOf, readEnvironment } from '../../layers/runtime/index.ts';
import { checkSpeech } from '../../layers/speech/index.ts';
import { accept } from './acceptance.ts';

const settings = readEnvironment('generate');
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/generate`: takes a job and answers its id at once. */
export const handler = endpoint(
  {
    methods: ['POST'],
    origins: settings.CORS_ORIGINS,
    tokensTable: settings.TOKENS_TABLE,
    rates: ratesOf(settings),
    keyed: true,
  },
  async ({ event, caller, requestId }) => {
    const submission = await readSubmission(event, schema);
    // A text that cannot be said is refused now, not when the job runs.
    checkSpeech(settings.TTS, submission.specification);
    checkAddresses(settings, caller.account, submission.specification);
    const id = await accept(settings, caller, submission, {
      key: header(event, 'idempotency-key'),
      requestId,
      baseUrl: baseUrlOf(event),
    });
    return json({ id, status: 'queued' });
  },
);
