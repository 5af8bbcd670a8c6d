import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { formatNumber, messages } from '../messages/index.ts';
import { type Clip, liveliest, valueAt } from './clip.ts';
import type { Playback } from './playback.ts';

/** Initial and maximum number of curves. */
const FIRST = 6;

/** Colors distinguishable in light and dark mode, even with color vision deficiency (Okabe and Ito 2008). */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

const HEIGHT = 260;

/** Maximum number of search results. */
const FOUND = 24;

/** Curves over time, with a line at the playback position. */
export default function Curves({ clip, playback }: { clip: Clip; playback: Playback }) {
  const m = messages.value;
  const shown = useSignal<readonly string[]>(liveliest(clip, FIRST));
  const search = useSignal('');
  const chart = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const parent = chart.current!;
    const made = draw(parent, clip, shown.value, playback);
    plot.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height: HEIGHT }));
    resize.observe(parent);
    return () => {
      resize.disconnect();
      made.destroy();
    };
  }, [clip, shown.value]);
  useSignalEffect(() => {
    void playback.time.value;
    plot.current?.redraw(false);
  });
  const found = useMemo(() => {
    const wanted = search.value.toLowerCase();
    return wanted === '' ? [] : [...clip.channels.keys()].filter((name) => name.toLowerCase().includes(wanted)).slice(0, FOUND);
  }, [search.value, clip]);
  const toggle = (name: string) => {
    const others = shown.value.filter((other) => other !== name);
    shown.value = others.length < shown.value.length ? others : [...others.slice(-(FIRST - 1)), name];
  };
  return (
    <section class="curves" aria-label={m.curves}>
      <div class="legend">
        {shown.value.map((name, index) => (
          <button key={name} type="button" class="quiet" aria-pressed="true" onClick={() => toggle(name)}>
            <i class={`swatch swatch-${index}`} />
            <span class="curve-name">{name}</span>
            <Value values={clip.channels.get(name)!} playback={playback} />
          </button>
        ))}
      </div>
      <div ref={chart} class="chart" />
      <div class="row">
        <input
          type="search"
          aria-label={m.findCurve}
          placeholder={`${m.findCurve} (${m.moreCurves(clip.channels.size)})`}
          value={search}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value;
          }}
        />
        <span class="hint">{m.curvesHint}</span>
      </div>
      <div class="legend">
        {found.map((name) => (
          <button key={name} type="button" class="quiet" aria-pressed={shown.value.includes(name)} onClick={() => toggle(name)}>
            <span class="curve-name">{name}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function Value({ values, playback }: { values: Float64Array; playback: Playback }) {
  const text = formatNumber(valueAt(values, playback.time.value), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return <output>{text}</output>;
}

/** Draws the chart. Clicking or dragging in it moves the playback position. */
function draw(parent: HTMLElement, clip: Clip, names: readonly string[], playback: Playback): uPlot {
  const style = getComputedStyle(document.documentElement);
  const [ink, faint] = [style.getPropertyValue('--soft'), style.getPropertyValue('--line')];
  const axis = { stroke: ink, grid: { stroke: faint, width: 1 }, ticks: { stroke: faint, width: 1 } };
  const plot = new uPlot(
    {
      width: parent.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, values: (_, ticks) => ticks.map((tick) => `${tick} s`) },
        { ...axis, size: 44 },
      ],
      series: [{}, ...names.map((label, index) => ({ label, stroke: COLORS[index]!, width: 1.5 }))],
      hooks: { draw: [(self) => drawTime(self, playback.time.peek(), style.getPropertyValue('--accent'))] },
    },
    [clip.times, ...names.map((name) => clip.channels.get(name)!)],
    parent,
  );
  const jump = ({ offsetX }: PointerEvent) => playback.seek(Math.max(0, plot.posToVal(offsetX, 'x')));
  plot.over.addEventListener('pointerdown', (event) => {
    plot.over.setPointerCapture(event.pointerId);
    jump(event);
  });
  plot.over.addEventListener('pointermove', (event) => {
    if (event.buttons === 1) jump(event);
  });
  return plot;
}

function drawTime({ ctx, bbox, valToPos }: uPlot, time: number, colour: string): void {
  const x = Math.round(valToPos(time, 'x', true));
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
