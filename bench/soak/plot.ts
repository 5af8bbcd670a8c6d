import type { Sample } from './samples.ts';

const WIDTH = 1400;
const LANE = 150;
const GAP = 46;
const LEFT = 70;
/** Plots at least this long are labeled in hours instead of seconds, in h. */
const HOURS = 0.5;
const COLOURS = ['#c22', '#26c', '#1a1', '#a4a', '#c80', '#088', '#555', '#e6a'];

/** Plots columns of samples over time, as SVG. There is one lane for each list of columns, which reaches from 0 to their maximum. */
export function plotSamples(samples: readonly Sample[], lanes: readonly (readonly string[])[]): string {
  const height = lanes.length * (LANE + GAP) + GAP;
  const body = lanes.map((columns, index) => drawLane(samples, columns, GAP + index * (LANE + GAP)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="DejaVu Sans" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
${body.join('\n')}
</svg>
`;
}

function drawLane(samples: readonly Sample[], columns: readonly string[], top: number): string {
  const most = Math.max(...columns.flatMap((column) => samples.map((sample) => sample[column] ?? 0)), 1e-9);
  const end = samples.at(-1)?.hours ?? 1;
  const place = (sample: Sample, column: string) => {
    const x = LEFT + ((sample.hours ?? 0) / end) * (WIDTH - LEFT - 20);
    return `${x.toFixed(1)},${(top + LANE * (1 - (sample[column] ?? 0) / most)).toFixed(1)}`;
  };
  const curves = columns.map((column, index) => {
    const points = samples.map((sample) => place(sample, column)).join(' ');
    const colour = COLOURS[index % COLOURS.length];
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>
<text x="${LEFT + 160 * index}" y="${top - 6}" fill="${colour}">${column}</text>`;
  });
  return `<rect x="${LEFT}" y="${top}" width="${WIDTH - LEFT - 20}" height="${LANE}" fill="#f8f8f8" stroke="#ddd"/>
<text x="4" y="${top + 12}">${most.toPrecision(4)}</text><text x="4" y="${top + LANE}">0</text>
<text x="${WIDTH - 90}" y="${top + LANE + 16}">${end < HOURS ? `${(end * 3600).toFixed(0)} s` : `${end.toFixed(2)} h`}</text>
${curves.join('\n')}`;
}
