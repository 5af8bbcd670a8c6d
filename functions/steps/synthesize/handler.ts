import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { handlesOf, type JobSpecification, type SpeechTimeline, sexOfActor } from '@talking-avatar/contract';
import {
  addHandles,
  alignRecording,
  createEmbeddedEngine,
  createPollyEngine,
  decodeWav,
  encodeWav,
  normalizeLoudness,
  type SpeechRequest,
  type TranscribedRecording,
} from '@talking-avatar/speech';
import { createNeuralEngine, readDeployedVoices } from '@talking-avatar/speech/neural';
import { log, synthesizeWithPolly } from '#aws';
import {
  cacheSpeech,
  createStepHandler,
  type JobItem,
  readCachedSpeech,
  reportProgress,
  SPEAKING_BUDGET,
  speechCacheKey,
  storeSpeech,
} from '#jobs';
import { readEnvironment } from '#runtime';

const settings = readEnvironment('synthesize');
const embedded = createEmbeddedEngine();
const align = (recording: TranscribedRecording) => alignRecording(recording, embedded);
const polly = { align, prefer: settings.POLLY_ENGINE };
const usual = settings.TTS === 'polly' ? createPollyEngine(synthesizeWithPolly, embedded, polly) : embedded;
/** Neural voices in the function's container image, if the deployment has any. */
const voices = settings.VOICES.length > 0 ? readDeployedVoices() : [];
const engine = voices.length > 0 ? createNeuralEngine({ voices, fallback: usual, align, budget: SPEAKING_BUDGET }) : usual;

/** Hash of the code of this function. Another release may speak the same text differently, so each release has its own cache entries. */
const release = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex');
const version = `${engine.version} ${release}`;

/** Progress at the start of the step, 0..1. */
const STARTED_PROGRESS = 0.1;

/** The `synthesize` step speaks the text of a job, or reads the same speech from the cache. */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  await reportProgress(settings.JOBS_TABLE, job.id, STARTED_PROGRESS);
  const request = readRequest(job);
  const key = speechCacheKey(job.account, {
    ...request,
    speaker: engine.chooseVoice(request),
    engine: engine.name,
    version,
  });
  const cached = await readCachedSpeech(settings.BUCKET, key);
  const { speech, billed } = cached ? { speech: cached, billed: 0 } : await speak(request);
  await Promise.all([
    storeSpeech({ jobs: settings.JOBS_TABLE, bucket: settings.BUCKET }, job, withHandles(speech, job.specification)),
    !cached && cacheSpeech(settings.BUCKET, key, speech),
  ]);
  const outcome = { from_cache: cached !== undefined, billed_characters: billed };
  log.info('Speech synthesized', { engine: speech.timeline.engine, voice: speech.timeline.voice, ...outcome });
  return outcome;
});

function readRequest({ specification, avatar }: JobItem): SpeechRequest {
  const { text, language, actor, tts_params } = specification;
  return {
    text,
    language,
    sex: avatar?.sex ?? sexOfActor(actor),
    speed: tts_params?.speed ?? 1,
    ...(actor && !avatar && { actor }),
    ...(tts_params?.voice && { voice: tts_params.voice }),
  };
}

/** Adds the silence that the job requested before and after the speech. */
function withHandles<Spoken extends { wav: Uint8Array; timeline: SpeechTimeline }>(
  speech: Spoken,
  specification: JobSpecification,
): Spoken {
  const seconds = handlesOf(specification);
  if (seconds === 0) return speech;
  const { audio, timeline } = addHandles({ audio: decodeWav(speech.wav), timeline: speech.timeline }, seconds);
  return { ...speech, wav: encodeWav(audio), timeline };
}

async function speak(request: SpeechRequest) {
  const { audio, timeline, warnings, billedCharacters: billed = 0 } = await engine.speak(request);
  return { speech: { wav: encodeWav(normalizeLoudness(audio).audio), timeline, warnings }, billed };
}
