/** Entry point for tests outside the package. State is left out, because it needs the storage of a browser. */
export { clearEmotions, markEmotion } from '../src/make/emotion-markup.ts';
export { writeSnippet } from '../src/make/snippets.ts';
export { findFault } from '../src/make/sound-file.ts';
export { errorsByField, toJob } from '../src/make/specification.ts';
export { en } from '../src/messages/en.ts';
export type { Form } from '../src/state/form.ts';
