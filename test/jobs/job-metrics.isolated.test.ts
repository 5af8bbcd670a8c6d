import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { METRIC_NAMESPACE } from '#aws/metrics';
import { countCanaryRun, countTaskNotStarted } from '#jobs';
import { countFailedJob, countRestartedJob } from '../../layers/jobs/job-metrics.ts';

let written: MockInstance;
beforeEach(() => {
  written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => void vi.restoreAllMocks());

/** Returns the metric that was published last. */
const last = () => JSON.parse(String(written.mock.lastCall?.[0]));

it('count a failed job by its cause: service or client', () => {
  countFailedJob(400, 'test');
  expect(last()).toMatchObject({ stage: 'test', ServiceFailures: 0, ClientFailures: 1 });
  countFailedJob(499, 'test');
  expect(last()).toMatchObject({ ServiceFailures: 0, ClientFailures: 1 });
  countFailedJob(500, 'test');
  expect(last()).toMatchObject({ ServiceFailures: 1, ClientFailures: 0 });
});

it('only have the stage as a dimension, so that each is a single metric', () => {
  for (const count of [
    () => countFailedJob(500, 'test'),
    () => countRestartedJob('test'),
    () => countTaskNotStarted('test'),
    () => countCanaryRun({ ok: false, seconds: 3 }, 'test'),
  ]) {
    count();
    const [definition] = last()._aws.CloudWatchMetrics;
    expect(definition).toMatchObject({ Namespace: METRIC_NAMESPACE, Dimensions: [['stage']] });
    for (const { Name } of definition.Metrics) expect(last()[Name]).toEqual(expect.any(Number));
  }
});

it('record failure and duration of a test job', () => {
  countCanaryRun({ ok: true, seconds: 4.2 }, 'test');
  expect(last()).toMatchObject({ CanaryFailures: 0, CanarySeconds: 4.2 });
  countCanaryRun({ ok: false, seconds: 75 }, 'test');
  expect(last()).toMatchObject({ CanaryFailures: 1, CanarySeconds: 75 });
});
