import type { Language } from '../../../contract/index.ts';
import type { Script } from '../../text/script.ts';
import { type ChosenVoice, choosePollySpeaker } from './voices.ts';

/** From where on a voice speaks. */
export interface Turn {
  from: number;
  chosen: ChosenVoice;
}

/** Who says each spoken item: the voice of the text, or the one that `<voice>` asks for. */
export function findTurns({ items }: Script, usual: ChosenVoice, language: Language): Turn[] {
  const turns: Turn[] = [];
  for (const item of items) {
    if (item.kind !== 'spoken') continue;
    const { speaker, language: own = language } = item.style;
    const chosen = speaker ? choosePollySpeaker(usual, speaker, own) : usual;
    turns.push({ from: item.from, chosen });
  }
  return turns;
}
