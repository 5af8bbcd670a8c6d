import { computed, signal } from '@preact/signals';
import type { Job, JobStatus } from '../../client/index.ts';
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

/** Remembers a job that was accepted. */
export function remember(id: string, entry: Submitted): void {
  const newest = Object.entries({ [id]: entry, ...submitted.value }).slice(0, REMEMBERED);
  submitted.value = Object.fromEntries(newest);
}

const isActive = ({ finished_at }: JobStatus): boolean => finished_at === null;

const anyActive = computed(() => jobs.value?.some(isActive) ?? false);

/** Jobs in the list. */
const LISTED = 50;

/** Reads the newest jobs. */
export async function refreshJobs(signal?: AbortSignal): Promise<void> {
  const listed: JobStatus[] = [];
  const pages = client.value.list({ pageSize: LISTED, ...(signal && { signal }) });
  for await (const job of pages) {
    listed.push(job);
    if (listed.length === LISTED) break;
  }
  // The open job may be older than those of the list.
  const open = jobs.value?.find(({ id }) => id === jobId.value);
  jobs.value = open && !listed.some(({ id }) => id === open.id) ? newestFirst([...listed, open]) : listed;
}

const newestFirst = (some: readonly JobStatus[]): JobStatus[] =>
  some.toSorted((a, b) => b.created_at.localeCompare(a.created_at));

/** Puts a job into the list, in place of what was known of it. */
export function updateJob(job: JobStatus): void {
  const others = (jobs.value ?? []).filter(({ id }) => id !== job.id);
  jobs.value = newestFirst([...others, job]);
}

export function forgetJob(id: string): void {
  jobs.value = jobs.value?.filter((job) => job.id !== id);
}

/** Milliseconds between two looks at the jobs: while one runs, and while all have ended. */
const [ACTIVE_PAUSE, IDLE_PAUSE] = [1_000, 20_000];

let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows the jobs for as long as the page is open and has a token. A hidden page asks seldom. */
export function followJobs(): void {
  clearTimeout(timer);
  if (!token.value) return;
  noted(refreshJobs())
    .catch(() => {})
    .finally(() => {
      clearTimeout(timer);
      timer = setTimeout(followJobs, anyActive.value && !document.hidden ? ACTIVE_PAUSE : IDLE_PAUSE);
    });
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) followJobs();
});
addEventListener('online', followJobs);
