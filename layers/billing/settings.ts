import * as v from 'valibot';
import { priceListSchema } from './prices/prices.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const count = v.pipe(text, v.toNumber(), v.integer(), v.minValue(1));

export const architectureSchema = v.picklist(['arm64', 'x86']);

export const taskSizeSchema = v.object({
  vcpus: v.pipe(v.number(), v.minValue(0.25)),
  memory: v.pipe(v.number(), v.integer(), v.minValue(512)),
  /** True if the task uses a GPU, and therefore a whole instance. */
  gpu: v.optional(v.boolean()),
  /** False if the task has no public IPv4 address. */
  address: v.optional(v.boolean()),
});

/** Environment variables for metering, which every function has. */
export const meteringVariables = {
  LEDGER_TABLE: text,
  /** Name of the deployment, which is also a dimension of its metrics. */
  STAGE: text,
  PRICES: v.pipe(text, v.parseJson(), priceListSchema),
  /** Days until the objects of a job expire. Storage is charged up front, when they are stored. */
  RETENTION_DAYS: count,
  /** The architecture that the function is billed for. */
  ARCHITECTURE: architectureSchema,
  /** Temporary storage, in MB. */
  EPHEMERAL_STORAGE: count,
  /** Task size, as JSON; absent for functions. */
  TASK_SIZE: v.optional(v.pipe(text, v.parseJson(), taskSizeSchema)),
} as const;

const schema = v.object(meteringVariables);

export type MeteringSettings = v.InferOutput<typeof schema>;

/** Reads the metering settings. @throws Error that names each missing or invalid variable */
export function readMeteringSettings(environment: Readonly<Record<string, string | undefined>>): MeteringSettings {
  const result = v.safeParse(schema, environment);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
  throw new Error(`The environment variables for metering are invalid: ${problems}`);
}

let settings: MeteringSettings | undefined;

/** Returns this process's metering settings, which are read only once. */
export const meteringSettings = (): MeteringSettings => (settings ??= readMeteringSettings(process.env));

const megabytes = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Size of a function. Memory and temporary storage are in MB. */
export const functionSizeSchema = v.object({ architecture: architectureSchema, memory: megabytes, storage: megabytes });

/** Sizes of the functions and tasks, which an audit needs to estimate invocations. Memory and temporary storage are in MB. */
export const functionSizesSchema = v.record(
  v.string(),
  v.object({
    memory: megabytes,
    storage: megabytes,
    vcpus: v.optional(v.pipe(v.number(), v.minValue(0.25))),
    gpu: v.optional(v.boolean()),
    address: v.optional(v.boolean()),
  }),
);

export const taskSizeKey = (step: string): string => `${step}-task`;

export type FunctionSizes = v.InferOutput<typeof functionSizesSchema>;
