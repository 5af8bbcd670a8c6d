import { effect, signal } from '@preact/signals';
import { type Estimate, ServiceError } from '@talking-avatar/client';
import { useEffect } from 'preact/hooks';
import { formatDollars, formatDuration, messages } from '../messages/index.ts';
import { errors, form } from '../state/form.ts';
import { recording } from '../state/recording.ts';
import { client, noteError, token } from '../state/session.ts';
import { currentJob } from './current-job.ts';
import { errorsByField } from './specification.ts';

const estimate = signal<Estimate | 'asking' | undefined>(undefined);

/** Milliseconds without a change of the form after which the service is asked. */
const PAUSE = 400;

/** Asks for an estimate whenever the form has changed. The service's errors appear at their fields. */
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
        // Of a recorded voice only the transcript is sent: its length tells nearly as much.
        estimate.value = await client.value.estimate(job, { signal: aborted });
        errors.value = keepOthers({});
      } catch (error) {
        if (aborted.aborted) return;
        estimate.value = undefined;
        const message = noteError(error);
        if (!(error instanceof ServiceError) || error.body.code !== 400) return;
        const { text, ...others } = errorsByField(message);
        // A transcript may be longer than a text that is spoken, and goes without its recording.
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

/** The errors of a job, with that of the recording, which an estimate does not know. */
function keepOthers(found: Record<string, string>): Record<string, string> {
  const { recording: kept } = errors.peek();
  return kept ? { ...found, recording: kept } : found;
}

/** Time and cost of the job that the form describes. */
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
