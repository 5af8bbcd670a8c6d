import type { Language } from '@talking-avatar/contract';
import type { Script } from '../../text/script.ts';
import { type ChosenVoice, choosePollySpeaker } from './voices.ts';

/** A position in the text where a voice starts speaking. */
export interface VoiceTurn {
  from: number;
  chosen: ChosenVoice;
}

/** Finds the voice for each spoken item: the main voice, or the voice requested by `<voice>`. */
export function findVoiceTurns({ items }: Script, mainVoice: ChosenVoice, language: Language): VoiceTurn[] {
  const turns: VoiceTurn[] = [];
  for (const item of items) {
    if (item.kind !== 'spoken') continue;
    const { speaker, language: itemLanguage = language } = item.style;
    const chosen = speaker ? choosePollySpeaker(mainVoice, speaker, itemLanguage) : mainVoice;
    turns.push({ from: item.from, chosen });
  }
  return turns;
}
