import * as v from 'valibot';

/** A rule for a field that depends on other fields. */
export interface Rule<Value> {
  field: keyof Value & string;
  /** The other fields, by path. The rule applies only if all of them are valid. */
  reads: readonly (readonly string[])[];
  accepts: (value: Value) => boolean;
  /** Completes the message "must be …". */
  expected: string;
}

/** Adds rules to a schema. Their issues come after the schema's own issues, in the order of the rules. */
export function withRules<Schema extends v.GenericSchema>(schema: Schema, rules: readonly Rule<v.InferOutput<Schema>>[]): Schema {
  const checks = rules.map(({ field, reads, accepts, expected }) => {
    // The types of valibot's actions require literal paths.
    const check: unknown = v.forward(v.partialCheck([[field], ...reads] as never, accepts as never, expected), [field] as never);
    return check as v.GenericValidation<v.InferOutput<Schema>>;
  });
  return v.pipe(schema, ...checks) as unknown as Schema;
}
