/** Runs the local service in a process of its own; see {@link startLoneService}, which starts it. */
import { parseArgs } from 'node:util';
import { createFaults } from 'local-aws';
import { launchNode } from 'local-aws/lambda';
import { demoToken } from '../bin/local/demo-token.ts';
import { serve } from '../bin/local/serve.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    context: { type: 'string', default: '{}' },
    haste: { type: 'string', default: '1' },
    /** Whether it ends with its input. */
    tied: { type: 'boolean', default: false },
    warm: { type: 'boolean', default: false },
    clock: { type: 'string', default: '' },
  },
});

try {
  const { url, outputs, stop } = await serve({
    port: 0,
    data: values.data,
    fresh: false,
    warm: values.warm,
    context: JSON.parse(values.context),
    faults: createFaults({ timeScale: Number(values.haste), faults: [] }),
    launch: (definition) => {
      const [program, ...args] = launchNode(definition);
      return values.clock ? [program, '--import', values.clock, ...args] : undefined;
    },
    onFault: (error) => console.error(error instanceof Error ? (error.stack ?? error.message) : error),
  });
  console.log(JSON.stringify({ url, token: await demoToken(values.data, outputs.TokensTable ?? '') }));
  process.once('SIGTERM', () => void stop().finally(() => process.exit()));
  // Its input ends with the process that started it, however that ends.
  if (values.tied) process.stdin.resume().once('end', () => process.exit(1));
} catch (error) {
  console.error(`The service does not start: ${(error as Error).message}`);
  process.exit(1);
}
