import {
  checkStore,
  endpoint,
  findExperience,
  json,
  ratesOf,
  readEnvironment,
  readSubmission,
  refuseAddresses,
} from '../../layers/cloud/index.ts';
import { describeEstimate, jobSchema, voiceRequestOf } from '../../layers/contract/index.ts';
import { estimateJob } from '../../layers/ledger/index.ts';
import { checkText, checkVoice } from '../../layers/speech/index.ts';
import { planOf } from './plan.ts';

const settings = readEnvironment('estimate');
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/estimate`: takes what generate takes, refuses what it refuses, and makes nothing. */
export const handler = endpoint(
  { methods: ['POST'], tokensTable: settings.TOKENS_TABLE, rates: ratesOf(settings) },
  async ({ event, caller }) => {
    const { specification, audio } = await readSubmission(event, schema);
    checkText(specification.text, specification.language);
    checkVoice(settings.TTS, voiceRequestOf(specification));
    checkStore(settings, caller.account, specification.audio_url);
    refuseAddresses(specification, settings.OUTBOUND);
    const experience = await findExperience(settings.ACCOUNTS_TABLE);
    return json(describeEstimate(estimateJob(planOf(specification, audio !== undefined), experience)));
  },
);
