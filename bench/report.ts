import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { alignColumns } from '../bin/operator/columns.ts';

/** One measured figure. */
export interface Figure {
  /** What was measured, such as `generate p99`. */
  name: string;
  value: number;
  unit: string;
  /** What it should reach, as people write it: `<= 5` or `>= 40`. */
  bar?: string;
}

/** Figures that were measured together. */
export interface Section {
  title: string;
  figures: Figure[];
  /** Debian packages that are not installed, without which some figures are not measured. */
  missing?: readonly string[];
}

/** Whether a figure reaches its bar; undefined when it has none. */
export function reaches({ value, bar }: Figure): boolean | undefined {
  const match = bar?.match(/^(<=|>=) ?([\d.]+)$/);
  if (!match) return undefined;
  return match[1] === '<=' ? value <= Number(match[2]) : value >= Number(match[2]);
}

/** Says whether every bar is reached, and which packages to install where figures were not measured for lack of them. */
export function conclude(sections: readonly Section[]): string {
  const judged = sections.flatMap(({ figures }) => figures).map(reaches);
  const missed = judged.filter((reached) => reached === false).length;
  const missing = [...new Set(sections.flatMap((section) => section.missing ?? []))];
  const verdict = missed > 0 ? `${missed} missed` : judged.includes(true) ? 'Every bar is reached' : 'No bar was judged';
  if (missing.length === 0) return verdict;
  return `${verdict}; not all was measured: install Debian's packages ${missing.join(' ')}`;
}

/** Prints the figures as a table, each beside its bar and beside the same figure of the baseline. */
export function print(sections: readonly Section[], baseline: readonly Section[]): void {
  const before = new Map(baseline.flatMap(({ title, figures }) => figures.map((one) => [`${title}/${one.name}`, one.value])));
  for (const { title, figures } of sections) {
    console.log(`\n${title}`);
    const rows = figures.map((figure) => {
      const old = before.get(`${title}/${figure.name}`);
      const change = old ? `${((figure.value / old - 1) * 100).toFixed(0)} %` : '';
      const verdict = { true: 'ok', false: 'MISSED', undefined: '' }[`${reaches(figure)}`] ?? '';
      return [figure.name, format(figure.value), figure.unit, figure.bar ?? '', verdict, old === undefined ? '' : format(old), change];
    });
    for (const line of alignColumns([['figure', 'value', 'unit', 'bar', '', 'baseline', 'change'], ...rows])) console.log(`  ${line}`);
  }
}

const format = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(3);

/** Keeps the figures of a run, with the machine they were measured on. */
export async function save(file: string, sections: readonly Section[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  await writeFile(file, `${JSON.stringify({ measured_at: new Date().toISOString(), machine, sections }, null, 2)}\n`);
}

/** The figures of an earlier run; none when there was none. */
export async function load(file: string): Promise<Section[]> {
  const text = await readFile(file, 'utf8').catch(() => '{"sections":[]}');
  return (JSON.parse(text) as { sections: Section[] }).sections;
}
