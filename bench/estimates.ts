import { setTimeout as pause } from 'node:timers/promises';
import { type EstimateView, estimateSchema } from '@talking-avatar/contract/testing';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import * as v from 'valibot';
import { listJobRows, rowTotal } from '#billing';
import { type Service, statusOf, submit } from '../bin/demo/client.ts';
import { alignColumns } from '../bin/operator/columns.ts';
import { readTool, readWhole } from '../bin/tool.ts';
import { aggregateCosts } from '../functions/workers/aggregate/aggregate-costs.ts';
import { renderersOf } from '../lib/billing/renderers.ts';
import { startService } from '../test/e2e/service.ts';
import { outputKinds } from './outputs.ts';

/**
 * `npm run estimates -- [--jobs 6] [KIND…]` estimates jobs of all kinds, runs them, and learns from them. It prints the estimation errors
 * for the first job, which has no history to learn from, and for the later ones.
 */
const KINDS: Readonly<Record<string, object>> = outputKinds({ width: 320, height: 180 });

const SENTENCES = [
  'People who walk by the river in the morning often meet a man with a big brown dog.',
  'He moves slowly, and he looks at the boats.',
  'Maybe he was a sailor once, or maybe he only likes the water.',
  'My brother asked him about it, and the man smiled, but he did not say much.',
];

/** Number of sentences in each job, alternating between short and long. */
const LENGTHS = [2, 5, 1, 4, 3, 6];

/** Time limits for a job, and for its last ledger rows to arrive, in ms. */
const JOB_TIMEOUT = 600_000;
const ROWS_TIMEOUT = 30_000;

const { values, positionals } = readTool(
  'npm run estimates -- [KIND…] [--jobs 6]',
  { jobs: { type: 'string', default: '6' } },
  Object.keys(KINDS),
);
const jobs = readWhole('--jobs', values.jobs);
const kinds = positionals.length > 0 ? positionals : Object.keys(KINDS);

/** An estimated quantity and its actual value. */
interface Guess {
  expected: number;
  low: number;
  high: number;
  truth: number;
}

const QUANTITIES = ['cost', 'seconds', 'duration'] as const;
type Guesses = Record<(typeof QUANTITIES)[number], Guess>;

const service = await startService();
try {
  const client = await service.as('estimates');
  const { LedgerTable: ledger = '', AccountsTable: accounts = '' } = service.outputs;
  const engine = createEmbeddedEngine();
  const lines: string[][] = [];
  for (const kind of kinds) {
    for (const source of ['text', 'recording'] as const) {
      const guesses: Guesses[] = [];
      for (let number = 0; number < jobs; number += 1) {
        const length = LENGTHS[number % LENGTHS.length] ?? 1;
        const text = Array.from({ length }, (_, n) => SENTENCES[(number + n) % SENTENCES.length]).join(' ');
        const { audio } = await engine.speak({ text, language: 'en-GB', sex: 'male', speed: 1 });
        const job = { ...KINDS[kind], text, language: 'en-US' };
        guesses.push(await make(client, job, source === 'recording' ? encodeWav(audio) : undefined));
        await aggregateCosts({ ledger, accounts, stage: 'local', renderers: renderersOf() });
      }
      for (const [known, some] of [
        ['nothing', guesses.slice(0, 1)],
        [`1 to ${guesses.length - 1} jobs`, guesses.slice(1)],
      ] as const)
        lines.push([kind, source, known, ...QUANTITIES.flatMap((quantity) => judge(some.map((of) => of[quantity])))]);
      for (const line of lines.slice(-2)) console.error(line.join('  '));
    }
  }
  const columns = QUANTITIES.flatMap((quantity) => [quantity.toUpperCase(), 'WITHIN']);
  for (const line of alignColumns([['RESULT', 'FROM', 'KNOWN', ...columns], ...lines])) console.log(line);
} finally {
  await service.end();
}

/** Estimates a job, runs it, and downloads its result once. */
async function make(client: Service, job: object, recording?: Uint8Array): Promise<Guesses> {
  const { cost, seconds, duration } = await estimate(client, job, recording);
  const id = await submit(client, job, recording);
  let status = await statusOf(client, id);
  for (const until = Date.now() + JOB_TIMEOUT; !status.finished_at && Date.now() < until; await pause(1_000))
    status = await statusOf(client, id);
  if (status.status !== 'succeeded') throw new Error(`Job ${id} ${status.status}: ${status.error?.message}`);
  await fetch(`${client.url}/download?token=${client.token}&id=${id}`, { redirect: 'manual' });
  for (const until = Date.now() + ROWS_TIMEOUT; ; await pause(500)) {
    const rows = await listJobRows(service.outputs.LedgerTable ?? '', id);
    const result = rows.find((row) => row.step === 'execution')?.result;
    const isWhole = ['finalize', 'download'].every((step) => rows.some((row) => row.step === step));
    if (result && isWhole) {
      const dollars = Number(rows.reduce((sum, row) => sum + rowTotal(row), 0n)) / 1e12;
      return {
        cost: { ...cost, truth: dollars },
        seconds: { ...seconds, truth: result.took },
        duration: { ...duration, truth: result.seconds },
      };
    }
    if (Date.now() > until) throw new Error(`The ledger of job ${id} is incomplete`);
  }
}

async function estimate(client: Service, job: object, recording: Uint8Array | undefined): Promise<EstimateView> {
  const form = new FormData();
  form.append('job', JSON.stringify(job));
  if (recording) form.append('audio', new Blob([recording as Uint8Array<ArrayBuffer>]), 'voice.wav');
  const response = await fetch(`${client.url}/lipsync/estimate?token=${client.token}`, {
    method: 'POST',
    ...(recording ? { body: form } : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(job) }),
  });
  return v.parse(estimateSchema, await response.json());
}

/**
 * Formats the median and worst estimation errors, as percentages of the actual values, and how many values were within the estimated
 * bounds.
 */
function judge(guesses: readonly Guess[]): [string, string] {
  const errors = guesses.map(({ expected, truth }) => (expected / truth - 1) * 100).sort((a, b) => Math.abs(a) - Math.abs(b));
  const show = (error = 0) => `${error > 0 ? '+' : ''}${error.toFixed(0)}`;
  const within = guesses.filter(({ low, high, truth }) => truth >= low && truth <= high).length;
  const worst = guesses.length > 1 ? ` (${show(errors.at(-1))})` : '';
  return [`${show(errors[Math.floor(errors.length / 2)])}${worst} %`, `${within} of ${guesses.length}`];
}
