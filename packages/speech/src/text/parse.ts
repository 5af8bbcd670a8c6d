import { findLanguage, type Language } from '@talking-avatar/contract';
import { SpeechError } from '../speech.ts';
import { guessLanguage } from './guess-language.ts';
import { readPlain } from './plain.ts';
import type { Script } from './script.ts';
import { looksLikeSsml, parseSsml } from './ssml.ts';
import { findWords } from './words.ts';

/**
 * Reads the text of a job as SSML if it has tags, or as plain text otherwise. A document in another language is spoken in the job's
 * language, with a warning, because documents are often copied from examples along with their language.
 * @throws SpeechError for malformed SSML, with the line and column
 */
export function parseText(text: string, language?: Language): Script {
  const script = looksLikeSsml(text) ? parseSsml(text) : readPlain(text);
  const own = script.language;
  if (!language) return script;
  const warning =
    !own || primaryOf(own) === primaryOf(language)
      ? warnOfOther(script, language)
      : `<speak>: xml:lang="${own}" is not the job's language; the text is spoken in ${language}. ` +
        'Set the language of the job, or put <lang xml:lang="…"> around text in another language.';
  return warning ? { ...script, warnings: [warning, ...script.warnings] } : script;
}

function warnOfOther(script: Script, language: Language): string | undefined {
  const other = guessLanguage(script, language);
  return (
    other && `The text seems to be ${other.name} but is read as ${language}; if it is ${other.name}, set language to "${other.language}".`
  );
}

/** Checks a job's text before it is spoken. @throws SpeechError for malformed SSML, and for text without words */
export function validateText(text: string, language: Language): void {
  if (findWords(parseText(text).text, language).length === 0) throw noWord();
}

export const noWord = (): SpeechError => new SpeechError('Nothing to say', 'it contains no words to speak.', 'text');

/** Returns the text without markup, as shown in captions. */
export function plainText(text: string): string {
  return parseText(text).text.replace(/\s+/g, ' ').trim();
}

/** Returns a language code without the country, such as "pt" for "pt-BR", which the specification spells "pr-BR". */
const primaryOf = (tag: string): string =>
  (findLanguage(tag) ?? tag)
    .trim()
    .toLowerCase()
    .replace(/[-_].*$/s, '')
    .replace(/^pr$/, 'pt');
