import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { statusOf, submit, watch } from '../../bin/demo/client.ts';
import { listTokens, readCapacity } from '../../layers/cloud/index.ts';
import type { JobStatusView } from '../../layers/contract/index.ts';
import { startService, tinyJob } from '../e2e/service.ts';

/** Submits many short jobs at full capacity, and looks whether each has ended once; tells latency and the service's memory. */
const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '2000' }, clients: { type: 'string', default: '8' } },
});
const total = Number(values.jobs);

/** Jobs between two lines that tell how it goes. */
const STEP = 200;

const service = await startService({ capacity: 4 });
const clients = await Promise.all(Array.from({ length: Number(values.clients) }, (_, n) => service.as(`load-${n}`)));

/** Resident memory of this process, which runs all embedded services, MB. */
const memory = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;

const latencies: number[] = [];
const ids: { client: number; id: string }[] = [];
const began = performance.now();
let most = memory();
/** What was used while so many jobs had ended: memory that grows with them shows. */
const tell = (ended: number) =>
  console.log(
    `${String(ended).padStart(6)} jobs ended after ${((performance.now() - began) / 1000).toFixed(0)} s: ${memory().toFixed(0)} MB, of them ${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MB heap and ${(process.memoryUsage().external / 2 ** 20).toFixed(0)} MB buffers; load ${loadavg()[0]?.toFixed(1)}`,
  );
const look = setInterval(() => {
  most = Math.max(most, memory());
}, 1_000);
let next = 0;
await Promise.all(
  clients.map(async (client, index) => {
    while (next < total) {
      const number = next;
      next += 1;
      const start = performance.now();
      const id = await submit(client, { ...tinyJob, text: `Job ${number}.` });
      latencies.push(performance.now() - start);
      ids.push({ client: index, id });
    }
  }),
);
const submitted = (performance.now() - began) / 1000;
const patience = Date.now() + total * 1_500;
// One after the other: the gateway turns away who asks for all of them at once.
const all: JobStatusView[] = [];
for (const { client, id } of ids) {
  const service = clients[client]!;
  let job = await statusOf(service, id);
  while (!job.finished_at && Date.now() < patience) job = await watch(service, id).catch(() => statusOf(service, id));
  all.push(job);
  if (all.length % STEP === 0) tell(all.length);
}
const took = (performance.now() - began) / 1000;
clearInterval(look);
latencies.sort((a, b) => a - b);
const percentile = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))]?.toFixed(0);
const used = (await listTokens(service.outputs.TokensTable ?? '')).reduce((sum, token) => sum + token.used, 0);
const { leases } = await readCapacity({ table: service.outputs.CapacityTable ?? '', size: 4 });
console.log(`${total} jobs submitted in ${submitted.toFixed(0)} s, all ended after ${took.toFixed(0)} s`);
console.log(
  `processor time of the embedded services and the clients: ${(((process.cpuUsage().user + process.cpuUsage().system) / 1e6 / total) * 1000).toFixed(0)} ms a job`,
);
console.log(`generate: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`);
console.log(
  `different ids ${new Set(ids.map(({ id }) => id)).size}, succeeded ${all.filter(({ status }) => status === 'succeeded').length}, quota ${used}, leases ${Object.keys(leases).length}`,
);
console.log(`memory of the service: ${most.toFixed(0)} MB at most, ${memory().toFixed(0)} MB at the end`);
await service.end();
