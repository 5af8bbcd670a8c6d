import { type Language, nearest } from '../../contract/index.ts';

/** A fault of a voice's name as one sentence, with the name that was most likely meant and all that there are. */
export function describeChoice(fault: string, wanted: string, language: Language, names: readonly string[]): string {
  const near = nearest(wanted, names);
  const hint = near ? `; did you mean "${near}"?` : '.';
  return `${fault}${hint} The voices for ${language} are ${names.join(', ')}.`;
}
