import { findLanguage, type Language } from '@talking-avatar/contract';
import { SpeechError } from '../speech.ts';
import { guessLanguage } from './guess-language.ts';
import { readPlain } from './plain.ts';
import type { Script } from './script.ts';
import { looksLikeSsml, parseSsml } from './ssml.ts';
import { findWords } from './words.ts';

/**
 * Reads the text of a job: SSML when it holds tags, plain text otherwise.
 *
 * @param language The job's, where it is known: a document in another one, and a text that seems to be, is said in the job's
 *   language all the same, with a warning. Documents are copied with the language of their example more often than they mean it.
 * @throws SpeechError on malformed SSML, with line and column
 */
export function parseText(text: string, language?: Language): Script {
  const script = looksLikeSsml(text) ? parseSsml(text) : readPlain(text);
  const own = script.language;
  if (!language) return script;
  const warning =
    !own || primaryOf(own) === primaryOf(language)
      ? warnOfOther(script, language)
      : `<speak>: xml:lang="${own}" is not the job's language; the text is said in ${language}. ` +
        'Set the language of the job, or put <lang xml:lang="…"> around what is in another one.';
  return warning ? { ...script, warnings: [warning, ...script.warnings] } : script;
}

function warnOfOther(script: Script, language: Language): string | undefined {
  const other = guessLanguage(script, language);
  return other && `The text seems to be ${other.name}, and it is read in ${language}; if so, set language to "${other.language}".`;
}

/**
 * Checks a job's text before it is spoken.
 * @throws SpeechError on malformed SSML, and where no word is left beside the markup
 */
export function validateText(text: string, language: Language): void {
  if (findWords(parseText(text).text, language).length === 0) throw noWord();
}

export const noWord = (): SpeechError => new SpeechError('Nothing to say', 'it holds no word that could be said.', 'text');

/** The text without markup, as captions show it. */
export function plainText(text: string): string {
  return parseText(text).text.replace(/\s+/g, ' ').trim();
}

/** A language without its country: "pt" for "pt-BR", which the specification writes "pr-BR". */
const primaryOf = (tag: string): string =>
  (findLanguage(tag) ?? tag)
    .trim()
    .toLowerCase()
    .replace(/[-_].*$/s, '')
    .replace(/^pr$/, 'pt');
