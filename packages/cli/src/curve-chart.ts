import type { Clip } from '@talking-avatar/animation';

/** Sizes, in pixels. */
const WIDTH = 1400;
const LEFT = 130;
const RIGHT = 20;
const TOP = 20;
const PANEL = 110;
const GAP = 26;

const COLORS = ['#0b6e99', '#d9480f', '#5f3dc4'] as const;

const DEGREES = 180 / Math.PI;

/** A curve in a panel: the mean of one or more channels. */
interface Line {
  label: string;
  channels: readonly string[];
}

interface Panel {
  /** Values at the panel's lower and upper edges. */
  range: readonly [low: number, high: number];
  /** Factor that converts channel values to the panel's unit. */
  scale: number;
  unit: string;
  lines: readonly Line[];
}

const both = (name: string, label: string): Line => ({ label, channels: [`${name}Left`, `${name}Right`] });
const one = (name: string, label: string): Line => ({ label, channels: [name] });
const weights = (...lines: Line[]): Panel => ({ range: [0, 1], scale: 1, unit: '', lines });

const PANELS: readonly Panel[] = [
  weights(one('jawOpen', 'jaw open'), one('mouthClose', 'mouth close')),
  weights(one('mouthPucker', 'pucker'), one('mouthFunnel', 'funnel'), both('mouthStretch', 'stretch')),
  weights(both('mouthSmile', 'smile'), both('mouthFrown', 'frown'), both('mouthPress', 'press')),
  weights(one('browInnerUp', 'inner brows up'), both('browOuterUp', 'outer brows up'), both('browDown', 'brows down')),
  weights(both('eyeBlink', 'blink'), both('eyeSquint', 'squint'), both('eyeWide', 'wide')),
  {
    range: [-15, 15],
    scale: DEGREES,
    unit: '°',
    lines: [one('headYaw', 'head yaw'), one('headPitch', 'head pitch'), one('headRoll', 'head roll')],
  },
];

/** Draws the main curves of a clip over time as an SVG. Values outside the range are drawn at the edge of the panel. */
export function drawCurves(clip: Clip): string {
  const seconds = clip.frames / clip.fps;
  const x = (time: number): number => LEFT + (time / seconds) * (WIDTH - LEFT - RIGHT);
  const height = TOP + PANELS.length * (PANEL + GAP) + GAP;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="DejaVu Sans, Arial, sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...drawTimes(seconds, x, height),
    ...PANELS.map((panel, i) => drawPanel(clip, panel, TOP + i * (PANEL + GAP), x)),
    '</svg>',
  ].join('\n');
}

/** Draws up to 14 labeled vertical lines at round times. */
function drawTimes(seconds: number, x: (time: number) => number, height: number): string[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120].find((one) => seconds / one <= 14) ?? 300;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, i) => {
    const at = x(i * step).toFixed(1);
    const label = `${Number((i * step).toFixed(1))} s`;
    return `<path d="M${at} ${TOP}V${height - 2 * GAP}" stroke="#ddd"/><text x="${at}" y="${height - GAP}" text-anchor="middle" fill="#555">${label}</text>`;
  });
}

function drawPanel(clip: Clip, { range: [low, high], scale, unit, lines }: Panel, top: number, x: (time: number) => number): string {
  const y = (value: number): number => top + PANEL - ((Math.max(low, Math.min(high, value * scale)) - low) / (high - low)) * PANEL;
  const frame = `<rect x="${LEFT}" y="${top}" width="${WIDTH - LEFT - RIGHT}" height="${PANEL}" fill="none" stroke="#999"/>`;
  const labels = [low, high].map(
    (value) => `<text x="${LEFT - 6}" y="${y(value / scale) + 5}" text-anchor="end" fill="#555" font-size="11">${value}${unit}</text>`,
  );
  const drawn = lines.map(({ label, channels }, i) => {
    const values = channels.map((name) => clip.channels.get(name)!);
    const points = Array.from({ length: clip.frames }, (_, frame) => {
      const mean = values.reduce((sum, of) => sum + of[frame]!, 0) / values.length;
      return `${x(frame / clip.fps).toFixed(1)},${y(mean).toFixed(1)}`;
    });
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${COLORS[i]}" stroke-width="1.6"/>` +
      `<text x="8" y="${top + 40 + 18 * i}" fill="${COLORS[i]}">${label}</text>`
    );
  });
  return [frame, ...labels, ...drawn].join('\n');
}
