import { effect, signal } from '@preact/signals';
import { type Job, JobEndedError, type JobStatus, ServiceError } from '@talking-avatar/client';
import type { Form } from './form.ts';
import { jobId } from './route.ts';
import { client, token, trackOnline } from './session.ts';
import { storedSignal } from './signal-storage.ts';

/** The account's jobs, newest first; undefined until loaded. */
export const jobs = signal<readonly JobStatus[] | undefined>(undefined);

/** Details of a submitted job that only this browser knows, because the service does not return them. */
export interface Submitted {
  job: Job;
  form: Form;
  recording?: string;
}

const REMEMBERED = 200;

export const submitted = storedSignal<Readonly<Record<string, Submitted>>>(localStorage, 'submitted', {});

/** IDs of the jobs that created preview heads, by actor. */
export const heads = storedSignal<Readonly<Record<string, string>>>(localStorage, 'heads', {});

export function remember(id: string, entry: Submitted): void {
  const newest = Object.entries({ [id]: entry, ...submitted.value }).slice(0, REMEMBERED);
  submitted.value = Object.fromEntries(newest);
}

const isActive = ({ finished_at }: JobStatus): boolean => finished_at === null;

/** Number of older waiting jobs in the list. */
export const countAhead = ({ created_at }: JobStatus): number =>
  jobs.value?.filter((other) => other.status === 'queued' && other.created_at < created_at).length ?? 0;

const LISTED = 50;

async function refreshJobs(signal?: AbortSignal): Promise<void> {
  const listed: JobStatus[] = [];
  const pages = client.value.list({ pageSize: LISTED, ...(signal && { signal }) });
  for await (const job of pages) {
    listed.push(job);
    if (listed.length === LISTED) break;
  }
  const known = new Map(jobs.value?.map((job) => [job.id, job]));
  // Do not replace a job that ended after the list was read.
  const renewed = listed.map((job) => (isActive(job) && known.get(job.id)?.finished_at ? known.get(job.id)! : job));
  // The open job may be too old or too new for the list.
  const open = jobId.value === undefined ? undefined : known.get(jobId.value);
  jobs.value = open && !listed.some(({ id }) => id === open.id) ? newestFirst([...renewed, open]) : renewed;
}

const newestFirst = (some: readonly JobStatus[]): JobStatus[] => some.toSorted((a, b) => b.created_at.localeCompare(a.created_at));

export function updateJob(job: JobStatus): void {
  const others = (jobs.value ?? []).filter(({ id }) => id !== job.id);
  jobs.value = newestFirst([...others, job]);
  if (isActive(job) && !polls.has(job.id)) pollActive();
}

export function forgetJob(id: string): void {
  jobs.value = jobs.value?.filter((job) => job.id !== id);
}

/** Time between list refreshes, in ms. */
const PAUSE = 20_000;

/** Maximum number of running jobs to poll; the list covers the others. Browsers open up to six connections to a host. */
const POLLED = 4;

const polls = new Map<string, AbortController>();

/** Polls the open job and the newest ones while they run, at the interval that the service requests. */
function pollActive(): void {
  if (document.hidden) return;
  const active = (jobs.value ?? []).filter(isActive);
  const [open, others] = [active.filter(isOpen), active.filter((job) => !isOpen(job))];
  for (const { id } of [...open, ...others].slice(0, POLLED)) if (!polls.has(id)) void poll(id);
}

const isOpen = ({ id }: JobStatus): boolean => id === jobId.value;

async function poll(id: string): Promise<void> {
  const stop = new AbortController();
  const { signal: stopped } = stop;
  polls.set(id, stop);
  const onProgress = (job: JobStatus) => {
    if (!stopped.aborted) updateJob(job);
  };
  try {
    await trackOnline(client.value.wait(id, { signal: stopped, onProgress }));
  } catch (error) {
    if (stopped.aborted) return;
    // Another client deleted the job.
    if (error instanceof ServiceError && [404, 410].includes(error.body.code)) forgetJob(id);
    // After any other error, the next refresh starts polling again.
    else if (!(error instanceof JobEndedError)) return;
  } finally {
    if (polls.get(id) === stop) polls.delete(id);
  }
  if (!stopped.aborted) pollActive();
}

function stopPolls(): void {
  for (const stop of polls.values()) stop.abort();
  polls.clear();
}

// A different token may belong to a different account, with different jobs.
effect(() => {
  void token.value;
  stopPolls();
  jobs.value = undefined;
});

let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows jobs while the page is open and has a token. A hidden page only refreshes the list. */
export function followJobs(): void {
  clearTimeout(timer);
  if (!token.value) return;
  trackOnline(refreshJobs())
    .then(pollActive)
    .catch(() => {})
    .finally(() => {
      clearTimeout(timer);
      timer = setTimeout(followJobs, PAUSE);
    });
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) stopPolls();
  else followJobs();
});
addEventListener('online', followJobs);
