import { type PollyOptions, ServiceError, type SpeechMark, type SpeechRequest } from 'local-aws';
import type { Phone, SpeechTimeline } from '../../layers/contract/index.ts';
import {
  createEmbeddedEngine,
  decodeAudio,
  encodeWav,
  findViseme,
  POLLY_VOICES,
  SpeechError,
} from '../../layers/speech/index.ts';

/** A synthesizer for the local Polly: Amazon Polly's voices, spoken by the embedded engine. */
export const embeddedPolly: Pick<PollyOptions, 'voices' | 'synthesize'> = {
  voices: POLLY_VOICES.map(({ id, tiers, generative, code }) => ({
    id,
    engines: generative ? (['generative', ...tiers] as const) : tiers,
    ...(code && { languageCode: code }),
  })),
  async synthesize(request) {
    const { audio, timeline } = await speak(request);
    const { samples } = await decodeAudio(encodeWav(audio));
    const pcm = Buffer.alloc(2 * samples.length);
    for (const [i, sample] of samples.entries()) {
      pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32767), 2 * i);
    }
    return { pcm, marks: toMarks(timeline, request.text) };
  },
};

async function speak({ text, ssml, voice }: SpeechRequest) {
  const { language, sex } = POLLY_VOICES.find(({ id }) => id === voice.id)!;
  const document = ssml ? text : `<speak>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</speak>`;
  try {
    return await createEmbeddedEngine().speak({ text: document, language, sex, speed: 1 });
  } catch (error) {
    if (error instanceof SpeechError) throw new ServiceError('InvalidSsmlException', error.message);
    throw error;
  }
}

/**
 * The speech marks of a timeline.
 *
 * @param source the text as sent; positions of words are counted in its bytes
 */
export function toMarks(timeline: SpeechTimeline, source: string): SpeechMark[] {
  return [
    ...wordMarks(timeline, source),
    ...timeline.phones.flatMap(visemeMark),
    ...ssmlMarks(timeline),
    { time: toMs(timeline.duration), type: 'viseme', value: 'sil' },
  ];
}

const toMs = (seconds: number) => Math.floor(seconds * 1000);

function wordMarks({ words }: SpeechTimeline, source: string): SpeechMark[] {
  // Markup keeps its length but holds no words.
  const bare = source.replace(/<[^>]*>/g, (tag) => ' '.repeat(tag.length));
  let at = 0;
  return words.map(({ text, start }) => {
    const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
    const found = Math.max(at, bare.indexOf(escaped, at));
    at = found + escaped.length;
    const from = Buffer.byteLength(source.slice(0, found));
    return { time: toMs(start), type: 'word', start: from, end: from + Buffer.byteLength(escaped), value: text };
  });
}

function visemeMark({ symbol, start, word }: Phone): SpeechMark[] {
  const value = word === null ? 'sil' : findViseme(symbol);
  return value === undefined ? [] : [{ time: toMs(start), type: 'viseme', value }];
}

const ssmlMarks = ({ marks }: SpeechTimeline): SpeechMark[] =>
  marks.flatMap((mark) => (mark.type === 'mark' ? [{ time: toMs(mark.start), type: 'ssml', value: mark.name }] : []));
