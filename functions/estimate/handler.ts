import { checkPhones } from '../../layers/animation/index.ts';
import { estimateJob, loadCostHistory } from '../../layers/billing/index.ts';
import { jobSchema, toEstimateView } from '../../layers/contract/index.ts';
import { checkJobUrls, readSubmission } from '../../layers/jobs/index.ts';
import { findActorAvatar } from '../../layers/own-avatars/index.ts';
import { createEndpoint, jsonResponse, readEnvironment } from '../../layers/runtime/index.ts';
import { validateSpeechRequest } from '../../layers/speech/index.ts';
import { estimatePlanOf } from './plan.ts';

const settings = readEnvironment('estimate');
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/estimate`: validates a request as generate does, and returns an estimate of cost and time. */
export const handler = createEndpoint(settings, { methods: ['POST'] }, async ({ event, caller }) => {
  const { specification, audio } = await readSubmission(event, schema);
  if (specification.timeline) checkPhones(specification.timeline);
  const avatar = await findActorAvatar(settings.AVATARS_TABLE, caller.account, specification);
  validateSpeechRequest(settings.TTS, specification, settings.VOICES, avatar?.sex);
  checkJobUrls(settings, caller.account, specification);
  const history = await loadCostHistory(settings.ACCOUNTS_TABLE);
  return jsonResponse(
    toEstimateView(estimateJob(estimatePlanOf(specification, audio !== undefined, settings), history)),
  );
});
