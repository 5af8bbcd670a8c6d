import * as v from 'valibot';
import { type BilledJobFacts, RECORDING_ENGINE } from '#aws/usage';
import { EXECUTION, type LedgerRow, rowTotal } from '../row.ts';
import { expectJob, groupOf, type Renderers } from './expected-job.ts';
import { expectedBy, isKind, kindOf, paceOf } from './priors.ts';
import { addRatio, mergeRatios, type Ratios, ratiosSchema } from './ratios.ts';

/** Ratios of measured to expected values: cost and time for each `group` of `ExpectedJob`, and speech duration for each language. */
export const costHistorySchema = v.object({
  kinds: v.record(v.string(), v.strictObject({ cost: ratiosSchema, took: ratiosSchema })),
  paces: v.record(v.string(), ratiosSchema),
});

export interface CostHistory {
  kinds: Readonly<Record<string, { cost: Ratios; took: Ratios }>>;
  paces: Readonly<Record<string, Ratios>>;
}

export const EMPTY_HISTORY: CostHistory = { kinds: {}, paces: {} };

/** A job assembled from its rows. */
interface Example {
  /** Pico-dollars. */
  amount: bigint;
  /** True if it was rendered by ECS tasks. */
  byTasks: boolean;
  output?: string;
  language?: string;
  result?: BilledJobFacts;
}

/**
 * Collects the cost history of a day from its ledger rows, in any order. Each successful job counts once, on the day of its `execution`
 * row. Jobs that ran past midnight are left out because the day contains only part of their cost.
 */
export function collectCostHistory(renderers: Renderers): { add(row: LedgerRow): void; history(): CostHistory } {
  const jobs = new Map<string, Example>();
  return {
    add(row) {
      if (!row.job) return;
      const known = jobs.get(row.job) ?? { amount: 0n, byTasks: false };
      const { output, language } = row;
      const result = row.step === EXECUTION && isWithinOneDay(row) ? row.result : undefined;
      const byTasks = known.byTasks || row.charges.some(({ resource }) => /^(fargate|gpu)\./.test(resource));
      jobs.set(row.job, {
        ...known,
        ...(output && { output }),
        ...(language && { language }),
        ...(result && { result }),
        byTasks,
        amount: known.amount + rowTotal(row),
      });
    },
    history: () => [...jobs.values()].reduce((history, example) => addExample(history, example, renderers), EMPTY_HISTORY),
  };
}

const DAY = 86_400_000;

const isWithinOneDay = ({ at, result }: LedgerRow): boolean => {
  const start = Date.parse(at);
  return Math.floor(start / DAY) === Math.floor((start + (result?.took ?? 0) * 1000) / DAY);
};

function addExample({ kinds, paces }: CostHistory, example: Example, renderers: Renderers): CostHistory {
  const { amount, byTasks, output = '', language = '', result } = example;
  if (!result) return { kinds, paces };
  const { seconds, engine, speed, characters, handles } = result;
  const isRecording = engine === RECORDING_ENGINE;
  // Handles and the requested speed only apply to synthesized speech.
  const normalSeconds = isRecording ? seconds : Math.max(0, seconds - 2 * handles) * speed;
  const pace = addRatio(paces[language] ?? {}, normalSeconds, expectedBy(paceOf(language), characters));
  const kind = kindOf(output, isRecording);
  const group = groupOf(kind, byTasks);
  const known = kinds[group] ?? { cost: {}, took: {} };
  const { fps: framesPerSecond, render_work: workPerSecond } = result;
  const expected = isKind(kind) && expectJob({ output, isRecording, seconds, framesPerSecond, workPerSecond }, renderers);
  const measured = expected && {
    cost: addRatio(known.cost, Number(amount) / 1e12, expected.cost),
    took: addRatio(known.took, result.took, expected.took),
  };
  return { kinds: measured ? { ...kinds, [group]: measured } : kinds, paces: { ...paces, [language]: pace } };
}

/** Merges the histories of several days. */
export function mergeCostHistory(days: Iterable<CostHistory>): CostHistory {
  const kinds: Record<string, { cost: Ratios; took: Ratios }> = {};
  const paces: Record<string, Ratios> = {};
  for (const day of days) {
    for (const [kind, { cost, took }] of Object.entries(day.kinds)) {
      kinds[kind] = {
        cost: mergeRatios(kinds[kind]?.cost ?? {}, cost),
        took: mergeRatios(kinds[kind]?.took ?? {}, took),
      };
    }
    for (const [language, ratios] of Object.entries(day.paces)) {
      paces[language] = mergeRatios(paces[language] ?? {}, ratios);
    }
  }
  return { kinds, paces };
}
