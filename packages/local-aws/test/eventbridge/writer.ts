/** Child process that publishes events until it is killed. The target accepts some of them, and never responds to the others. */
import { startEventBridge } from '../../src/eventbridge/index.ts';
import { PLACE } from '../../src/testing.ts';

const rule = { Name: 'all', EventPattern: { source: ['test'] }, Targets: [{ Id: 't', Arn: 'function' }] };
const events = await startEventBridge({
  dir: process.argv[2]!,
  place: PLACE,
  buses: [],
  rules: [rule],
  find: () => ({
    kind: 'function',
    invoke: ({ detail }) => (Number(detail.n) % 2 === 0 ? Promise.resolve() : new Promise(() => undefined)),
  }),
});
for (let n = 0; ; n++) {
  events.publish({ source: 'test', detailType: 'numbered', detail: { n } });
  process.stdout.write(`${n}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1));
}
