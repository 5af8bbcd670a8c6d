import { readEnvironment, reportProgress, step, storeSpeech } from '../../layers/cloud/index.ts';
import { sexOfActor } from '../../layers/contract/index.ts';
import { createEmbeddedEngine, encodeWav } from '../../layers/speech/index.ts';

const settings = readEnvironment('synthesize');
const engine = createEmbeddedEngine();

/** How far a job is whose text is being spoken. */
const SPEAKING = 0.1;

/** Speech from the text of a job. */
export const handler = step(settings.JOBS_TABLE, async (job) => {
  const { text, language, actor, tts_params } = job.specification;
  await reportProgress(settings.JOBS_TABLE, job.id, SPEAKING);
  const { audio, timeline, warnings } = await engine.speak({
    text,
    language,
    sex: sexOfActor(actor),
    speed: tts_params?.speed ?? 1,
    ...(tts_params?.voice && { voice: tts_params.voice }),
  });
  await storeSpeech({ jobs: settings.JOBS_TABLE, bucket: settings.BUCKET }, job, {
    wav: encodeWav(audio),
    timeline,
    warnings,
  });
});
