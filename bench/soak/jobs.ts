import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import { tinyJob } from '../../test/e2e/service.ts';

/** A kind of request. */
export interface Kind {
  name: string;
  job: object;
  recording?: Uint8Array<ArrayBuffer>;
  /** Expected final status. */
  end: 'succeeded' | 'failed' | 'cancelled';
  /** Action to take once the job has been submitted or has ended. */
  after?: 'cancel' | 'remove' | 'download';
}

const SENTENCE = 'Bring two maps.';

/** Creates the kinds of requests, in the order in which they take turns. */
export async function soakJobs(): Promise<readonly Kind[]> {
  const job = { ...tinyJob, text: SENTENCE };
  const { audio } = await createEmbeddedEngine().speak({ text: SENTENCE, language: 'en-US', sex: 'female', speed: 1 });
  const recording = encodeWav(audio) as Uint8Array<ArrayBuffer>;
  const silence = encodeWav({ samples: new Float32Array(16_000), sampleRate: 16_000 }) as Uint8Array<ArrayBuffer>;
  const video = { type: 'video', width: 128, height: 128, fps: 24 };
  return [
    { name: 'csv', job, end: 'succeeded', after: 'download' },
    { name: 'glb', job: { ...job, output: { type: 'glb' } }, end: 'succeeded', after: 'download' },
    { name: 'recording', job, recording, end: 'succeeded' },
    { name: 'removed', job, end: 'succeeded', after: 'remove' },
    { name: 'fbx', job: { ...job, output: { type: 'fbx' } }, end: 'succeeded', after: 'download' },
    { name: 'silence', job, recording: silence, end: 'failed' },
    { name: 'csv', job: { ...job, language: 'de-DE', text: 'Zwei Karten, bitte.' }, end: 'succeeded' },
    {
      name: 'video',
      job: { ...job, text: 'Hi.', target_rig: 'metahuman', actor: 'mei', output: video },
      end: 'succeeded',
    },
    { name: 'late', job: { ...job, wait_time: 0.001 }, end: 'cancelled' },
    { name: 'cancelled', job: { ...job, output: video, target_rig: 'metahuman' }, end: 'cancelled', after: 'cancel' },
  ];
}
