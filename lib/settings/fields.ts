import * as v from 'valibot';

/**
 * Types of settings. `cdk -c name=value` passes strings, so every type also accepts strings. Messages say what is valid and give an
 * example.
 */

/** @param example a sensible value to show in the message */
export const wholeNumber = (least: number, most: number, example: number) => {
  const message = `must be a whole number from ${least} to ${most}, for example ${example}`;
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.toNumber())], message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

export const flag = v.pipe(
  v.union([v.boolean(), v.literal('true'), v.literal('false')], 'must be true or false'),
  v.transform((value) => value === true || value === 'true'),
);

/** One of several strings or numbers. */
export const oneOf = <const Options extends readonly (string | number)[]>(options: Options) => {
  const names = options.map((option) => (typeof option === 'string' ? `"${option}"` : String(option)));
  return v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => options.find((option) => String(option) === String(value)) ?? value),
    v.picklist<Options, string>(options, `must be one of ${names.join(', ')}`),
  );
};

/** A string with a given format. */
export const textLike = (form: RegExp, what: string, example: string) => {
  const message = `must be ${what}, for example "${example}"`;
  return v.pipe(v.string(message), v.regex(form, message));
};

/**
 * An object or a list, either as in cdk.json or as JSON after `-c`. Issues refer to the value as given.
 * @param example valid JSON to show in the message
 */
export const structured = <Schema extends v.GenericSchema>(schema: Schema, example: string) => {
  const parsed = v.pipe(v.string(), v.parseJson(undefined, `must be JSON, for example ${example}`), schema);
  return v.lazy((given) => (typeof given === 'string' ? parsed : schema));
};
