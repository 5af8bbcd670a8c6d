import * as v from 'valibot';
import { LIMITS } from './limits.ts';

/** Schema of a URL with one of the given schemes, such as `https:`. */
export const urlWith = (schemes: readonly string[], message: string) =>
  v.pipe(
    v.string(),
    v.maxLength(LIMITS.urlCharacters, `at most ${LIMITS.urlCharacters} characters`),
    v.check((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), message),
  );
