import * as v from 'valibot';

const megabytes = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Memory and temporary storage of functions by name, MB, and of tasks what they have beside: what the time of others is billed by. */
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

/** The key of a task's size: a step may run as a function and as a task. */
export const taskSizeKey = (step: string): string => `${step}-task`;

export type FunctionSizes = v.InferOutput<typeof functionSizesSchema>;
