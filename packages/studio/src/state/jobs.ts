import { effect, signal } from '@preact/signals';
import { type Job, JobEndedError, type JobStatus, ServiceError } from '@talking-avatar/client';
import type { Form } from './form.ts';
import { jobId } from './route.ts';
import { client, noted, token } from './session.ts';
import { storedSignal } from './signal-storage.ts';

/** Jobs of the account, newest first; undefined until they are known. */
export const jobs = signal<readonly JobStatus[] | undefined>(undefined);

/** What this browser knows of a job that it has submitted: the service does not tell. */
export interface Submitted {
  job: Job;
  form: Form;
  /** Name of the recording. */
  recording?: string;
}

/** Jobs that are remembered. */
const REMEMBERED = 200;

export const submitted = storedSignal<Readonly<Record<string, Submitted>>>(localStorage, 'submitted', {});

/** Jobs of heads that were made for the preview, by actor. */
export const heads = storedSignal<Readonly<Record<string, string>>>(localStorage, 'heads', {});

/** Remembers a job that was accepted. */
export function remember(id: string, entry: Submitted): void {
  const newest = Object.entries({ [id]: entry, ...submitted.value }).slice(0, REMEMBERED);
  submitted.value = Object.fromEntries(newest);
}

const isActive = ({ finished_at }: JobStatus): boolean => finished_at === null;

/** How many jobs of the account wait since before a job that waits; those that are older than the list are not counted. */
export const countAhead = ({ created_at }: JobStatus): number =>
  jobs.value?.filter((other) => other.status === 'queued' && other.created_at < created_at).length ?? 0;

/** Jobs in the list. */
const LISTED = 50;

/** Reads the newest jobs. */
async function refreshJobs(signal?: AbortSignal): Promise<void> {
  const listed: JobStatus[] = [];
  const pages = client.value.list({ pageSize: LISTED, ...(signal && { signal }) });
  for await (const job of pages) {
    listed.push(job);
    if (listed.length === LISTED) break;
  }
  const known = new Map(jobs.value?.map((job) => [job.id, job]));
  // A job that has ended since the list was read keeps its view.
  const renewed = listed.map((job) => (isActive(job) && known.get(job.id)?.finished_at ? known.get(job.id)! : job));
  // The open job may be older than those of the list, or too new for it.
  const open = jobId.value === undefined ? undefined : known.get(jobId.value);
  jobs.value = open && !listed.some(({ id }) => id === open.id) ? newestFirst([...renewed, open]) : renewed;
}

const newestFirst = (some: readonly JobStatus[]): JobStatus[] => some.toSorted((a, b) => b.created_at.localeCompare(a.created_at));

/** Puts a job into the list, in place of what was known of it. */
export function updateJob(job: JobStatus): void {
  const others = (jobs.value ?? []).filter(({ id }) => id !== job.id);
  jobs.value = newestFirst([...others, job]);
  if (isActive(job) && !polls.has(job.id)) pollActive();
}

export function forgetJob(id: string): void {
  jobs.value = jobs.value?.filter((job) => job.id !== id);
}

/** Milliseconds between two looks at the list. */
const PAUSE = 20_000;

/** Running jobs that are polled at a time; the list tells of the others. Browsers keep six connections to a host. */
const POLLED = 4;

const polls = new Map<string, AbortController>();

/** Polls the open job and the newest ones while they run, as often as the service says. */
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
    await noted(client.value.wait(id, { signal: stopped, onProgress }));
  } catch (error) {
    if (stopped.aborted) return;
    // Somebody else has deleted it.
    if (error instanceof ServiceError && [404, 410].includes(error.body.code)) forgetJob(id);
    // After another error the next look at the list begins again.
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

// The jobs of another token are another account's.
effect(() => {
  void token.value;
  stopPolls();
  jobs.value = undefined;
});

let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows the jobs for as long as the page is open and has a token. A hidden page asks for the list only. */
export function followJobs(): void {
  clearTimeout(timer);
  if (!token.value) return;
  noted(refreshJobs())
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
