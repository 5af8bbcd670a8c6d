/** What Polly speaks within another language (`<lang xml:lang>`), the usual variety of each language first. */
const CODES = (
  'en-US en-AU en-GB en-GB-WLS en-IE en-IN en-NZ en-SG en-ZA arb ar-AE ca-ES cmn-CN cs-CZ cy-GB da-DK de-DE de-AT de-CH es-ES ' +
  'es-MX es-US fi-FI fr-FR fr-BE fr-CA hi-IN is-IS it-IT ja-JP ko-KR nb-NO nl-NL nl-BE pl-PL pt-PT pt-BR ro-RO ru-RU sv-SE ' +
  'tr-TR yue-CN'
).split(' ');

/** Codes that Polly spells in its own way. */
const OWN: Readonly<Record<string, string>> = { zh: 'cmn-CN', 'zh-cn': 'cmn-CN', ar: 'arb', 'zh-hk': 'yue-CN' };

/** Polly's code for a language tag; undefined when it does not speak the language. */
export function findPollyLanguage(tag: string): string | undefined {
  const lower = tag.toLowerCase();
  const exact = OWN[lower] ?? CODES.find((code) => code.toLowerCase() === lower);
  return exact ?? CODES.find((code) => code.split('-')[0] === lower.split('-')[0]);
}
