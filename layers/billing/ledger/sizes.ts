import * as v from 'valibot';

const megabytes = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Sizes of functions and tasks, by which an audit estimates invocations. Memory and temporary storage in MB. */
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

/** Key of a task's size. A step may run as a function and as a task. */
export const taskSizeKey = (step: string): string => `${step}-task`;

export type FunctionSizes = v.InferOutput<typeof functionSizesSchema>;
