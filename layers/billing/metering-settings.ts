import * as v from 'valibot';
import { priceListSchema } from './prices/prices.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const count = v.pipe(text, v.toNumber(), v.integer(), v.minValue(1));

/** Processors, memory in MB, and what else a task has. */
export const taskSizeSchema = v.object({
  vcpus: v.pipe(v.number(), v.minValue(0.25)),
  memory: v.pipe(v.number(), v.integer(), v.minValue(512)),
  /** Whether it has a GPU, and with it the whole instance. */
  gpu: v.optional(v.boolean()),
  /** False where it has no public address. */
  address: v.optional(v.boolean()),
});

/** What every function is given on top of its own environment, so that it can count what it costs. */
export const meteringVariables = {
  LEDGER_TABLE: text,
  /** The deployment, whose metrics are its own. */
  STAGE: text,
  /** The price list as JSON. */
  PRICES: v.pipe(text, v.parseJson(), priceListSchema),
  /** Days that objects are kept, which their price includes. */
  RETENTION_DAYS: count,
  /** The processor that the function is billed as; that of a developer's machine says nothing. */
  ARCHITECTURE: v.picklist(['arm64', 'x86']),
  /** MB of temporary storage. */
  EPHEMERAL_STORAGE: count,
  /** What a task is billed by, as JSON; functions have none. */
  TASK_SIZE: v.optional(v.pipe(text, v.parseJson(), taskSizeSchema)),
} as const;

const schema = v.object(meteringVariables);

export type MeteringSettings = v.InferOutput<typeof schema>;

/** @throws Error that names each variable that is missing or wrong */
export function readMeteringSettings(environment: Readonly<Record<string, string | undefined>>): MeteringSettings {
  const result = v.safeParse(schema, environment);
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
  throw new Error(`The environment lacks what the ledger needs: ${faults}`);
}

let settings: MeteringSettings | undefined;

/** The settings of this process, read once. */
export const meteringSettings = (): MeteringSettings => (settings ??= readMeteringSettings(process.env));
