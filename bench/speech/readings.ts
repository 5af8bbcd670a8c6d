import { createInterface } from 'node:readline';
import { findLanguage, LANGUAGES } from '@talking-avatar/contract';
import { readAloud } from '@talking-avatar/speech/testing';
import { readTool } from '../../bin/tool.ts';

/**
 * `npm run readings`: prints each text and its reading in the form of test/speech/sentences; without texts it reads lines from its
 * standard input.
 */
const { positionals, refuse } = readTool('npm run readings -- LANGUAGE [TEXT…]', {});
const [code = '', ...texts] = positionals;
const language = findLanguage(code) ?? refuse(`There is no language "${code}"; there are ${LANGUAGES.join(', ')}`);
for await (const text of texts.length > 0 ? texts : createInterface(process.stdin))
  console.log(`${text}\n  ${await readAloud(text, language)}`);
