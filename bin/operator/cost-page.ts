import { formatShort, type Grouping, listDays, NO_KEY, perMinute, type Report } from '#billing';
import type { Period } from './period.ts';

/** Maximum number of rows in a table. */
const MAX_ROWS = 20;

/** Width and height of the daily chart, and the height of its labels. */
const [WIDTH, HEIGHT, LABELS] = [960, 220, 24];

/** Groupings shown on the page. */
export const PAGE_GROUPINGS = [
  ['day', 'output'],
  ['output'],
  ['step'],
  ['account'],
  ['resource'],
  ['job'],
] as const satisfies readonly (readonly Grouping[])[];

const TITLES: Readonly<Record<string, string>> = {
  output: 'By output',
  step: 'By step',
  account: 'By account',
  resource: 'By resource',
  job: `The ${MAX_ROWS} most expensive jobs`,
};

const STYLE = `:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif;--a:#0b6e99;--b:#d9480f;--c:#5f3dc4;--d:#2b8a3e;--e:#868e96}
body{max-width:960px;margin:2rem auto;padding:0 1rem}h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
svg{width:100%;height:auto}text{fill:currentColor;font-size:12px}.line{stroke:#8886}
.c0{fill:var(--a);background:var(--a)}.c1{fill:var(--b);background:var(--b)}.c2{fill:var(--c);background:var(--c)}
.c3{fill:var(--d);background:var(--d)}.c4{fill:var(--e);background:var(--e)}
.key{display:inline-block;width:.8em;height:.8em;margin:0 .35em 0 1em}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .6rem .2rem 0;border-bottom:1px solid #8884}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td:first-child{overflow-wrap:anywhere}
.bar{width:30%}.bar svg{display:block;height:.8em}@media(max-width:600px){.bar{display:none}}`;

/**
 * Renders costs as a single HTML file that has no scripts and makes no requests.
 * @param reports one per entry in `PAGE_GROUPINGS`
 * @param title page title, as plain text
 */
export function drawCostPage(reports: readonly Report[], period: Period, title: string): string {
  const { from, to } = period;
  const [days, ...tables] = reports;
  const outputs = reports[1]!.groups();
  const total = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const estimated = outputs.reduce((sum, group) => sum + group.estimated, 0n);
  const jobs = outputs.reduce((sum, group) => sum + group.jobs, 0);
  const share = estimated > 0n ? ` ${formatShort(estimated)} of it is estimated because invocations were killed.` : '';
  const names = outputs.map(({ key }) => key);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeHtml(title)}, ${from} to ${to}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${from} to ${to} (UTC): <strong>${formatShort(total)}</strong> for ${jobs} ${jobs === 1 ? 'job' : 'jobs'}, at AWS list prices.${share} Requests without a job are listed as ${NO_KEY}.</p>`,
    `<h2>By day</h2><p>${names.map((name, i) => `<span class="key ${colorOf(i)}"></span>${escapeHtml(name)}`).join('')}</p>`,
    drawDays(days!, listDays(from, to), names),
    ...tables.map((report, index) => drawTable(report, PAGE_GROUPINGS[index + 1]![0], total)),
    '</body></html>\n',
  ].join('\n');
}

const colorOf = (index: number): string => `c${Math.min(index, 4)}`;

/** Draws one column per day, stacked by output type. */
function drawDays(report: Report, days: readonly string[], outputs: readonly string[]): string {
  const groups = report.groups();
  const sumOf = (day: string) => groups.reduce((sum, { keys, amount }) => (keys[0] === day ? sum + Number(amount) : sum), 0);
  const most = Math.max(1, ...days.map(sumOf));
  const step = WIDTH / Math.max(days.length, 7);
  const columns = days.map((day, column) => {
    let top = HEIGHT;
    const x = (column * step + step * 0.1).toFixed(1);
    const boxes = outputs.flatMap((output, index) => {
      const amount = groups.find(({ keys }) => keys[0] === day && keys[1] === output)?.amount;
      if (amount === undefined) return [];
      const height = (Number(amount) / most) * (HEIGHT - LABELS);
      top -= height;
      const title = `${day}, ${output}: ${formatShort(amount)}`;
      return `<rect class="${colorOf(index)}" x="${x}" y="${top.toFixed(1)}" width="${(step * 0.8).toFixed(1)}" height="${height.toFixed(1)}"><title>${escapeHtml(title)}</title></rect>`;
    });
    // A label needs about 45 units of width.
    const label = column % Math.ceil(45 / step) === 0 ? `<text x="${x}" y="${HEIGHT + 16}">${day.slice(5)}</text>` : '';
    return boxes.join('') + label;
  });
  const dollars = formatShort(BigInt(Math.round(most)));
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + LABELS}" role="img" aria-label="Costs by day, up to ${dollars}"><text x="0" y="14">${dollars}</text><path class="line" d="M0 ${LABELS}H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>${columns.join('')}</svg>`;
}

/** Draws a table with the most expensive groups and the total of all others, with a bar in each row. */
function drawTable(report: Report, by: string, total: bigint): string {
  const groups = report.groups().filter(({ jobs }) => by !== 'job' || jobs > 0);
  const most = Math.max(1, ...groups.map(({ amount }) => Number(amount)));
  const rows = groups.slice(0, MAX_ROWS).map((group) => {
    const { amount, jobs, seconds } = group;
    const minute = perMinute(group);
    const percent = total > 0n ? (Number(amount) / Number(total)) * 100 : 0;
    const cells = [formatShort(amount), `${percent.toFixed(1)} %`, String(jobs), (seconds / 60).toFixed(2)];
    const width = ((Number(amount) / most) * 100).toFixed(1);
    const bar = `<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="c0" width="${width}" height="8"/></svg>`;
    return `<tr><td>${escapeHtml(group.key)}</td><td class="bar">${bar}</td>${[...cells, minute === undefined ? '' : formatShort(minute)].map((cell) => `<td class="n">${cell}</td>`).join('')}</tr>`;
  });
  const rest = groups.slice(MAX_ROWS).reduce((sum, { amount }) => sum + amount, 0n);
  const more = groups.length - MAX_ROWS;
  if (more > 0) rows.push(`<tr><td>${more} others</td><td class="bar"></td><td class="n">${formatShort(rest)}</td></tr>`);
  const head = ['Cost', 'Share', 'Jobs', 'Minutes', 'A minute'].map((name) => `<th class="n">${name}</th>`).join('');
  return `<h2>${TITLES[by]}</h2><table><thead><tr><th>${by}</th><th class="bar"></th>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
