import type * as v from 'valibot';

/**
 * Makes a schema report only its first issue, for values with many items. With many issues, valibot's `forward` would take quadratic time.
 */
export const withFirstIssueOnly = <Schema extends v.GenericSchema>(schema: Schema): Schema => ({
  ...schema,
  '~run': (dataset, config) => {
    const result = schema['~run'](dataset, { ...config, abortEarly: true });
    // Checks that cover all items do not stop at the first issue.
    return result.issues ? { ...result, issues: [result.issues[0]] } : result;
  },
});
