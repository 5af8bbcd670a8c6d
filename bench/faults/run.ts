import { readTool, readWhole } from '../../bin/tool.ts';
import { runCampaign } from './campaign.ts';

const { values } = readTool(
  'npm run faults -- [--plans 300] [--seed 1]',
  { plans: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
  [],
);

const began = performance.now();
const { plans, jobs, injected, violations } = await runCampaign({
  plans: readWhole('--plans', values.plans),
  seed: readWhole('--seed', values.seed, 0),
  refusals: 2,
  report: console.log,
});
console.log(`\n${plans} plans, ${jobs} jobs, ${((performance.now() - began) / 1000).toFixed(0)} s. Injected faults:`);
for (const [kind, times] of Object.entries(injected).sort()) console.log(`  ${String(times).padStart(5)}  ${kind}`);
for (const violation of violations) console.log(`VIOLATED  ${violation}`);
console.log(violations.length === 0 ? 'All invariants hold.' : `${violations.length} violations.`);
process.exit(violations.length === 0 ? 0 : 1);
