import { createStepHandler, reportProgress, storeSpeech } from '../../layers/jobs/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';
import {
  AAC_SAMPLE_RATE,
  alignRecording,
  createEmbeddedEngine,
  DECODED_SAMPLE_RATE,
  decodeAudioAtRates,
  encodeWav,
} from '../../layers/speech/index.ts';
import { fetchRecording } from './recording.ts';

const settings = readEnvironment('align');
const engine = createEmbeddedEngine();

/** What the status says in place of an engine and its voice: the embedded engine only helps to find the sounds. */
const RECORDING_VOICE = { engine: 'recording', voice: 'recording' } as const;

/** How far a job is whose recording is fetched, and decoded; chosen, short of where speech stands. */
const FETCHED_PROGRESS = 0.1;
const DECODED_PROGRESS = 0.2;

/**
 * Speech from a recording: the recording itself, with the times of the transcript's words and phones in it. Films and clients get
 * all its frequencies, the alignment those that tell sounds apart.
 */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  const { text, language } = job.specification;
  const recording = await fetchRecording(settings, job);
  await reportProgress(settings.JOBS_TABLE, job.id, FETCHED_PROGRESS);
  const { wav, audio } = await decode(recording);
  await reportProgress(settings.JOBS_TABLE, job.id, DECODED_PROGRESS);
  const { timeline, warnings } = await alignRecording({ audio, text, language }, engine);
  const stores = { jobs: settings.JOBS_TABLE, bucket: settings.BUCKET };
  await storeSpeech(stores, job, { wav, timeline: { ...timeline, ...RECORDING_VOICE }, warnings });
});

/** The whole sound as a file, and the part of it that is aligned. */
async function decode(recording: Uint8Array) {
  const [film, audio] = await decodeAudioAtRates(recording, [AAC_SAMPLE_RATE, DECODED_SAMPLE_RATE]);
  return { wav: encodeWav(film!), audio: audio! };
}
