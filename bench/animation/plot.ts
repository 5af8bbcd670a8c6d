import type { Clip } from '@talking-avatar/animation';
import type { SpeechTimeline } from '@talking-avatar/contract';

/** What a plot shows: a stretch of speech, s, with curves in lanes over its phones. Channels are named as in the CSV. */
export interface Plot {
  timeline: SpeechTimeline;
  clip: Clip;
  from: number;
  to: number;
  lanes: readonly (readonly string[])[];
}

/** The lanes in which an animator judges speech: jaw and closure, rounding and spreading, teeth, tongue. */
export const SPEECH_LANES = [
  ['JawOpen', 'MouthClose', 'MouthPressLeft', 'CTRL_expressions_mouthLowerLipBiteL'],
  ['MouthPucker', 'MouthFunnel', 'MouthStretchLeft', 'MouthSmileLeft'],
  ['MouthLowerDownLeft', 'MouthUpperUpLeft', 'MouthRollLower'],
  ['CTRL_expressions_tongueTipUp', 'CTRL_expressions_tongueUp', 'TongueOut'],
] as const;

/** The lanes of the rest of the face. */
export const FACE_LANES = [
  ['EyeBlinkLeft', 'EyeSquintLeft', 'EyeWideLeft'],
  ['BrowInnerUp', 'BrowOuterUpLeft', 'BrowDownLeft', 'MouthSmileLeft', 'MouthFrownLeft'],
  ['EyeLookInLeft', 'EyeLookOutLeft', 'EyeLookUpLeft', 'EyeLookDownLeft'],
  ['HeadYaw', 'HeadPitch', 'HeadRoll'],
] as const;

const WIDTH = 1800;
const LANE_HEIGHT = 190;
const LANE_GAP = 34;
const MARGIN = 40;
const COLOURS = ['#c22', '#26c', '#1a1', '#a4a', '#c80'];

/** Draws a plot as an SVG document; a channel that the clip lacks is left out. Rotations are drawn around the middle of their lane, 0.5 rad to its edge. */
export function plotClip(plot: Plot): string {
  const height = MARGIN * 2 + plot.lanes.length * (LANE_HEIGHT + LANE_GAP);
  const body = plot.lanes.map((lane, i) => drawLane(plot, lane, MARGIN + i * (LANE_HEIGHT + LANE_GAP)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="DejaVu Sans" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
${body.join('\n')}
</svg>
`;
}

function drawLane(plot: Plot, lane: readonly string[], top: number): string {
  const names = lane.map((name, i) => `<text x="${MARGIN + 300 * i}" y="${top - 4}" fill="${COLOURS[i]}">${name}</text>`);
  const curves = lane.map((name, i) => drawChannel(plot, name, top, COLOURS[i]!));
  return [drawPhones(plot, top), ...names, ...curves].join('\n');
}

function drawPhones({ timeline, from, to }: Plot, top: number): string {
  const shown = timeline.phones.filter((phone) => phone.end > from && phone.start < to);
  return shown
    .map(({ symbol, start, end, stress }) => {
      const x = placeTime(start, from, to);
      const width = placeTime(end, from, to) - x;
      const fill = /^[pbm]/.test(symbol) ? '#fdd' : /^[fv]/.test(symbol) ? '#fed' : '#f6f6f6';
      return (
        `<rect x="${x.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${LANE_HEIGHT}" fill="${fill}" stroke="#ddd"/>` +
        `<text x="${(x + 2).toFixed(1)}" y="${top + LANE_HEIGHT + 14}" font-weight="${stress === 1 ? 'bold' : 'normal'}">${symbol}</text>`
      );
    })
    .join('\n');
}

function drawChannel({ clip, from, to }: Plot, name: string, top: number, colour: string): string {
  const values = clip.channels.get(name);
  if (values === undefined) return '';
  const rotation = /(Yaw|Pitch|Roll)$/.test(name);
  const points: string[] = [];
  for (let frame = Math.ceil(from * clip.fps); frame < Math.min(clip.frames, to * clip.fps); frame++) {
    const value = rotation ? 0.5 + values[frame]! : values[frame]!;
    points.push(`${placeTime(frame / clip.fps, from, to).toFixed(1)},${placeValue(value, top).toFixed(1)}`);
  }
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
}

function placeTime(time: number, from: number, to: number): number {
  return MARGIN + ((time - from) / (to - from)) * (WIDTH - 2 * MARGIN);
}

function placeValue(value: number, top: number): number {
  return top + LANE_HEIGHT * (1 - value);
}
