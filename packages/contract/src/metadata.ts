import * as v from 'valibot';
import { LIMITS } from './limits.ts';

/** Metadata keys: valid as FOCUS tags, and usable without quotes on a command line. */
const KEY = /^[A-Za-z][A-Za-z0-9_.-]*$/;

const { metadataEntries, metadataKeyCharacters, metadataValueCharacters } = LIMITS;

/** Schema of `metadata`: a client's short named strings. They are stored with the job and its costs, and do not affect the result. */
export const metadataSchema = v.pipe(
  v.record(
    v.pipe(
      v.string(),
      v.regex(KEY, 'a name of letters, digits, ".", "_", and "-" that starts with a letter'),
      v.maxLength(metadataKeyCharacters, `a name of at most ${metadataKeyCharacters} characters`),
    ),
    v.pipe(
      v.string(),
      v.maxLength(metadataValueCharacters, `at most ${metadataValueCharacters} characters`),
      v.check((text) => !hasControl(text), 'text without control characters'),
    ),
  ),
  v.maxEntries(metadataEntries, `must have at most ${metadataEntries} strings`),
  v.description(
    `Up to ${metadataEntries} short named strings of your own, such as a project or a scene. They are returned with the job, in its webhooks, and with its costs.`,
  ),
);

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);
