import * as v from 'valibot';
import { expect, it } from 'vitest';
import { DEFAULT_IDENTIFIERS, jobSchema } from '../src/index.ts';

it('reads numbers too small for the database as 0', () => {
  const job = { target_rig: 'arkit', text: 'Hi.', language: 'en-US' };
  const small = { wait_time: 1e-200, emotion: { level: 1e-200 }, strengths: { lips: 1e-200, gaze: 1e-120 } };
  expect(v.parse(jobSchema(DEFAULT_IDENTIFIERS), { ...job, ...small })).toMatchObject({
    wait_time: 0,
    emotion: { level: 0 },
    strengths: { lips: 0, gaze: 1e-120 },
  });
});
