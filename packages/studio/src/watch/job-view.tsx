import { useSignal } from '@preact/signals';
import { type Artifact, type JobStatus, ServiceError } from '@talking-avatar/client';
import { useEffect, useMemo } from 'preact/hooks';
import { formatDollars, formatDuration, formatTime, messages } from '../messages/index.ts';
import { lazy } from '../parts/lazy.tsx';
import { megabytes } from '../parts/megabytes.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { change } from '../state/form.ts';
import { forgetJob, submitted, updateJob } from '../state/jobs.ts';
import { open } from '../state/route.ts';
import { client, recordError, trackOnline } from '../state/session.ts';
import { type Clip, parseClip } from './clip.ts';
import { readFile, readTimeline, save } from './files.ts';
import { Progress, Status, titleOf } from './job-card.tsx';
import { createPlayback } from './playback.ts';
import { Player } from './player.tsx';
import { Preview } from './preview.tsx';
import { Words } from './words.tsx';

const Curves = lazy(() => import('./curves.tsx'));

export function JobView({ job }: { job: JobStatus }) {
  const m = messages.value;
  const { duration, voice, warnings = [] } = job.output;
  const { created_at, started_at, finished_at } = job;
  const cost = useLoaded(async (signal) => finished_at && (await client.value.cost(job.id, { signal })).amount, [job.id, finished_at]);
  const facts: [string, string][] = [
    [m.created, formatTime(created_at)],
    ...(duration === undefined ? [] : [[m.duration, formatDuration(duration)] as [string, string]]),
    ...(started_at && finished_at
      ? [[m.madeIn, formatDuration((Date.parse(finished_at) - Date.parse(started_at)) / 1000)] as [string, string]]
      : []),
    ...(voice === undefined ? [] : [[m.spokenBy, voice] as [string, string]]),
    ...(cost.value.value ? [[m.cost, formatDollars(cost.value.value)] as [string, string]] : []),
  ];
  return (
    <article class="view">
      <header>
        <h1 dir="auto">{titleOf(job)}</h1>
        <Actions key={job.id} job={job} />
      </header>
      <dl class="facts">
        <div>
          <dt class="visually-hidden">{m.state}</dt>
          <dd>
            <Status job={job} />
          </dd>
        </div>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {finished_at === null && <Progress job={job} />}
      {job.error && (
        <div class="notice" role="alert">
          <strong>{job.error.title}</strong>
          <p>{job.error.message}</p>
        </div>
      )}
      {job.status === 'succeeded' && job.output.type !== 'avatar' && <Results key={job.id} job={job} />}
      {warnings.length > 0 && (
        <details class="warnings">
          <summary>{m.warnings}</summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

function curvesOf({ output }: JobStatus): Artifact | undefined {
  if (output.type === 'csv') return 'result';
  return (output.artifacts as readonly string[] | undefined)?.includes('csv') ? ('csv' as Artifact) : undefined;
}

/** Curves up to this size, in bytes, are loaded automatically (three minutes for a MetaHuman). */
const AUTOMATIC_BYTES = 50_000_000;

function Results({ job }: { job: JobStatus }) {
  const playback = useMemo(createPlayback, [job.id]);
  const timeline = useLoaded((signal) => readTimeline(job.id, signal), [job.id]);
  const artifact = curvesOf(job);
  const wanted = useSignal(false);
  /** Size of curves that are loaded only on request, in bytes. */
  const unread = useSignal(0);
  const clip = useLoaded<Clip | undefined>(
    async (signal) => {
      if (!artifact) return undefined;
      const { size } = await trackOnline(client.value.link(job.id, { artifact, signal }));
      unread.value = wanted.value || size <= AUTOMATIC_BYTES ? 0 : size;
      if (unread.value > 0) return undefined;
      return parseClip(new TextDecoder().decode(await readFile(job.id, artifact, signal)));
    },
    [job.id, wanted.value],
  );
  const isReading = artifact && unread.value === 0 && !clip.value.value && !clip.value.error;
  const hasPreview = clip.value.value !== undefined || job.output.type === 'glb';
  return (
    <div class="results">
      <div class="stack">
        <Player job={job} playback={playback} />
        {timeline.value.value && <Words timeline={timeline.value.value} playback={playback} />}
        {unread.value > 0 && (
          <button
            type="button"
            disabled={wanted.value}
            onClick={() => {
              wanted.value = true;
            }}
          >
            {messages.value.readCurves(megabytes(unread.value))}
          </button>
        )}
        {clip.value.value && <Curves clip={clip.value.value} playback={playback} />}
        {isReading && <section class="chart hint">{messages.value.loading}</section>}
        {(timeline.value.error || clip.value.error) && (
          <p class="error" role="alert">
            {timeline.value.error ?? clip.value.error}
          </p>
        )}
      </div>
      <div class="stack side">
        {hasPreview && <Preview job={job} playback={playback} clip={clip.value.value} />}
        <Downloads job={job} />
      </div>
    </div>
  );
}

function Downloads({ job }: { job: JobStatus }) {
  const m = messages.value;
  const failed = useSignal('');
  const names: Readonly<Record<string, string>> = m as never;
  const made: readonly Artifact[] = job.output.artifacts ?? [];
  // Visemes are created from the timeline on their first download, so the list omits them.
  const files: readonly Artifact[] = made.includes('timeline') ? [...made, 'visemes'] : made;
  return (
    <section class="downloads" aria-label={m.downloads}>
      <h2>{m.downloads}</h2>
      <div class="row">
        {files.map((artifact) => (
          <button
            key={artifact}
            type="button"
            class="download"
            onClick={() =>
              void save(job.id, artifact).catch((error: unknown) => {
                failed.value = recordError(error);
              })
            }
          >
            ↓ {artifact === 'result' ? m[job.output.type] : (names[`artifact_${artifact}`] ?? artifact)}
          </button>
        ))}
      </div>
      <p class="error" role="alert" hidden={failed.value === ''}>
        {failed}
      </p>
    </section>
  );
}

function Actions({ job }: { job: JobStatus }) {
  const m = messages.value;
  const asking = useSignal(false);
  const failed = useSignal('');
  useEffect(() => {
    asking.value = false;
  }, [job.id]);
  const known = submitted.value[job.id];
  const attempt = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => {
      failed.value = recordError(error);
    });
  const remove = async () => {
    await client.value.remove(job.id).catch((error: unknown) => {
      // Another client deleted the job.
      if (!(error instanceof ServiceError) || ![404, 410].includes(error.body.code)) throw error;
    });
    forgetJob(job.id);
    open('watch');
  };
  return (
    <div class="row actions">
      {known && (
        <button
          type="button"
          onClick={() => {
            change(known.form);
            open('make');
          }}
        >
          {m.again}
        </button>
      )}
      {job.finished_at === null && (
        <button type="button" onClick={() => attempt(client.value.cancel(job.id).then(updateJob))}>
          {m.cancel}
        </button>
      )}
      {asking.value ? (
        <fieldset class="row">
          <legend class="visually-hidden">{m.removeQuestion}</legend>
          <span aria-hidden="true">{m.removeQuestion}</span>
          <button type="button" class="danger" onClick={() => attempt(remove())}>
            {m.remove}
          </button>
          <button
            type="button"
            onClick={() => {
              asking.value = false;
            }}
          >
            {m.keep}
          </button>
        </fieldset>
      ) : (
        <button
          type="button"
          onClick={() => {
            asking.value = true;
          }}
        >
          {m.remove}
        </button>
      )}
      <p class="error" role="alert" hidden={failed.value === ''}>
        {failed}
      </p>
    </div>
  );
}
