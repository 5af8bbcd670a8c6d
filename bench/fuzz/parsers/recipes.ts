const JOB = { target_rig: 'arkit', text: 'Hi.', language: 'en-US', output: { type: 'csv' }, audio_url: 'https://example.com/a.wav' };
const PHONE = { symbol: 'a', start: 0, end: 1, stress: 0, word: null };
const PART = '--b\r\nContent-Disposition: form-data; name="job"\r\n\r\n1\r\n';

const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const job = (fields: object): string => JSON.stringify({ ...JOB, ...fields });

/** Recipes for repetitive inputs that once broke a parser, by parser and name. */
export const RECIPES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  job: {
    'names of metadata': () => job({ metadata: Object.fromEntries(repeat(5_000, 1).entries()) }),
    'phones without fields': () => job({ timeline: { words: [], phones: repeat(16_000, {}) } }),
    'marks without a type': () => job({ timeline: { words: [], phones: [PHONE], marks: repeat(16_000, {}) } }),
    'words that end before they start': () => job({ timeline: { words: repeat(1_500, { text: '', start: 1, end: 0 }), phones: [] } }),
    'nested lists': () => '['.repeat(24_000) + ']'.repeat(24_000),
  },
  multipart: { 'many parts': () => `${PART.repeat(500)}--b--\r\n` },
  ssml: {
    'nested elements': () => `${'<emphasis>'.repeat(900)}a${'</emphasis>'.repeat(900)}`,
    'many breaks': () => `<speak>${'<break/>a '.repeat(800)}</speak>`,
  },
};
