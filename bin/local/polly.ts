import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import { POLLY_VOICES } from '@talking-avatar/speech';
import { findViseme } from '@talking-avatar/speech/visemes';
import { type PollyOptions, ServiceError, type SpeechMark, type SpeechRequest } from 'local-aws';
import type { Answer } from './polly-speech.ts';

/** A synthesizer for the local Polly that uses the embedded engine in place of Amazon Polly's voices. */
export const embeddedPolly: Pick<PollyOptions, 'voices' | 'synthesize'> = {
  voices: POLLY_VOICES.map(({ id, tiers, generative, code }) => ({
    id,
    engines: generative ? (['generative', ...tiers] as const) : tiers,
    ...(code && { languageCode: code }),
  })),
  async synthesize(request) {
    const { pcm, timeline } = await speak(request);
    return { pcm: Buffer.from(pcm), marks: toMarks(timeline, request.text) };
  },
};

let speaker: Worker | undefined;

/** Synthesizes in a thread, so that long text does not block the other embedded services in this process. */
async function speak({ text, ssml, voice }: SpeechRequest) {
  const { language, sex } = POLLY_VOICES.find(({ id }) => id === voice.id)!;
  const document = ssml ? text : `<speak>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</speak>`;
  const worker = speaker ?? startSpeaker();
  const { port1, port2 } = new MessageChannel();
  const ended = once(port1, 'close').then(() => Promise.reject(new Error('The speech thread has ended')));
  worker.postMessage({ request: { text: document, language, sex, speed: 1 }, port: port2 }, [port2]);
  const [answer] = (await Promise.race([once(port1, 'message'), ended]).finally(() => port1.close())) as [Answer];
  if ('invalid' in answer) throw new ServiceError('InvalidSsmlException', answer.invalid);
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}

function startSpeaker(): Worker {
  const worker = new Worker(new URL('polly-speech.ts', import.meta.url));
  // Callers notice that the thread has died when their ports close.
  worker.once('error', () => {});
  worker.once('exit', () => {
    speaker = undefined;
  });
  worker.unref();
  speaker = worker;
  return worker;
}

/** Converts a timeline to speech marks. @param source the text as received; word positions are byte offsets into it */
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
  // Markup is replaced with spaces to preserve the offsets.
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
