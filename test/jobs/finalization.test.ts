import { expect, it } from 'vitest';
import { JobFailedError } from '#jobs';
import { outcomeOf } from '../../layers/jobs/finalization.ts';

const cause = (error: Error) => JSON.stringify({ errorType: error.name, errorMessage: error.message, trace: [] });

it("derives a job's outcome from its execution", () => {
  expect(outcomeOf({ status: 'SUCCEEDED' })).toEqual({ status: 'succeeded' });
  expect(outcomeOf({ status: 'ABORTED' })).toMatchObject({ status: 'cancelled', error: { title: 'Job stopped' } });
  // AWS reports no cause for a step that times out or misses a heartbeat.
  expect(outcomeOf({ status: 'FAILED', error: 'States.Timeout' })).toEqual(outcomeOf({ status: 'TIMED_OUT' }));
  expect(outcomeOf({ status: 'TIMED_OUT' })).toMatchObject({
    status: 'failed',
    error: { title: 'Job took too long', code: 500 },
  });
});

it('returns the error that a step created for the client', () => {
  const body = { title: 'Not audio', message: 'audio: no sound in it', code: 400 };
  expect(outcomeOf({ status: 'FAILED', error: 'JobFailed', cause: cause(new JobFailedError(body)) })).toEqual({
    status: 'failed',
    error: body,
  });
});

it('does not reveal any other error', () => {
  for (const secret of [cause(new TypeError('at /var/task/secret.js')), 'not json', undefined, '{"errorMessage":"{}"}']) {
    for (const error of ['TypeError', 'JobFailed', undefined]) {
      const ending = outcomeOf({ status: 'FAILED', error, cause: secret });
      expect(ending).toMatchObject({ status: 'failed', error: { title: 'Internal error', code: 500 } });
      expect(JSON.stringify(ending)).not.toContain('secret');
    }
  }
});
