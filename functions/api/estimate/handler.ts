import { checkPhones } from '@talking-avatar/animation';
import { type ExpectedVideo, estimateRendering } from '@talking-avatar/avatar/plan';
import { jobSchema, toEstimateView } from '@talking-avatar/contract';
import { validateSpeechRequest } from '@talking-avatar/speech';
import { estimateJob, loadCostHistory } from '#billing';
import { meteringSettings } from '#billing/settings';
import { checkJobUrls } from '#jobs';
import { findActorAvatar } from '#jobs/avatars';
import { createEndpoint, jsonResponse, readEnvironment, readSubmission } from '#runtime';
import { environment } from './environment.ts';
import { estimatePlanOf } from './plan.ts';

const settings = readEnvironment(environment);
const schema = jobSchema(settings.IDENTIFIERS);

/** `POST /lipsync/estimate` validates a request the same way as `generate`, and estimates its cost and time. */
export const handler = createEndpoint(settings, { methods: ['POST'] }, async ({ event, caller }) => {
  const { specification, audio } = await readSubmission(event, schema);
  if (specification.timeline) checkPhones(specification.timeline);
  const avatar = await findActorAvatar(settings.AVATARS_TABLE, caller.account, specification);
  validateSpeechRequest(settings.TTS, specification, settings.VOICES, avatar?.sex);
  checkJobUrls(settings, caller.account, specification);
  const history = await loadCostHistory(settings.ACCOUNTS_TABLE);
  const rendering = settings.RENDERING;
  const renderers = {
    ...rendering,
    plan: (video: ExpectedVideo) => estimateRendering(video, rendering),
    prices: meteringSettings().PRICES,
  };
  return jsonResponse(toEstimateView(estimateJob(estimatePlanOf(specification, audio !== undefined), history, renderers)));
});
