import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { alignColumns } from '../bin/operator/columns.ts';

/** A measured figure. */
export interface Figure {
  /** Name of the measurement, for example `generate p99`. */
  name: string;
  value: number;
  unit: string;
  /** Threshold, for example `<= 5` or `>= 40`. */
  bar?: string;
}

/** Figures that were measured together. */
export interface Section {
  title: string;
  figures: Figure[];
  /** Debian packages that some figures need but that are not installed. */
  missing?: readonly string[];
}

/** True if the figure meets its threshold. Undefined if it has none. */
export function reaches({ value, bar }: Figure): boolean | undefined {
  const match = bar?.match(/^(<=|>=) ?([\d.]+)$/);
  if (!match) return undefined;
  return match[1] === '<=' ? value <= Number(match[2]) : value >= Number(match[2]);
}

/** Summarizes whether all thresholds were met, and which packages to install for the figures that are missing. */
export function conclude(sections: readonly Section[]): string {
  const judged = sections.flatMap(({ figures }) => figures).map(reaches);
  const missed = judged.filter((reached) => reached === false).length;
  const missing = [...new Set(sections.flatMap((section) => section.missing ?? []))];
  const verdict = missed > 0 ? `${missed} missed` : judged.includes(true) ? 'All thresholds are reached' : 'No threshold was judged';
  if (missing.length === 0) return verdict;
  return `${verdict}; some figures need the Debian packages ${missing.join(' ')}`;
}

/** Prints the figures as a table, along with their thresholds and the baseline. */
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
    for (const line of alignColumns([['figure', 'value', 'unit', 'threshold', '', 'baseline', 'change'], ...rows]))
      console.log(`  ${line}`);
  }
}

const format = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(3);

/** Saves the figures from a run, along with a description of the machine. */
export async function save(file: string, sections: readonly Section[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  await writeFile(file, `${JSON.stringify({ measured_at: new Date().toISOString(), machine, sections }, null, 2)}\n`);
}

/** Loads the figures from an earlier run, if there are any. */
export async function load(file: string): Promise<Section[]> {
  const text = await readFile(file, 'utf8').catch(() => '{"sections":[]}');
  return (JSON.parse(text) as { sections: Section[] }).sections;
}
