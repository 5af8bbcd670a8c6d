import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type JobRecord, jobStatusSchema, toJobStatusView } from '../src/index.ts';

const job: JobRecord = {
  id: '7a3f6f0e-3f5b-4a57-9a5f-111111111111',
  account: 'acme',
  token: 'secret-hash',
  status: 'running',
  progress: 0.4,
  created_at: '2026-01-02T03:04:05.678Z',
  started_at: '2026-01-02T03:04:06.000Z',
  finished_at: null,
  expires_at: 1,
  specification: {
    target_rig: 'metahuman',
    text: 'Hello',
    language: 'en-US',
    camera: 1,
    emotion: { expression: 'neutral', level: 1 },
    output: { type: 'csv', width: 1280, height: 720 },
    web_hooks: { on_success: 'https://example.com/hook' },
  },
  deliveries: { on_success: { state: 'waiting', attempts: 1, base: 0, next_at: 1_770_000_000_000, log: [] } },
  artifacts: { result: { key: 'jobs/x', file_name: 'x.csv', content_type: 'text/csv', size: 1, sha256: 'ab' } },
};

it('exposes exactly these fields of a job', () => {
  expect(toJobStatusView(job)).toEqual({
    id: job.id,
    status: 'running',
    progress: 0.4,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: null,
    output: { type: 'csv' },
    error: null,
    webhooks: [{ event: 'on_success', state: 'waiting', attempts: 1, next_attempt_at: '2026-02-02T02:40:00.000Z', log: [] }],
  });
});

it('lists the artifacts once they can be downloaded', () => {
  expect(toJobStatusView({ ...job, status: 'succeeded' }).output.artifacts).toEqual(['result']);
});

it('matches the documented schema, and never reveals tokens, accounts, or keys', () => {
  const view = toJobStatusView({
    ...job,
    speech: { engine: 'embedded', voice: 'gmw/en-US', duration: 1.5, warnings: [] },
  });
  expect(v.is(jobStatusSchema, view)).toBe(true);
  expect(JSON.stringify(view)).not.toMatch(/secret-hash|acme|jobs\/x/);
});
