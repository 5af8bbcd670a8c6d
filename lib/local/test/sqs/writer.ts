/** Child process: sends messages and takes every third one, until it is killed. */
import { startSqs } from '../../sqs/index.ts';
import { PLACE } from '../../testing.ts';
import { QUEUES } from './queues.ts';

const sqs = await startSqs({ dir: process.argv[2]!, place: PLACE, queues: QUEUES });
const queue = sqs.queue('work');
for (let n = 0; ; n++) {
  process.stdout.write(`sent ${queue.send({ body: String(n), group: `g${n % 3}`, delay: n % 5 === 0 ? 1 : 0 }).id}\n`);
  if (n % 3 !== 0) continue;
  const [message] = await queue.receive();
  if (message && queue.remove(message.receipt)) process.stdout.write(`done ${message.id}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
