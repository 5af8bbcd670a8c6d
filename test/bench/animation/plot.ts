import type { Clip, Loudness } from '../../../layers/animation/index.ts';
import type { SpeechTimeline } from '../../../layers/contract/index.ts';

/** What a plot shows: channels in lanes of their own colour, over the phones and the loudness of a stretch of speech. */
export interface Plot {
  timeline: SpeechTimeline;
  loudness: Loudness;
  clip: Clip;
  /** The stretch to show, s. */
  from: number;
  to: number;
  lanes: readonly (readonly string[])[];
}

/** The lanes in which an animator judges speech: jaw and closure, rounding, spreading, teeth, tongue. */
export const SPEECH_LANES = [
  ['jawOpen', 'mouthClose', 'mouthPressLeft', 'lowerLipBite'],
  ['mouthPucker', 'mouthFunnel', 'mouthStretchLeft'],
  ['mouthLowerDownLeft', 'mouthUpperUpLeft', 'mouthRollLower'],
  ['tongueTipUp', 'tongueBackUp', 'tongueOut'],
] as const;

/** The lanes of the rest of the face. */
export const FACE_LANES = [
  ['eyeBlinkLeft', 'eyeSquintLeft', 'eyeWideLeft'],
  ['browInnerUp', 'browOuterUpLeft', 'browDownLeft', 'mouthSmileLeft', 'mouthFrownLeft'],
  ['eyeLookInLeft', 'eyeLookOutLeft', 'eyeLookUpLeft', 'eyeLookDownLeft'],
  ['headYaw', 'headPitch', 'headRoll'],
] as const;

const WIDTH = 1800;
const LANE_HEIGHT = 190;
const LANE_GAP = 34;
const MARGIN = 40;
const COLOURS = ['#c22', '#26c', '#1a1', '#a4a', '#c80'];

/** Draws a plot as an SVG document. Rotations are drawn around the middle of their lane, 0.5 rad to its edge. */
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
  const names = lane.map(
    (name, i) => `<text x="${MARGIN + 170 * i}" y="${top - 4}" fill="${COLOURS[i]}">${name}</text>`,
  );
  const curves = lane.map((name, i) => drawChannel(plot, name, top, COLOURS[i]!));
  return [drawPhones(plot, top), drawLoudness(plot, top), ...names, ...curves].join('\n');
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

function drawLoudness({ loudness, from, to }: Plot, top: number): string {
  const points: string[] = [];
  for (let k = Math.ceil(from * loudness.rate); k < Math.min(loudness.level.length, to * loudness.rate); k++) {
    points.push(
      `${placeTime(k / loudness.rate, from, to).toFixed(1)},${placeValue(loudness.level[k]!, top).toFixed(1)}`,
    );
  }
  return `<polyline points="${points.join(' ')}" fill="none" stroke="#bbb"/>`;
}

function drawChannel({ clip, from, to }: Plot, name: string, top: number, colour: string): string {
  const values = clip.channels.get(name);
  if (values === undefined) throw new RangeError(`the clip has no channel '${name}'`);
  const rotation = /^(head|leftEye|rightEye)/.test(name);
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
