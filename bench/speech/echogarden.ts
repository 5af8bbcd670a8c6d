import type { Phone, SpeechTimeline, Word } from '@talking-avatar/contract';
import type { TrueSpeech } from '@talking-avatar/speech/testing';
import { ECHOGARDEN, installPeer } from '../peers.ts';

/** An entry in an echogarden timeline. Sentences contain words, words contain tokens, and tokens contain phones. */
interface Entry {
  type: string;
  text: string;
  startTime: number;
  endTime: number;
  timeline?: Entry[];
}

interface Echogarden {
  setGlobalOption(name: 'logLevel', value: 'error'): void;
  synthesize(text: string, options: object): Promise<{ audio: { audioChannels: Float32Array[]; sampleRate: number } }>;
  align(sound: Uint8Array, text: string, options: object): Promise<{ timeline: Entry[] }>;
}

/** Like our alignment, this uses an espeak-ng reference and DTW, but with echogarden's default windows. */
const OPTIONS = { engine: 'dtw', language: 'en-US', isolate: false };

async function loadEchogarden(): Promise<Echogarden> {
  const peer = (await import(await installPeer(ECHOGARDEN))) as Echogarden;
  peer.setGlobalOption('logLevel', 'error');
  return peer;
}

/** Opens espeak-ng from echogarden. The returned function speaks a text and returns how long the speech is, in s. */
export async function openEchogardenVoice(): Promise<(text: string, language: string) => Promise<number>> {
  const peer = await loadEchogarden();
  return async (text, language) => {
    const { audio } = await peer.synthesize(text, { engine: 'espeak', language });
    return (audio.audioChannels[0]?.length ?? 0) / audio.sampleRate;
  };
}

/** Opens echogarden's alignment, after installing it if needed. */
export async function openEchogarden(): Promise<(speech: TrueSpeech) => Promise<SpeechTimeline>> {
  const peer = await loadEchogarden();
  return async ({ wav, text, language }) => {
    const { timeline } = await peer.align(wav, text, OPTIONS);
    const words = collect(timeline, 'word');
    const phones = words.flatMap((word, index) =>
      collect(word.timeline ?? [], 'phone').map((phone): Phone => ({ symbol: plain(phone.text), ...times(phone), stress: 0, word: index })),
    );
    return {
      language,
      engine: ECHOGARDEN.name,
      voice: '',
      duration: words.at(-1)?.endTime ?? 0,
      words: words.map((word): Word => ({ text: word.text, ...times(word) })),
      phones,
      marks: [],
    };
  };
}

const times = ({ startTime, endTime }: Entry) => ({ start: startTime, end: endTime });

/** Collects all nested entries of a type. */
const collect = (entries: readonly Entry[], type: string): Entry[] =>
  entries.flatMap((entry) => (entry.type === type ? [entry] : collect(entry.timeline ?? [], type)));

/** Removes stress and length marks from a symbol. */
const plain = (symbol: string) => symbol.replace(/[ˈˌː]/gu, '');
