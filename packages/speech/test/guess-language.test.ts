import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../src/index.ts';

const TEXTS: Partial<Record<Language, string>> = {
  'en-US': 'Please bring the lamp from the kitchen before the summer ends.',
  'es-ES': 'El tren llega tarde, pero mi hermano no está en la estación.',
  'de-DE': 'Der Zug kommt heute leider später, und ich habe keine Zeit.',
  'it-IT': 'Il treno è in ritardo, ma mio fratello non è alla stazione.',
  'fr-FR': 'Le train arrive en retard, mais mon frère n’est pas à la gare.',
  'pt-PT': 'O comboio chega tarde, mas o meu irmão não está na estação.',
  'vi-VI': 'Hôm nay trời đẹp và chúng tôi sẽ đi uống cà phê với bạn.',
};

describe("a text's language", () => {
  it('is questioned, with a suggestion, if its words are common in another language', () => {
    for (const [own, text] of Object.entries(TEXTS)) {
      for (const language of LANGUAGES) {
        const { warnings } = parseText(text, language);
        const fits = language.slice(0, 2).replace('pr', 'pt') === own.slice(0, 2);
        expect(warnings.length).toBe(fits ? 0 : 1);
        if (!fits) expect(warnings[0]).toContain(`set language to "${own}"`);
      }
    }
  });

  it('is not questioned for a few words, or for text tagged as foreign', () => {
    expect(parseText('Der Zug kommt später, und dann?', 'es-ES').warnings).toHaveLength(1);
    expect(parseText('Der Zug kommt später.', 'es-ES').warnings).toEqual([]);
    const quoted = `<speak>Él dice: <lang xml:lang="de-DE">${TEXTS['de-DE']}</lang></speak>`;
    expect(parseText(quoted, 'es-ES').warnings).toEqual([]);
  });

  it.each([...LANGUAGES])('is not questioned for an ordinary sentence: %s', (language) => {
    const lines = readFileSync(new URL(`sentences/${language}.txt`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
    const warned = lines.filter((_, i) => i % 2 === 0).filter((text) => parseText(text, language).warnings.length > 0);
    expect(warned).toEqual([]);
  });

  it('can be guessed for any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...LANGUAGES), (text, language) => {
        expect(parseText(text.replaceAll('<', ''), language).warnings.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
