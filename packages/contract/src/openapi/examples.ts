import { DEFAULT_IDENTIFIERS } from '../identifiers.ts';
import type { WEBHOOK_EVENTS } from '../job.ts';
import type { Json } from './parts.ts';

const { humanoid, blendshape } = DEFAULT_IDENTIFIERS;

/** One request per output type, the smallest first. */
export const jobExamples = {
  csv: {
    summary: 'A CSV for a MetaHuman',
    value: { target_rig: humanoid, text: 'Good morning.', language: 'en-US', output: { type: 'csv' } },
  },
  fbx: {
    summary: 'An FBX of a speaking head',
    value: { target_rig: blendshape, text: 'Guten Morgen.', language: 'de-DE', actor: 'male', output: { type: 'fbx' } },
  },
  glb: {
    summary: 'A GLB of a speaking head for web pages, Blender and engines',
    value: { target_rig: blendshape, text: 'Bonjour.', language: 'fr-FR', actor: 'chloe', output: { type: 'glb' } },
  },
  video: {
    summary: 'A video of an actor who smiles',
    value: {
      target_rig: humanoid,
      text: 'Hello! It is good to see you.',
      language: 'en-GB',
      actor: 'grace',
      camera: 0,
      emotion: { expression: 'happy', level: 0.6 },
      output: { type: 'video', width: 1280, height: 720 },
      web_hooks: { on_success: 'https://example.com/hook' },
    },
  },
  recording: {
    summary: 'A CSV of a recorded voice on the web',
    value: {
      target_rig: humanoid,
      text: 'What the voice says.',
      language: 'en-US',
      audio_url: 'https://example.com/voice.wav',
      output: { type: 'csv' },
    },
  },
} as const;

export const exampleId = '6f1c2b9e-3d57-4c1e-9f0a-5b7d8e2a4c10';

/** Spending of a job or an account. */
export const spendingExample = { currency: 'USD', amount: 0.0042, steps: [{ step: 'render', amount: 0.0042 }] } as const;

const ENDINGS: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], Json>> = {
  on_running: { type: 'job.running', status: 'running' },
  on_success: { type: 'job.succeeded', status: 'succeeded' },
  on_fail: { type: 'job.failed', status: 'failed' },
};

/** The body of a webhook request. */
export function webhookExample(key: (typeof WEBHOOK_EVENTS)[number]): Json {
  const { type, status } = ENDINGS[key];
  const finished_at = status === 'running' ? null : '2026-01-01T12:00:04.000Z';
  return {
    type,
    timestamp: finished_at ?? '2026-01-01T12:00:01.000Z',
    data: {
      id: exampleId,
      status,
      created_at: '2026-01-01T12:00:00.000Z',
      started_at: '2026-01-01T12:00:01.000Z',
      finished_at,
      output: { type: 'csv', ...(status === 'succeeded' && { duration: 3.2, engine: 'embedded' }) },
      error:
        status === 'failed' ? { title: 'Audio unreadable', message: 'The recording is not in a known audio format.', code: 400 } : null,
      download_url: status === 'succeeded' ? `https://example.com/v1/download?id=${exampleId}` : null,
    },
  };
}
