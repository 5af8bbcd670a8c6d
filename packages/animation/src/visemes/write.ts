import type { SpeechTimeline, VisemeFile, VisemeSetName } from '@talking-avatar/contract';
import { type MouthCue, mouthCues } from './cues.ts';

/** Decimal places for times, in s. Rhubarb writes hundredths, and apps that read its format or Preston Blair mouths expect them. */
const DECIMALS: Readonly<Record<VisemeSetName, number>> = {
  oculus: 3,
  azure: 3,
  polly: 3,
  rhubarb: 2,
  preston_blair: 2,
};

/** Rhubarb TSV files end with this closed mouth. */
const LAST = 'X';

/** Writes mouth shapes from any set in the formats of Rhubarb Lip Sync 1.13: JSON (with `soundFile` in its `metadata`), TSV, or XML. */
export function writeVisemes(timeline: SpeechTimeline, set: VisemeSetName, file: VisemeFile, soundFile: string): string {
  const decimals = DECIMALS[set];
  const cues = mouthCues(timeline, set, decimals);
  const time = (seconds: number): string => seconds.toFixed(decimals);
  switch (file) {
    case 'json':
      return writeJson(cues, time, { soundFile, duration: timeline.duration });
    case 'tsv':
      return [...cues.map(({ start, value }) => `${time(start)}\t${value}\n`), `${time(timeline.duration)}\t${LAST}\n`].join('');
    case 'xml':
      return [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<rhubarbResult>',
        '  <metadata>',
        `    <soundFile>${soundFile}</soundFile>`,
        `    <duration>${time(timeline.duration)}</duration>`,
        '  </metadata>',
        '  <mouthCues>',
        ...cues.map(({ start, end, value }) => `    <mouthCue start="${time(start)}" end="${time(end)}">${value}</mouthCue>`),
        '  </mouthCues>',
        '</rhubarbResult>',
        '',
      ].join('\n');
  }
}

/** Writes JSON by hand, because `JSON.stringify` would drop trailing zeros in times. */
function writeJson(
  cues: readonly MouthCue[],
  time: (seconds: number) => string,
  { soundFile, duration }: { soundFile: string; duration: number },
): string {
  const lines = cues.map(
    ({ start, end, value }) => `    { "start": ${time(start)}, "end": ${time(end)}, "value": ${JSON.stringify(value)} }`,
  );
  return [
    '{',
    '  "metadata": {',
    `    "soundFile": ${JSON.stringify(soundFile)},`,
    `    "duration": ${time(duration)}`,
    '  },',
    '  "mouthCues": [',
    lines.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}
