import type { JobStatus } from '@talking-avatar/client';
import { formatNumber, formatTime, messages } from '../messages/index.ts';
import { countAhead, submitted } from '../state/jobs.ts';
import { hrefOf } from '../state/route.ts';

/** Returns a job's text; undefined if this browser did not submit it. */
const textOf = ({ id }: JobStatus): string | undefined => submitted.value[id]?.job.text.replace(/<[^>]*>/g, '') || undefined;

/** Returns a job's text if known, otherwise its kind and ID. */
export const titleOf = (job: JobStatus): string => textOf(job) ?? `${messages.value[job.output.type]} ${job.id.slice(0, 8)}`;

export function JobCard({ job, isOpen }: { job: JobStatus; isOpen: boolean }) {
  const m = messages.value;
  return (
    <a class="job" href={hrefOf('watch', job.id)} aria-current={isOpen ? 'page' : undefined} data-status={job.status}>
      <span class="job-title" dir="auto">
        {titleOf(job)}
      </span>
      <span class="job-facts">
        <Status job={job} />
        {textOf(job) && <span>{m[job.output.type]}</span>}
        <time dateTime={job.created_at}>{formatTime(job.created_at)}</time>
      </span>
      {job.finished_at === null && <Progress job={job} />}
    </a>
  );
}

/** Status, with a waiting job's position or a running job's progress. */
export function Status({ job }: { job: JobStatus }) {
  const m = messages.value;
  const more =
    job.status === 'queued' ? m.queuePlace(countAhead(job)) : job.status === 'running' && formatNumber(job.progress, { style: 'percent' });
  return (
    <span class={`status status-${job.status}`}>
      {m[job.status]}
      {more && `, ${more}`}
    </span>
  );
}

export function Progress({ job }: { job: JobStatus }) {
  return <progress value={job.progress} max={1} aria-label={messages.value[job.status]} />;
}
