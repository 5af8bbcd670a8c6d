import type { SpeechTimeline } from '../../contract/index.ts';
import { createCues } from './cues.ts';
import { listSentences } from './pieces.ts';

/** What is shown is shown for this long, s: a word may last no time at all. */
const SHOWN = 0.001;

/** Captions of a speech as a WebVTT file: sentence by sentence, lines of 42 columns, two to a cue, none overlapping, none longer than the sound. */
export function writeCaptions(timeline: SpeechTimeline): string {
  const cues = createCues(listSentences(timeline)).map(
    ({ start, end, lines }) =>
      `${writeTime(start)} --> ${writeTime(Math.max(start + SHOWN, Math.min(end, timeline.duration)))}\n${lines.map(escapeText).join('\n')}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** `HH:MM:SS.mmm`. */
function writeTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const fields = [3_600_000, 60_000, 1000].map((unit, i) => {
    const count = Math.floor(milliseconds / unit);
    return String(i === 0 ? count : count % 60).padStart(2, '0');
  });
  return `${fields.join(':')}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** WebVTT reads & and < as markup, and > could end up in an arrow. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
