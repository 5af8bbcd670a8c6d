import { type Audio, alignRecording, createEmbeddedEngine, decodeWav, type SpeechEngine } from '@talking-avatar/speech';
import { ENGLISH, speakWithFlite } from '@talking-avatar/speech/testing';

/** Speed and memory use of an alignment in this process. */
export interface Speed {
  seconds: number;
  /** Seconds of sound aligned per second of wall time. */
  timesRealTime: number;
  /** Seconds of sound aligned per second of CPU time. */
  timesCore: number;
  /** Peak memory of the process, in MB. */
  peak: number;
}

/** Aligns a long recording. Must be run in a separate process, because it measures peak memory. */
export async function measureSpeed(length: number, engine: SpeechEngine): Promise<Speed> {
  const { audio, text } = await recordLong(length);
  const processor = process.cpuUsage();
  const started = performance.now();
  await alignRecording({ audio, text, language: 'en-US' }, engine);
  const wall = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const seconds = audio.samples.length / audio.sampleRate;
  return {
    seconds,
    timesRealTime: seconds / wall,
    timesCore: seconds / ((user + system) / 1e6),
    peak: process.resourceUsage().maxRSS / 1024,
  };
}

async function recordLong(length: number): Promise<{ audio: Audio; text: string }> {
  const sentences = await Promise.all(
    ENGLISH.map(async (text, index) => ({ text, audio: decodeWav((await speakWithFlite('rms', text, index)).wav) })),
  );
  const spoken: typeof sentences = [];
  for (let seconds = 0, index = 0; seconds < length; index++) {
    const sentence = sentences[index % sentences.length]!;
    spoken.push(sentence);
    seconds += sentence.audio.samples.length / sentence.audio.sampleRate;
  }
  const samples = new Float32Array(spoken.reduce((sum, { audio }) => sum + audio.samples.length, 0));
  let place = 0;
  for (const { audio } of spoken) {
    samples.set(audio.samples, place);
    place += audio.samples.length;
  }
  return {
    audio: { samples, sampleRate: spoken[0]!.audio.sampleRate },
    text: spoken.map(({ text }) => text).join(' '),
  };
}

if (import.meta.main) {
  console.log(JSON.stringify(await measureSpeed(Number(process.argv[2]), createEmbeddedEngine())));
}
