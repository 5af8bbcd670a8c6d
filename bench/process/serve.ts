/** Runs the local service in a separate process. Started by {@link startServiceProcess}. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFaults } from 'local-aws';
import { launchNode } from 'local-aws/lambda';
import { demoToken } from '../../bin/local/demo-token.ts';
import { serve } from '../../bin/local/serve.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    context: { type: 'string', default: '{}' },
    haste: { type: 'string', default: '1' },
    clock: { type: 'string', default: '' },
    heap: { type: 'string', default: '' },
  },
});

/** Minutes between forced garbage collections. They are infrequent, so that memory use in between is the same as without them. */
const COLLECT = 5;

try {
  const { url, outputs, stop } = await serve({
    port: 0,
    data: values.data,
    fresh: false,
    warm: false,
    context: JSON.parse(values.context),
    faults: createFaults({ timeScale: Number(values.haste), faults: [] }),
    launch: (definition) => {
      const [program, ...args] = launchNode(definition);
      return values.clock ? [program, '--import', values.clock, ...args] : undefined;
    },
    onFault: (error) => console.error(error instanceof Error ? (error.stack ?? error.message) : error),
  });
  console.log(JSON.stringify({ url, token: await demoToken(values.data, outputs.TokensTable ?? '') }));
  if (values.heap) measureHeap(values.heap);
  process.once('SIGTERM', () => void stop().finally(() => process.exit()));
  // stdin closes when the process that started this one exits, even if that process was killed.
  process.stdin.resume().once('end', () => process.exit(1));
} catch (error) {
  console.error(`The service did not start: ${(error as Error).message}`);
  process.exit(1);
}

function measureHeap(file: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setInterval(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(file, String((heapUsed + external) / 2 ** 20));
  }, COLLECT * 60_000);
}
