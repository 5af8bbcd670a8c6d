import type { SpeechTimeline } from '@talking-avatar/contract';
import { createCues } from './cues.ts';
import { listSentences } from './pieces.ts';

/** Minimum duration of a cue, in s. Needed because a word may have a duration of 0. */
const MIN_SHOWN_SECONDS = 0.001;

/** Writes WebVTT captions. Cues follow sentences, have up to two lines of 42 columns, don't overlap, and end no later than the audio. */
export function writeCaptions(timeline: SpeechTimeline): string {
  const cues = createCues(listSentences(timeline)).map(
    ({ start, end, lines }) =>
      `${writeTime(start)} --> ${writeTime(Math.max(start + MIN_SHOWN_SECONDS, Math.min(end, timeline.duration)))}\n${lines.map(escapeText).join('\n')}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Formats a time as `HH:MM:SS.mmm`. */
function writeTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const fields = [3_600_000, 60_000, 1000].map((unit, i) => {
    const count = Math.floor(milliseconds / unit);
    return String(i === 0 ? count : count % 60).padStart(2, '0');
  });
  return `${fields.join(':')}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** Escapes `&` and `<`, which are markup in WebVTT, and `>`, which could be part of a `-->` arrow. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
