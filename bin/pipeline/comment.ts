import { stripVTControlCharacters } from 'node:util';

/** Largest number of characters of the diff: a comment's limit (GitHub REST API, "Issues", body) less the text around it. */
const MOST = 65_536 - 1_000;

/** The last line of `cdk diff`. */
const SUMMARY = /Number of stacks with differences: (\d+)/;

/**
 * Makes a comment that shows what a deployment would change.
 *
 * @param stage that it is about
 * @param diff what `cdk diff` printed
 * @returns Markdown, cut to the length of a comment
 */
export function commentOf(stage: string, diff: string): string {
  const plain = stripVTControlCharacters(diff).trim();
  const count = SUMMARY.exec(plain)?.[1];
  const changed =
    count === '0' ? 'nothing changes' : count === undefined ? 'see below' : count === '1' ? '1 stack changes' : `${count} stacks change`;
  const shown = plain.length > MOST ? `${plain.slice(0, MOST)}\n… cut; the log of the run has the rest` : plain;
  const fence = '`'.repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `### Deployment of \`${stage}\`: ${changed}\n\n<details><summary>cdk diff</summary>\n\n${fence}\n${shown}\n${fence}\n\n</details>`;
}
