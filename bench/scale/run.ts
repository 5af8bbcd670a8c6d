import { readTool } from '../../bin/tool.ts';
import { LOADS } from './loads.ts';
import { describeOutcomes } from './report.ts';
import { simulate } from './simulation.ts';

/** `npm run simulate` simulates the scheduling of thousands of jobs, and prints wait times and database usage. */
const { values } = readTool('npm run simulate -- [--only LOAD]', { only: { type: 'string' } }, []);
const outcomes = [];
for (const load of LOADS.filter(({ name }) => values.only === undefined || name.includes(values.only))) {
  const began = performance.now();
  outcomes.push(await simulate(load));
  console.error(`${load.name}: ${load.seconds} s simulated in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
for (const line of describeOutcomes(outcomes)) console.log(line);
