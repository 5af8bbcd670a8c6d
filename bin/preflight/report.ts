import type { Finding } from './judge/index.ts';
import type { Preflight } from './preflight.ts';

const LABELS = { change: 'CHANGE', check: 'REVIEW', unread: 'UNREAD', ready: 'ok' } as const;
const INDENT = ' '.repeat(8);

/** Exit codes: the account is ready, changes are required, or not everything could be checked. */
export const EXIT = { ready: 0, change: 1, unread: 2 } as const;

export const exitCode = (findings: readonly Finding[]): number => {
  if (findings.some(({ level }) => level === 'change')) return EXIT.change;
  return findings.some(({ level }) => level === 'unread') ? EXIT.unread : EXIT.ready;
};

/** Formats findings as text, with the most urgent first. */
export function report({ settings: { stage, region }, facts, findings }: Pick<Preflight, 'settings' | 'facts' | 'findings'>): string {
  const order = Object.keys(LABELS);
  const sorted = [...findings].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const blocks = sorted.map(({ level, subject, found, advice = [] }) =>
    [
      `${LABELS[level].padEnd(INDENT.length)}${subject}: ${found}.`,
      ...advice.map((line, index) => `${INDENT}${index === 0 ? '→' : 'or'} ${line}`),
    ].join('\n'),
  );
  const number = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  const [changes, unread, looks] = [number('change'), number('unread'), number('check')];
  const outcome =
    changes > 0
      ? `Not ready: ${changes} to change${unread > 0 ? `, ${unread} not checked` : ''}. Nothing was changed.`
      : unread > 0
        ? `Incomplete: ${unread} not checked. Nothing was changed.`
        : `Ready${looks > 0 ? `, with ${looks} to review` : ''}: npm run deploy -- -c stage=${stage} …`;
  return [`Stage ${stage} in ${region}, account ${facts?.identity.account ?? 'unknown'}`, '', ...blocks, '', outcome].join('\n');
}
