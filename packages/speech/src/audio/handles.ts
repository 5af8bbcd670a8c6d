import type { SpeechTimeline } from '@talking-avatar/contract';
import type { Audio } from '../speech.ts';

/**
 * Adds `seconds` of silence before and after speech, so that the animation begins and ends at rest. The timeline is shifted along with the
 * sound.
 */
export function addHandles<Speech extends { audio: Audio; timeline: SpeechTimeline }>(speech: Speech, seconds: number): Speech {
  if (seconds === 0) return speech;
  const { sampleRate } = speech.audio;
  const count = Math.round(seconds * sampleRate);
  const samples = new Float32Array(speech.audio.samples.length + 2 * count);
  samples.set(speech.audio.samples, count);
  const delay = count / sampleRate;
  const move = <Span extends { start: number; end: number }>(span: Span): Span => ({
    ...span,
    start: span.start + delay,
    end: span.end + delay,
  });
  const { duration, words, phones, marks } = speech.timeline;
  const timeline = {
    ...speech.timeline,
    duration: duration + 2 * delay,
    words: words.map(move),
    phones: phones.map(move),
    marks: marks.map(move),
  };
  return { ...speech, audio: { samples, sampleRate }, timeline };
}
