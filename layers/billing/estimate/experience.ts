import * as v from 'valibot';
import { type JobResult, RECORDING_ENGINE } from '../../aws/usage/result.ts';
import { EXECUTION, type LedgerRow, totalOf } from '../row.ts';
import { BY_TASKS, driversOf, KINDS, type Kind, PRIORS, paceOf } from './priors.ts';
import { addMoments, type Moments, momentsOf, NO_MOMENTS } from './regression.ts';

const number = v.pipe(v.number(), v.finite());
const momentsSchema = v.strictObject({
  count: number,
  squares: number,
  toward: v.strictTuple([number, number, number]),
  products: v.strictTuple([number, number, number, number, number, number]),
  sizes: number,
});

/** What jobs have shown: their cost and time by kind, and how long texts of a language take to say. */
export const experienceSchema = v.object({
  kinds: v.record(v.string(), v.object({ cost: momentsSchema, took: momentsSchema })),
  paces: v.record(v.string(), momentsSchema),
});

export type Experience = v.InferOutput<typeof experienceSchema>;

export const NO_EXPERIENCE: Experience = { kinds: {}, paces: {} };

/** Whether there is a prior of a kind. */
export const isKind = (name: string): name is Kind => KINDS.some((kind) => kind === name);

/** What a job's kind would be called; see `isKind`. */
export const kindOf = (output: string, isRecording: boolean, byTasks: boolean): string =>
  `${output}/${isRecording ? RECORDING_ENGINE : 'text'}${byTasks ? `/${BY_TASKS}` : ''}`;

/** What is known of one job. */
interface Example {
  amount: bigint;
  /** Whether tasks have worked for it. */
  byTasks: boolean;
  output?: string;
  language?: string;
  result?: JobResult;
}

/**
 * Learns from rows, one after the other: each job that has succeeded is one example, where the row of its execution is. A job that
 * was asked about, or deleted, on a later day is not learned again from that, and one that ran over midnight not at all.
 */
export function createLearner(): { add(row: LedgerRow): void; experience(): Experience } {
  const jobs = new Map<string, Example>();
  return {
    add(row) {
      if (!row.job) return;
      const known = jobs.get(row.job) ?? { amount: 0n, byTasks: false };
      const { output, language } = row;
      const result = row.step === EXECUTION && isOfOneDay(row) ? row.result : undefined;
      const told = { ...(output && { output }), ...(language && { language }), ...(result && { result }) };
      const byTasks = known.byTasks || row.charges.some(({ resource }) => /^(fargate|gpu)\./.test(resource));
      jobs.set(row.job, { ...known, ...told, byTasks, amount: known.amount + totalOf(row) });
    },
    experience: () => [...jobs.values()].reduce(addExample, { kinds: {}, paces: {} }),
  };
}

/** Whether a job began and ended on one day: of one that ran over midnight a day has only a part of the cost. */
const isOfOneDay = ({ at, result }: LedgerRow): boolean => {
  const began = Date.parse(at);
  return Math.floor(began / DAY) === Math.floor((began + (result?.took ?? 0) * 1000) / DAY);
};

const DAY = 86_400_000;

function addExample({ kinds, paces }: Experience, example: Example): Experience {
  const { amount, byTasks, output = '', language = '', result } = example;
  if (!result) return { kinds, paces };
  const { seconds, took, engine, drawing, frames, speed } = result;
  const name = kindOf(output, engine === RECORDING_ENGINE, byTasks);
  if (isKind(name) && drawing !== undefined) {
    const work = driversOf(seconds, drawing, frames);
    const known = kinds[name] ?? { cost: NO_MOMENTS, took: NO_MOMENTS };
    kinds[name] = {
      cost: addMoments(known.cost, momentsOf(PRIORS[name].cost, work, Number(amount) / 1e12)),
      took: addMoments(known.took, momentsOf(PRIORS[name].took, work, took)),
    };
  }
  // What a recording says in a second does not depend on the speed that was asked for.
  const usual = engine === RECORDING_ENGINE ? seconds : seconds * speed;
  const moments = momentsOf(paceOf(language), [1, result.characters, 0], usual);
  paces[language] = addMoments(paces[language] ?? NO_MOMENTS, moments);
  return { kinds, paces };
}

/** Puts what was learned on several days together. */
export function mergeExperience(days: Iterable<Experience>): Experience {
  const merged: Experience = { kinds: {}, paces: {} };
  for (const { kinds, paces } of days) {
    for (const [name, { cost, took }] of Object.entries(kinds)) {
      const known = merged.kinds[name] ?? { cost: NO_MOMENTS, took: NO_MOMENTS };
      merged.kinds[name] = { cost: addMoments(known.cost, cost), took: addMoments(known.took, took) };
    }
    for (const [language, moments] of Object.entries(paces)) {
      merged.paces[language] = addMoments(merged.paces[language] ?? NO_MOMENTS, moments);
    }
  }
  return merged;
}

/** How many jobs an experience of a kind was made with. */
export const countOf = (moments: Moments | undefined): number => moments?.count ?? 0;
