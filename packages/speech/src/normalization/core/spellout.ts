/** A rule set in CLDR's rule-based number format: each rule's base value and text. */
type RuleSet = readonly (readonly string[])[];

export interface SpelloutData {
  rbnf: { identity: { language: string }; rbnf: { SpelloutRules: Readonly<Record<string, RuleSet | string>> } };
}

/** Writes a number in words. It must be in ASCII digits, from 0 to 999,999,999,999,999, with or without decimals. */
export type Spellout = (value: string | number) => string;

/** Maximum number of digits in a number that is read as a whole. A double can represent such numbers exactly. */
export const LONGEST_NUMBER = 15;

interface NumberRule {
  base: number;
  divisor: number;
  body: string;
}

interface CompiledSet {
  rules: readonly NumberRule[];
  decimals?: string;
}

/**
 * Prepares a public rule set from CLDR's rule-based number formats (UTS 35, part 3), such as "cardinal-feminine" for
 * `%spellout-cardinal-feminine`.
 * @throws RangeError if the language has no such rule set
 */
export function createSpellout(data: SpelloutData, name: string): Spellout {
  const compiled = new Map<string, CompiledSet>();
  const sets = data.rbnf.rbnf.SpelloutRules;
  const plurals = new Intl.PluralRules(data.rbnf.identity.language);
  const find = (set: string): CompiledSet => {
    const source = sets[set];
    if (!Array.isArray(source)) throw new RangeError(`cldr-rbnf has no rule set ${set}`);
    const known = compiled.get(set) ?? compile(source as RuleSet);
    compiled.set(set, known);
    return known;
  };
  const start = `%spellout-${name}`;
  const set = find(start);
  const format: Spellout = (value) => {
    const [whole = '0', decimals] = String(value).split('.');
    if (decimals === undefined) return spell(Number(whole), start);
    // "←← point →→". Three arrows write the digits without spaces.
    const pattern = set.decimals ?? '←← →→';
    const digits = [...decimals].map((digit) => spell(Number(digit), start));
    return pattern
      .replace(/←[^←]*←/, () => spell(Number(whole), start))
      .replace(/→→→|→[^→]*→/, (arrows) => digits.join(arrows === '→→→' ? '' : ' '));
  };
  // CLDR marks possible word breaks, and joins some words with two spaces.
  return (value) => format(value).replaceAll('\u00ad', '').replace(/ {2,}/g, ' ');

  function spell(number: number, set: string): string {
    const { rules } = find(set);
    const at = rules.findLastIndex(({ base }) => base <= number);
    const rule = rules[at]!;
    // For a multiple of the divisor, the previous rule applies, because this rule would name a remainder of zero.
    const rolls = /←/.test(rule.body) && /→/.test(rule.body) && rule.base % rule.divisor !== 0;
    return write(rolls && number % rule.divisor === 0 ? rules[at - 1]! : rule, number, set, rules[at - 1]);
  }

  function write({ divisor, body }: NumberRule, number: number, set: string, before?: NumberRule): string {
    const rest = number % divisor;
    const head = Math.floor(number / divisor);
    return (
      body
        .replace(/\[([^\]]*)\]/g, (_, optional: string) => (rest === 0 ? '' : optional))
        // "$(cardinal,one{milhão}other{milhões})$"
        .replace(/\$\(cardinal,([^$]*)\)\$/g, (_, forms: string) => {
          const nameOf = (category: string) => forms.match(`${category}\\{([^}]*)`)?.[1];
          return nameOf(plurals.select(head)) ?? nameOf('other') ?? '';
        })
        .replace(/→→→|([←→=])([^←→=]*)\1/g, (part, sign: string | undefined, other: string) => {
          if (part === '→→→') return before ? write(before, rest, set) : '';
          const value = sign === '=' ? number : sign === '←' ? head : rest;
          if (/^[#0]/.test(other)) return String(value);
          return spell(value, other === '' ? set : other);
        })
    );
  }
}

function compile(source: RuleSet): CompiledSet {
  const rules: NumberRule[] = [];
  let decimals: string | undefined;
  for (const [descriptor = '', text = ''] of source) {
    // A leading apostrophe preserves the space after it. A semicolon ends the rule.
    const body = text.replace(/^'/, '').replace(/;$/, '');
    const [, base, radix] = /^(\d+)(?:\/(\d+))?$/.exec(descriptor.replaceAll(',', '')) ?? [];
    if (descriptor === 'x.x') decimals = body;
    if (base === undefined) continue;
    rules.push({ base: Number(base), divisor: findDivisor(Number(base), Number(radix ?? 10)), body });
  }
  return { rules, ...(decimals !== undefined && { decimals }) };
}

/** Finds the highest power of the radix up to the base. */
function findDivisor(base: number, radix: number): number {
  let divisor = 1;
  while (divisor * radix <= base) divisor *= radix;
  return divisor;
}
