import { type MessagePort, parentPort } from 'node:worker_threads';
import type { SpeechTimeline } from '@talking-avatar/contract';
import { createEmbeddedEngine, decodeAudio, encodeWav, SpeechError, type SpeechRequest } from '@talking-avatar/speech';

/** Response from the thread: speech as 16-bit samples at 16 kHz with its timeline, an error for invalid text, or another error. */
export type Answer = { pcm: Uint8Array; timeline: SpeechTimeline } | { invalid: string } | { failed: string };

/** Worker thread of the local Polly. It synthesizes the text in each message and responds on the message's port. */
parentPort!.on('message', async ({ request, port }: { request: SpeechRequest; port: MessagePort }) => {
  port.postMessage(await speak(request));
});

async function speak(request: SpeechRequest): Promise<Answer> {
  try {
    const { audio, timeline } = await createEmbeddedEngine().speak(request);
    const { samples } = await decodeAudio(encodeWav(audio));
    const pcm = Buffer.alloc(2 * samples.length);
    for (const [i, sample] of samples.entries()) {
      pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32767), 2 * i);
    }
    return { pcm, timeline };
  } catch (error) {
    if (error instanceof SpeechError) return { invalid: error.message };
    return { failed: String(error) };
  }
}
