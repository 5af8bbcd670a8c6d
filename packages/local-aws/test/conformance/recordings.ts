import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The recordings of AWS are next to the repository and not inside it. */
export const RECORDINGS = process.env.AWS_RECORDINGS ?? join(import.meta.dirname, '../../../../../shared/assets/aws-recordings');

/** The responses from AWS in one scenario, with placeholders such as `<uuid:1>` for anything that differs from run to run. */
export interface Recording {
  /** Name of the scenario, with its parameters in brackets. */
  readonly name: string;
  /** `DD-MM-YYYY, HH:MM:SS`. */
  readonly date: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export const hasRecordings = (): boolean => existsSync(RECORDINGS);

/** @param file path of the recordings, without `.snapshot.json` */
export function readRecordings(file: string): Recording[] {
  const all = JSON.parse(readFileSync(join(RECORDINGS, `${file}.snapshot.json`), 'utf8')) as Record<string, Record<string, unknown>>;
  return Object.entries(all).map(([key, recording]) => ({
    name: key.slice(key.search(/::test_[^:]*(\[[\s\S]*\])?$/) + '::test_'.length),
    date: String(recording['recorded-date']),
    content: recording['recorded-content'] as Recording['content'],
  }));
}
