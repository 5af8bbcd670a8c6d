import { readTool, readWhole } from '../../../bin/tool.ts';
import { recordRun } from '../../reliability/record.ts';
import { runProcessCampaign } from './campaign.ts';

const { values } = readTool(
  'npm run faults:process -- [--plans 40] [--seed 1] [--minutes 30] [--only kill,clock] [--record]',
  {
    plans: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    only: { type: 'string' },
    /** Records the counts for docs/measurements.md. */
    record: { type: 'boolean' },
  },
  [],
);
const began = performance.now();
const seed = readWhole('--seed', values.seed, 0);
const plans = readWhole('--plans', values.plans);
const minutes = readWhole('--minutes', values.minutes);
const only = values.only?.split(',');
const result = await runProcessCampaign({ plans, seed, minutes, report: console.log, ...(only && { only }) });
const { jobs, webhooks, byDisturbance, violations } = result;
const seconds = ((performance.now() - began) / 1000).toFixed(0);
const done = Object.values(byDisturbance).reduce((sum, { tried }) => sum + tried, 0);
console.log(`\n${done} plans, ${jobs} jobs, ${webhooks} webhooks, ${seconds} s:`);
for (const [name, { tried, failed }] of Object.entries(byDisturbance)) console.log(`  ${name}: ${tried} tried, ${failed} failed`);
if (values.record)
  recordRun(`faults-process-${seed}`, {
    section: 'Faults of the process and its machine',
    command: `npm run faults:process -- --plans ${done} --seed ${seed}${only ? ` --only ${values.only}` : ''}`,
    counts: Object.entries(byDisturbance).map(([what, counts]) => ({ what, ...counts })),
  });
for (const violation of violations) console.log(`VIOLATED  ${violation}`);
console.log(violations.length === 0 ? 'All invariants hold.' : `${violations.length} violations.`);
process.exit(violations.length === 0 ? 0 : 1);
