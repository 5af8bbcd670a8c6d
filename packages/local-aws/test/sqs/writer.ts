/** Child process that sends messages, and deletes every third one, until it is killed. */
import { writeSync } from 'node:fs';
import { startSqs } from '../../src/sqs/index.ts';
import { PLACE } from '../../src/testing.ts';
import { QUEUES } from './queues.ts';

/** `process.stdout` would buffer lines while the reader is busy, and they would be lost when the process is killed. */
const report = (line: string) => writeSync(1, `${line}\n`);

const sqs = await startSqs({ dir: process.argv[2]!, place: PLACE, queues: QUEUES });
const queue = sqs.queue('work');
for (let n = 0; ; n++) {
  report(`sent ${queue.send({ body: String(n), group: `g${n % 3}`, delay: n % 5 === 0 ? 1 : 0 }).id}`);
  if (n % 3 !== 0) continue;
  const [message] = await queue.receive();
  if (message && queue.remove(message.receipt)) report(`done ${message.id}`);
  await new Promise((resolve) => setImmediate(resolve));
}
