import { stripVTControlCharacters } from 'node:util';

/** Maximum number of characters in the diff: GitHub's limit for a comment (REST API, "Issues", body) minus the surrounding text. */
const MAX_LENGTH = 65_536 - 1_000;

/** The last line of `cdk diff`. */
const SUMMARY = /Number of stacks with differences: (\d+)/;

/** Formats the output of `cdk diff` as a Markdown comment, truncating the diff to `MAX_LENGTH`. */
export function commentOf(stage: string, diff: string): string {
  const plain = stripVTControlCharacters(diff).trim();
  const count = SUMMARY.exec(plain)?.[1];
  const changed =
    count === '0' ? 'nothing changes' : count === undefined ? 'see below' : count === '1' ? '1 stack changes' : `${count} stacks change`;
  const shown = plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}\n… truncated; see the run's log` : plain;
  const fence = '`'.repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `### Deployment of \`${stage}\`: ${changed}\n\n<details><summary>cdk diff</summary>\n\n${fence}\n${shown}\n${fence}\n\n</details>`;
}
