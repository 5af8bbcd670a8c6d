/** Words before a date, in any of the languages; a weekday may stand there too. */
const DATES =
  /(?<!\p{L})(?:on|since|until|till|by|before|after|from|to|dated?|born|due|expires|expiry|am|vom|zum|bis|ab|seit|den|dem|der|Datum|geb\.|geboren|Stand|le|du|au|dès|depuis|né|née|el|del|al|desde|hasta|día|fecha|il|dal|nato|nata|em|dia|até|ngày|от|до|по|с|со|дата|родился|родилась|(?:Mo|Di|Mi|Do|Fr|Sa|So)\.|\p{L}+day|\p{L}+tag|Mittwoch|तारीख|दिनांक|يوم|بتاريخ)[,:]? $/iu;

/** What is numbered by sections, and what has versions or a ratio. */
const SECTIONS =
  /(?:§|(?<!\p{L})(?:sections?|chapter|ratio|proportions?|mix|split|scale|score|odds|version|firmware|release|build|abschnitt\p{L}?|kapitels?|kap\.|ziffer|punkt|artikel|art\.|раздел\p{L}?|глав\p{L}|пункт\p{L}?|п\.|гл\.|верси\p{L})) ?$/iu;

/**
 * Whether a date with a year of two digits is one: a word for it stands before it, or its day and month both have two digits.
 * Sections have points rather than strokes.
 */
export const isDated = (before: string, sign: string, first: string, second: string): boolean =>
  DATES.test(before) || ((sign === '/' || (first.length === 2 && second.length === 2)) && !SECTIONS.test(before));
