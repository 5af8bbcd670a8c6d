import { type IpaSound, splitIpa } from '../../text/ipa.ts';
import type { Item, Script, Style } from '../../text/script.ts';
import { lookUp } from '../../text/tables.ts';
import { NAMES, SUFFIXES } from './phoneme-names.ts';
import { readSymbols } from './phones.ts';
import { type Synthesizer, takeSynthesizer } from './synthesizer.ts';

/** A pronunciation as the engine is told it. */
export interface Notation {
  /** The engine's own names of the sounds, which stand in `[[…]]`. */
  names: string;
  /** The IPA symbols that it prints for them. */
  symbols: string[];
}

/** Seconds that a single sound between two others takes at most. */
const LONGEST_SOUND = 10;

const STRESS = ['', "'", ','] as const;

/** Says what each voice prints for a name, each once for all jobs: it is a fact of the voice. */
const PRINTED = new Map<string, readonly string[]>();

/**
 * Finds how the engine is told the pronunciations of a script.
 * @param voiceOf The voice for a style.
 * @returns by item, those that have a pronunciation
 */
export async function spellPronunciations(
  script: Script,
  voiceOf: (style: Style) => string,
): Promise<Map<Item, Notation>> {
  const notations = new Map<Item, Notation>();
  // A copy of its own: what is asked here would change the noise of the one that speaks.
  let scratch: Synthesizer | undefined;
  for (const item of script.items) {
    if (item.kind !== 'spoken' || item.style.ipa === undefined) continue;
    const sounds = splitIpa(item.style.ipa);
    if ('unknown' in sounds) continue;
    scratch ??= await takeSynthesizer();
    notations.set(item, spell(scratch, voiceOf(item.style), sounds));
  }
  scratch?.giveBack();
  return notations;
}

function spell(scratch: Synthesizer, voice: string, sounds: readonly IpaSound[]): Notation {
  const ask: Ask = (name, isVowel) => {
    const known = PRINTED.get(`${voice} ${name}`);
    if (known) return known;
    scratch.setVoice(voice);
    // A vowel is least changed between stops, a consonant between vowels. A name that the voice has not ends what it says.
    const [before, after] = isVowel ? ['p|', '|p|a'] : ['a|', '|a'];
    const printed = readSymbols(
      scratch.say(`[[${before}${name}${after}]]`, 1, LONGEST_SOUND).phones.map(({ symbol }) => symbol),
    );
    const own = printed.slice(1, isVowel ? -2 : -1);
    PRINTED.set(`${voice} ${name}`, own);
    return own;
  };
  let stress: IpaSound['stress'] = 0;
  const names: string[] = [];
  const symbols: string[] = [];
  for (const sound of sounds.flatMap(({ symbol, stress }) => findNames({ symbol, stress }, ask))) {
    stress = sound.stress || stress;
    // The engine wants the stress before the vowel, IPA writes it before the syllable.
    names.push(sound.isVowel ? STRESS[stress] + sound.name : sound.name);
    if (sound.isVowel) stress = 0;
    symbols.push(...ask(sound.name, sound.isVowel));
  }
  return { names: names.join('|'), symbols };
}

/** What the voice prints for a name. */
type Ask = (name: string, isVowel: boolean) => readonly string[];

const VOWEL = /^[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ]/u;

interface Named {
  name: string;
  stress: IpaSound['stress'];
  isVowel: boolean;
}

/** The name that the voice prints as the sound; else the nearest that it has; a double that it has not, letter by letter. */
function findNames({ symbol, stress }: IpaSound, ask: Ask): Named[] {
  const bare = symbol.replace(/[\u035c\u0361\u032f]/gu, '');
  const letters = /^\p{Ll}+/u.exec(bare)?.[0] ?? bare;
  const isVowel = VOWEL.test(letters);
  const suffix = [...bare.slice(letters.length)].map((sign) => lookUp(SUFFIXES, sign) ?? '').join('');
  const names = (lookUp(NAMES, letters) ?? '').split(' ').filter((name) => name !== '');
  const candidates = [...names.map((name) => name.replace(/:$/, '') + suffix), ...names];
  const exact =
    candidates.find((name) => ask(name, isVowel).join('').normalize('NFD') === bare) ??
    candidates.find((name) => ask(name, isVowel)[0] === letters);
  const found = exact ?? candidates.find((name) => ask(name, isVowel).length > 0);
  if (found !== undefined) return [{ name: found, stress, isVowel }];
  if ([...letters].length < 2) return [];
  return [...letters].flatMap((letter, i) => findNames({ symbol: letter, stress: i === 0 ? stress : 0 }, ask));
}
