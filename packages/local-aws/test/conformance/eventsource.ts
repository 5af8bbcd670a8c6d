import { type SqsRecord, startEventSource, startSqs } from '../../src/sqs/index.ts';
import { makeDirectory, PLACE, removeDirectory } from '../../src/testing.ts';
import { compare } from './compare.ts';
import { readRecordings } from './recordings.ts';
import type { Result } from './report.ts';

type Invocation = { readonly Records: readonly SqsRecord[] };

interface Scenario {
  readonly body: string;
  readonly attributes?: Readonly<Record<string, { DataType: string; StringValue: string }>>;
  readonly reports?: boolean;
  /** Names of the recorded invocations, in order. */
  readonly invocations: readonly string[];
  readonly respond: () => unknown;
}

const MESSAGE = '{"message": 1, "fail_attempts": 0}';

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  message_body_and_attributes_passed_correctly: {
    body: '{"destination": "<queue-url:1>", "fail_attempts": 0}',
    attributes: {
      Title: { DataType: 'String', StringValue: 'The Whistler' },
      Author: { DataType: 'String', StringValue: 'John Grisham' },
      WeeksOn: { DataType: 'Number', StringValue: '6' },
    },
    invocations: ['first_attempt'],
    respond: () => ({}),
  },
  report_batch_item_failures_empty_json_batch_succeeds: {
    body: MESSAGE,
    reports: true,
    invocations: ['first_invocation'],
    respond: () => ({}),
  },
  report_batch_item_failures_invalid_result_json_batch_fails: {
    body: MESSAGE,
    reports: true,
    invocations: ['first_invocation', 'second_invocation'],
    respond: () => ({ batchItemFailures: [{ foo: 'notvalid' }] }),
  },
};

/** Returns the event from a recorded response. The function forwarded the event in a message. */
function recordedEvent(content: Readonly<Record<string, unknown>>, name: string): unknown {
  const { Messages } = content[name] as { Messages: { Body: { event: unknown } }[] };
  return Messages[0]?.Body.event;
}

/** Replays recorded invocations through an event source mapping. */
export async function replayEventSources(): Promise<Result[]> {
  const dir = makeDirectory();
  const queue = { visibilityTimeout: 1, delay: 0, retention: 1000, receiveWait: 0, maxMessageBytes: 10_000 };
  const sqs = await startSqs({ dir, place: PLACE, queues: Object.keys(SCENARIOS).map((name) => ({ ...queue, name })) });
  const recordings = readRecordings('lambda_/event_source_mapping/test_lambda_integration_sqs');
  const results = await Promise.all(
    recordings.flatMap(({ name, date, content }) => {
      const scenario = SCENARIOS[name];
      if (!scenario) return [];
      const invoked: Invocation[] = [];
      const replay = async (): Promise<Result> => {
        const done = Promise.withResolvers<void>();
        const source = startEventSource({
          queue: sqs.queue(name),
          batchSize: 10,
          reportBatchItemFailures: scenario.reports ?? false,
          async invoke(event) {
            invoked.push(event);
            if (invoked.length === scenario.invocations.length) done.resolve();
            return scenario.respond();
          },
        });
        sqs.queue(name).send({ body: scenario.body, attributes: scenario.attributes ?? {} });
        await done.promise;
        await source.stop();
        const differences = scenario.invocations.flatMap((answer, index) =>
          compare(recordedEvent(content, answer), JSON.parse(JSON.stringify(invoked[index])), new Map(), answer),
        );
        return { service: 'event sources', scenario: name, date, differences };
      };
      return [replay()];
    }),
  );
  await sqs.stop();
  removeDirectory(dir);
  return results;
}
