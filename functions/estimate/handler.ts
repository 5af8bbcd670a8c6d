import { estimateJob, loadCostHistory } from '../../layers/billing/index.ts';
import { jobSchema, toEstimateView } from '../../layers/contract/index.ts';
import { checkAddresses, readSubmission } from '../../layers/jobs/index.ts';
import { endpoint, json, ratesOf, readEnvironment } from '../../layers/runtime/index.ts';
import { checkSpeech } from '../../layers/speech/index.ts';
import { planOf } from './plan.ts';

const settings = readEnvironment('estimate');
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/estimate`: takes what generate takes, refuses what it refuses, and makes nothing. */
export const handler = endpoint(
  {
    methods: ['POST'],
    origins: settings.CORS_ORIGINS,
    tokensTable: settings.TOKENS_TABLE,
    rates: ratesOf(settings),
  },
  async ({ event, caller }) => {
    const { specification, audio } = await readSubmission(event, schema);
    checkSpeech(settings.TTS, specification);
    checkAddresses(settings, caller.account, specification);
    const experience = await loadCostHistory(settings.ACCOUNTS_TABLE);
    return json(toEstimateView(estimateJob(planOf(specification, audio !== undefined, settings), experience)));
  },
);
