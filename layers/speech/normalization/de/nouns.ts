import type { Gender } from '../core/language.ts';

/** Nouns that are often counted by one, and units: feminine, neuter, and masculine. */
const ONE =
  /^(?:(Stunde|Minute|Sekunde|Woche|Person|Tonne|Flasche|Packung|Tasse|Seite|Frau|Nacht|Million|Milliarde|Meile|Rupie|Tablette|Kilowattstunde|Portion|Prise|Scheibe|Runde|Stimme|Niederlage)|(Jahr|Mal|Kind|Stück|Kilo|Pfund|Prozent|Haus|Zimmer|Glas|Gramm|Kilogramm|Milligramm|Mikrogramm|Watt|Kilowatt|Megawatt|Volt|Gigabyte|Megabyte|Terabyte|Dezibel|Hertz|Gigahertz|Ei|Tor)|(?:Tag|Monat|Euro|Dollar|Cent|Mann|Punkt|Liter|Teil|Platz|Schritt|Esslöffel|Teelöffel|Hektar|Grad|Sieg|\p{L}*(?:[Mm]eter|liter))(?: .*)?)$/u;

/** The gender of a noun behind one. */
export function genderOf(noun: string): Gender | undefined {
  const match = ONE.exec(noun);
  return match ? (match[1] ? 'f' : match[2] ? 'n' : 'm') : undefined;
}

/** Nouns that have an ordinal number before them, by their gender. */
export const COUNTED: Readonly<Record<string, Gender>> = Object.fromEntries(
  Object.entries({
    m: 'FC Weltkrieg Weltkriegs Weltkrieges Platz Stock Geburtstag Tag Tages Advent Jahrestag Teil',
    f: 'Etage Klasse Liga Bundesliga Auflage Runde Minute Halbzeit Woche',
    n: 'Jahrhundert Jh. Jahrhunderts Jahrhunderte Kapitel Mal Semester Lebensjahr Stockwerk',
  }).flatMap(([gender, nouns]) => nouns.split(' ').map((noun) => [noun, gender as Gender])),
);
