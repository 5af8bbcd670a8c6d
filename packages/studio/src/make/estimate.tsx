import { effect, signal } from '@preact/signals';
import { type Estimate, ServiceError } from '@talking-avatar/client';
import { useEffect } from 'preact/hooks';
import { formatDollars, formatDuration, messages } from '../messages/index.ts';
import { errors, form } from '../state/form.ts';
import { recording } from '../state/recording.ts';
import { client, recordError, token } from '../state/session.ts';
import { currentJob } from './current-job.ts';
import { errorsByField } from './specification.ts';

const estimate = signal<Estimate | 'asking' | undefined>(undefined);

/** How long the form must be unchanged before an estimate is requested, in ms. */
const PAUSE = 400;

/** Requests an estimate when the form has changed. Errors are shown next to their fields. */
function followForm(): () => void {
  let asked = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const job = currentJob.value;
    clearTimeout(timer);
    asked.abort();
    if (!token.value || job.text.trim() === '') {
      estimate.value = undefined;
      return;
    }
    estimate.value = 'asking';
    asked = new AbortController();
    const { signal: aborted } = asked;
    timer = setTimeout(async () => {
      try {
        // For a recording, only the transcript is sent, because its length is nearly as informative.
        estimate.value = await client.value.estimate(job, { signal: aborted });
        errors.value = keepOthers({});
      } catch (error) {
        if (aborted.aborted) return;
        estimate.value = undefined;
        const message = recordError(error);
        if (!(error instanceof ServiceError) || error.body.code !== 400) return;
        const { text, ...others } = errorsByField(message);
        // Ignore text errors for a recording. Its transcript may be longer than text to be spoken, but is sent here without the recording.
        errors.value = keepOthers(text === undefined || recording.peek() ? others : { ...others, text });
      }
    }, PAUSE);
  });
  return () => {
    stop();
    clearTimeout(timer);
    asked.abort();
  };
}

/** Adds errors about the recording, which an estimate does not report, to the job's errors. */
function keepOthers(found: Record<string, string>): Record<string, string> {
  const { recording: kept } = errors.peek();
  return kept ? { ...found, recording: kept } : found;
}

export function EstimateLine() {
  const m = messages.value;
  useEffect(followForm, []);
  const known = estimate.value;
  if (known === undefined) return <p class="estimate hint">{form.value.text.trim() === '' || recording.value ? m.noEstimate : ''}</p>;
  if (known === 'asking') return <p class="estimate hint">{m.estimating}</p>;
  const { cost, seconds, duration } = known;
  return (
    <p class="estimate" title={m.estimateRange(formatDollars(cost.low), formatDollars(cost.high))}>
      {m.estimate(formatDollars(cost.expected), formatDuration(seconds.expected), formatDuration(duration.expected))}
    </p>
  );
}
