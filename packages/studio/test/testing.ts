/** What tests of other packages and benchmarks use besides the public entry points. */
export * from '../src/make/emotion-markup.ts';
export * from '../src/make/snippets.ts';
export * from '../src/make/sound-file.ts';
export * from '../src/make/specification.ts';
export * from '../src/messages/en.ts';
export * from '../src/state/form.ts';
