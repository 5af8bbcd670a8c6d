import { useSignal } from '@preact/signals';
import { ServiceError } from '@talking-avatar/client';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages/index.ts';
import { jobs, updateJob } from '../state/jobs.ts';
import { hrefOf, jobId, replaceWith } from '../state/route.ts';
import { client, trackOnline } from '../state/session.ts';
import { JobCard } from './job-card.tsx';
import { JobView } from './job-view.tsx';

/** At this width and above, the list is next to the job. The style sheet uses the same value. */
const WIDE = '(min-width: 60rem)';

/** The list of jobs and the open job. Unless the URL names a job, the newest one opens if there is space next to the list. */
export function WatchPage() {
  const m = messages.value;
  const id = jobId.value;
  const listed = jobs.value;
  const isGone = useSignal(false);
  const job = listed?.find((candidate) => candidate.id === id);
  const newest = listed?.[0]?.id;
  useEffect(() => {
    if (!id && newest && matchMedia(WIDE).matches) replaceWith('watch', newest);
  }, [id, newest]);
  useEffect(() => {
    isGone.value = false;
    if (!id || !listed || job) return;
    // The job is older than the list, or was deleted.
    trackOnline(client.value.status(id)).then(updateJob, (error: unknown) => {
      isGone.value = error instanceof ServiceError;
    });
  }, [id, listed === undefined, job === undefined]);
  if (!listed || (listed.length === 0 && !id))
    return <Blank title={m.jobs}>{listed ? <NoJobs /> : <p role="status">{m.loading}</p>}</Blank>;
  return (
    <div class="watch" data-open={id !== undefined}>
      <nav class="list" aria-label={m.jobs}>
        <h2>{m.jobs}</h2>
        {listed.map((candidate) => (
          <JobCard key={candidate.id} job={candidate} isOpen={candidate.id === id} />
        ))}
      </nav>
      {id && <div class="stage">{job ? <JobView job={job} /> : <p class="hint">{isGone.value ? m.gone : m.loading}</p>}</div>}
    </div>
  );
}

function Blank({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="blank">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

function NoJobs() {
  const m = messages.value;
  return (
    <>
      <p>{m.noJobs}</p>
      <a class="button primary" href={hrefOf('make')}>
        {m.makeOne}
      </a>
    </>
  );
}
