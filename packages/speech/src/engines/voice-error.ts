import { findNearestName, type Language } from '@talking-avatar/contract';

/** Formats an error about a voice name, with the fault, the most similar name, and all names for the language. */
export function formatVoiceError(fault: string, wanted: string, language: Language, names: readonly string[]): string {
  const near = findNearestName(wanted, names);
  const hint = near ? `; did you mean "${near}"?` : '.';
  return `${fault}${hint} The voices for ${language} are ${names.join(', ')}.`;
}
