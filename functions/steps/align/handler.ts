import { LIMITS } from '@talking-avatar/contract';
import {
  AAC_SAMPLE_RATE,
  alignRecording,
  createEmbeddedEngine,
  DECODED_SAMPLE_RATE,
  decodeAudioAtRates,
  encodeWav,
} from '@talking-avatar/speech';
import { createStepHandler, reportProgress, storeSpeech } from '#jobs';
import { readEnvironment } from '#runtime';
import { readEditedTimeline } from './edited.ts';
import { fetchRecording } from './recording.ts';

const settings = readEnvironment('align');
const engine = createEmbeddedEngine();

/** Engine and voice to show in the status of a job with a recording. The embedded engine is only used for alignment. */
const RECORDING_VOICE = { engine: 'recording', voice: 'recording' } as const;

/** Progress after downloading and decoding, 0..1. This is a guess, not a measurement. */
const FETCHED_PROGRESS = 0.1;
const DECODED_PROGRESS = 0.2;

/** Limits for videos, which must be shorter than other outputs. */
const VIDEO_LIMITS = {
  seconds: LIMITS.videoSeconds,
  scope: { of: 'a recording for a video', fix: 'request csv, fbx or glb output' },
};

/**
 * The `align` step finds the timing of words and phones in the recording. The audio is stored at the sample rate used for video, and
 * aligned at a lower one.
 */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  const { text, language, output } = job.specification;
  const recording = await fetchRecording(settings, job);
  await reportProgress(settings.JOBS_TABLE, job.id, FETCHED_PROGRESS);
  const { wav, audio } = await decode(recording, output.type === 'video' ? VIDEO_LIMITS : {});
  await reportProgress(settings.JOBS_TABLE, job.id, DECODED_PROGRESS);
  const { timeline, warnings } = job.timeline
    ? {
        timeline: {
          language,
          ...(await readEditedTimeline(settings.BUCKET, job.timeline, audio.samples.length / audio.sampleRate)),
        },
        warnings: [],
      }
    : await alignRecording({ audio, text, language }, engine);
  const stores = { jobs: settings.JOBS_TABLE, bucket: settings.BUCKET };
  await storeSpeech(stores, job, { wav, timeline: { ...timeline, ...RECORDING_VOICE }, warnings });
});

async function decode(recording: Uint8Array, limits: Parameters<typeof decodeAudioAtRates>[2]) {
  const [full, audio] = await decodeAudioAtRates(recording, [AAC_SAMPLE_RATE, DECODED_SAMPLE_RATE], limits);
  return { wav: encodeWav(full!), audio: audio! };
}
