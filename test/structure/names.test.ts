import { describe, expect, it } from 'vitest';
import { checkNames, errorsIn, namesIn } from './names.ts';

/** Names of other software that no line of our code has: of the API of EC2, and of dynalite. */
const FOREIGN = ['subnetSet', 'createPrefixedDbWrapper'];

describe('the names in docstrings', () => {
  it('are those of the code, and no words in quotes', () => {
    const docstring =
      'See `readNames` and `flatten()`, not `queued`. {@link Mention} @throws {RangeError} for `{ one: 1 }`';
    expect(namesIn(docstring).sort()).toEqual(['Mention', 'flatten', 'readNames']);
    expect(errorsIn(docstring)).toEqual(['RangeError']);
  });

  it('exist', () => {
    const { unknownErrors, unknownNames, mentions } = checkNames();
    expect(mentions).toBeGreaterThan(150);
    expect(unknownErrors).toEqual([]);
    expect(unknownNames.filter((mention) => !FOREIGN.some((name) => mention.endsWith(`: ${name}`)))).toEqual([]);
  });
});
