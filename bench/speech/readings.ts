import { createInterface } from 'node:readline';
import { findLanguage, LANGUAGES } from '@talking-avatar/contract';
import { readAloud } from '@talking-avatar/speech/testing';
import { readTool } from '../../bin/tool.ts';

/**
 * `npm run readings` prints texts along with how they are read aloud, in the format of packages/speech/test/sentences. If no texts are
 * given, reads lines from stdin.
 */
const { positionals, refuse } = readTool('npm run readings -- LANGUAGE [TEXT…]', {});
const [code = '', ...texts] = positionals;
const language = findLanguage(code) ?? refuse(`Unknown language "${code}"; expected one of ${LANGUAGES.join(', ')}`);
for await (const text of texts.length > 0 ? texts : createInterface(process.stdin))
  console.log(`${text}\n  ${await readAloud(text, language)}`);
