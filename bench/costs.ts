import { setTimeout as pause } from 'node:timers/promises';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import { formatShort, type LedgerRow, listJobRows, perMinute, rowTotal } from '#billing';
import { type Service, statusOf, submit } from '../bin/demo/client.ts';
import { formatTable, publish } from '../bin/markdown.ts';
import { readTool, readWhole } from '../bin/tool.ts';
import { startService } from '../test/e2e/service.ts';
import { outputKinds } from './outputs.ts';

/**
 * `npm run costs -- [--seconds 60] [--write] [KIND…]` creates a result of each kind, from text and from a recording, and downloads it once.
 * It then prints what the ledger charges for a minute and for a one-word job. `--write` adds these costs to docs/measurements.md. Durations
 * are measured on this machine but billed at Lambda memory sizes and prices.
 */
const KINDS: Readonly<Record<string, object>> = outputKinds({ width: 1280, height: 720 });

const STORY =
  'People who walk by the river in the morning often meet a man with a big brown dog. He moves slowly, and he looks at the boats. ' +
  'Maybe he was a sailor once, or maybe he only likes the water. My brother asked him about it. The man smiled, but he did not say much. ';

/** Text of the shortest job, which shows the minimum cost. */
const WORD = 'Hello!';

const CHARACTERS_PER_SECOND = 18.5;

/** Time limits for a job, and for its last ledger rows to arrive, in ms. */
const JOB_TIMEOUT = 1_800_000;
const ROWS_TIMEOUT = 20_000;

const { values, positionals } = readTool(
  'npm run costs -- [KIND…] [--seconds 60] [--write]',
  { seconds: { type: 'string', default: '60' }, write: { type: 'boolean', default: false } },
  Object.keys(KINDS),
);
const text = STORY.repeat(40).slice(0, readWhole('--seconds', values.seconds) * CHARACTERS_PER_SECOND);
const kinds = positionals.length > 0 ? positionals : Object.keys(KINDS);

const service = await startService();
try {
  const client = await service.as('costs');
  const record = async (spoken: string) => {
    const { audio } = await createEmbeddedEngine().speak({ text: spoken, language: 'en-GB', sex: 'male', speed: 1 });
    return encodeWav(audio);
  };
  const [recording, word] = [await record(text), await record(WORD)];
  // The first job of each kind also pays for starting its functions.
  const lines: string[][] = [];
  for (const kind of kinds) {
    for (const [source, voice, short] of [
      ['text', undefined, undefined],
      ['recording', recording, word],
    ] as const) {
      const job = { ...KINDS[kind], language: 'en-US' };
      const { minute } = describe(await make(client, { ...job, text }, voice));
      const { cost } = describe(await make(client, { ...job, text: WORD }, short));
      lines.push([kind, source, minute, cost]);
      console.error(lines.at(-1)?.join('  '));
    }
  }
  const table = formatTable(['Result', 'Source', 'Per minute', 'One word'], lines);
  if (values.write) publish('measurements.md', 'costs', table);
  else console.log(table);
} finally {
  await service.end();
}

/** Creates one result. @returns the job's ledger rows */
async function make(client: Service, job: object, recording?: Uint8Array): Promise<LedgerRow[]> {
  const id = await submit(client, job, recording);
  const status = await ended(client, id);
  if (status !== 'succeeded') throw new Error(`Job ${id} ${status}`);
  await fetch(`${client.url}/download?token=${client.token}&id=${id}`, { redirect: 'manual' });
  for (const until = Date.now() + ROWS_TIMEOUT; ; await pause(500)) {
    const rows = await listJobRows(service.outputs.LedgerTable ?? '', id);
    const steps = new Set(rows.map(({ step }) => step));
    if (['execution', 'finalize', 'download'].every((step) => steps.has(step))) return rows;
    if (Date.now() > until) throw new Error(`The ledger of job ${id} has only the steps ${[...steps].join(', ')}`);
  }
}

async function ended(client: Service, id: string): Promise<string> {
  for (const until = Date.now() + JOB_TIMEOUT; ; await pause(1000)) {
    const { status, finished_at } = await statusOf(client, id);
    if (finished_at || Date.now() > until) return status;
  }
}

/** Formats the cost of the job and of a minute of its result. */
function describe(rows: readonly LedgerRow[]): Record<'minute' | 'cost', string> {
  // Leave out status requests, because how many there are depends on the client.
  const own = rows.filter(({ step }) => step !== 'status');
  const result = own.find((row) => row.result)?.result;
  const amount = own.reduce((sum, row) => sum + rowTotal(row), 0n);
  const minute = perMinute({ amount, seconds: result?.seconds ?? 0 });
  return {
    minute: minute === undefined ? '?' : formatShort(minute),
    cost: formatShort(amount),
  };
}
