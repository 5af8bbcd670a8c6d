import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ServiceError } from '../../client/index.ts';
import { messages } from '../messages/index.ts';
import { jobs, updateJob } from '../state/jobs.ts';
import { hrefOf, jobId } from '../state/route.ts';
import { client, noted } from '../state/session.ts';
import { JobCard } from './job-card.tsx';
import { JobView } from './job-view.tsx';

/** The jobs, and the one that is open. */
export function WatchPage() {
  const m = messages.value;
  const id = jobId.value;
  const listed = jobs.value;
  const isGone = useSignal(false);
  const job = listed?.find((candidate) => candidate.id === id);
  useEffect(() => {
    isGone.value = false;
    if (!id || !listed || job) return;
    // An older job than the list has, or one that was deleted.
    noted(client.value.status(id)).then(updateJob, (error: unknown) => {
      isGone.value = error instanceof ServiceError;
    });
  }, [id, listed === undefined, job === undefined]);
  return (
    <div class="watch" data-open={id !== undefined}>
      <nav class="list" aria-label={m.jobs}>
        <h2>{m.jobs}</h2>
        {listed?.length === 0 && (
          <p class="hint">
            {m.noJobs} <a href={hrefOf('make')}>{m.makeOne}</a>
          </p>
        )}
        {listed?.map((candidate) => (
          <JobCard key={candidate.id} job={candidate} isOpen={candidate.id === id} />
        ))}
      </nav>
      <div class="stage">
        {job ? (
          <JobView job={job} />
        ) : (
          <p class="hint">{id === undefined ? m.chooseJob : isGone.value ? m.gone : m.loading}</p>
        )}
      </div>
    </div>
  );
}
