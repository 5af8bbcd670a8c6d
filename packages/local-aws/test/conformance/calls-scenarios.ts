export type Service = 'sqs' | 'dynamodb' | 'events' | 'kms' | 'secretsmanager';

type Json = Record<string, unknown>;

interface Names {
  readonly queue: string;
  readonly table: string;
  readonly key: string;
}

interface Step {
  /** Name under which the response was recorded. Undefined if it was not recorded. */
  readonly name: string | undefined;
  readonly call: string;
  readonly input: Json | ((names: Names, seen: readonly Json[]) => Json);
  /** Selects the part of the response that was recorded. All of it by default. */
  readonly part?: (answer: Json) => unknown;
}

/** The calls in a recorded scenario. */
export interface CallScenario {
  readonly service: Service;
  /** Path of the recordings, without `.snapshot.json`. */
  readonly file: string;
  readonly name: string;
  /** Changes to the attributes of its queue. */
  readonly queue?: Json;
  /** Key attributes of its table. */
  readonly keys?: readonly string[];
  /** Pause between calls, in ms. */
  readonly pause?: number;
  readonly steps: readonly Step[];
}

const step = (name: string | undefined, call: string, input: Step['input'] = {}, part?: Step['part']): Step => ({
  name,
  call,
  input,
  ...(part && { part }),
});

type Own = Pick<CallScenario, 'queue' | 'keys' | 'pause'>;
const scenario =
  (service: Service, file: string) =>
  (name: string, steps: readonly Step[], own: Own = {}): CallScenario => ({ service, file, name, steps, ...own });

const queue = scenario('sqs', 'sqs/test_sqs');
const table = scenario('dynamodb', 'dynamodb/test_dynamodb');
const event = scenario('events', 'events/test_events');
const mac = scenario('kms', 'kms/test_kms');
const secret = scenario('secretsmanager', 'secretsmanager/test_secretsmanager');

type Received = { Messages?: { ReceiptHandle: string }[] };
const receiptOf = (seen: readonly Json[]) => (seen.at(-1) as Received | undefined)?.Messages?.[0]?.ReceiptHandle;
const firstMessage = (answer: Json) => (answer as { Messages?: unknown[] }).Messages?.[0];
const AGAIN = { queue: { visibilityTimeout: 0 } };
const text = (StringValue: string) => ({ DataType: 'String', StringValue });
const long = (size: number) => 'a'.repeat(size);

const SQS: readonly CallScenario[] = [
  queue('send_receive_max_number_of_messages[sqs]', [step('send_max_number_of_messages', 'ReceiveMessage', { MaxNumberOfMessages: 11 })]),
  queue('send_oversized_message[sqs]', [step('send_oversized_message', 'SendMessage', { MessageBody: long(1_048_577) })]),
  queue(
    'send_message_with_updated_maximum_message_size[sqs]',
    [step('send_oversized_message', 'SendMessage', { MessageBody: long(1025) })],
    {
      queue: { maxMessageBytes: 1024 },
    },
  ),
  queue('receive_empty_queue[sqs]', [
    step('empty_short_poll_resp_no_param', 'ReceiveMessage'),
    step('empty_short_poll_resp', 'ReceiveMessage', { WaitTimeSeconds: 0 }),
    step('empty_long_poll_resp', 'ReceiveMessage', { WaitTimeSeconds: 1 }),
  ]),
  queue('send_empty_message[sqs]', [step('send_empty_message', 'SendMessage', { MessageBody: '' })]),
  queue('send_receive_wait_time_seconds[sqs]', [
    step(undefined, 'SendMessage', { MessageBody: 'message' }),
    step(undefined, 'SendMessage', { MessageBody: 'message' }),
    step('recieve_message_error_too_large', 'ReceiveMessage', { WaitTimeSeconds: 21 }),
    step('recieve_message_error_too_small', 'ReceiveMessage', { WaitTimeSeconds: -1 }),
    step('empty_short_poll_by_default_resp', 'ReceiveMessage', { MaxNumberOfMessages: 1 }),
    step('empty_short_poll_explicit_resp', 'ReceiveMessage', { MaxNumberOfMessages: 1, WaitTimeSeconds: 0 }),
  ]),
  queue(
    'delete_after_visibility_timeout[sqs]',
    [
      step(undefined, 'SendMessage', { MessageBody: 'foobar' }),
      step(undefined, 'ReceiveMessage'),
      step(undefined, 'DeleteMessage', (_, seen) => ({ ReceiptHandle: receiptOf(seen) })),
      step('delete_after_timeout_queue_empty', 'ReceiveMessage'),
    ],
    AGAIN,
  ),
  queue(
    'change_message_visibility_after_visibility_timeout_expiration[sqs]',
    [
      step(undefined, 'SendMessage', { MessageBody: 'test' }),
      step(undefined, 'ReceiveMessage'),
      step('visibility_timeout_expired', 'ChangeMessageVisibility', (_, seen) => ({
        ReceiptHandle: receiptOf(seen),
        VisibilityTimeout: 2,
      })),
    ],
    { ...AGAIN, pause: 5 },
  ),
  ...[
    ['empty', ''],
    ['too_long', long(129)],
    ['spaces', 'group 123'],
  ].flatMap(([name, value]) => [
    queue(`send_message_to_standard_queue_with_invalid_message_group_id[${name}]`, [
      step('error-response', 'SendMessage', { MessageBody: 'message', MessageGroupId: value }),
    ]),
    queue(`message_deduplication_id_invalid[${name}]`, [
      step('error-response', 'SendMessage', { MessageBody: 'message', MessageDeduplicationId: value }),
    ]),
  ]),
  queue('non_existent_queue', [
    step('queue-does-not-exist', 'GetQueueAttributes', { QueueUrl: 'http://localhost/000000000000/gone', AttributeNames: ['All'] }),
  ]),
  queue('send_message_with_binary_attributes[sqs]', [
    step(undefined, 'SendMessage', {
      MessageBody: 'test',
      MessageAttributes: {
        attr1: { BinaryValue: Buffer.from('traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01'), DataType: 'Binary' },
      },
    }),
    step('binary-attrs-msg', 'ReceiveMessage', { MessageAttributeNames: ['All'] }),
  ]),
  queue('send_message_with_empty_string_attribute[sqs]', [
    step('empty-string-attr', 'SendMessage', { MessageBody: 'test', MessageAttributes: { ErrorDetails: text('') } }),
  ]),
  queue(
    'receive_message_message_attribute_names_filters[sqs]',
    [
      step('send_message_response', 'SendMessage', {
        MessageBody: 'msg',
        MessageAttributes: { 'Help.Me': text('Me'), Hello: text('There'), General: text('Kenobi') },
      }),
      step('empty_filter', 'ReceiveMessage', { MessageAttributeNames: [] }),
      step('all_name', 'ReceiveMessage', { MessageAttributeNames: ['All'] }),
      step('all_wildcard_asterisk', 'ReceiveMessage', { MessageAttributeNames: ['*'] }, firstMessage),
      step('all_wildcard', 'ReceiveMessage', { MessageAttributeNames: ['.*'] }, firstMessage),
      step('only_non_existing_names', 'ReceiveMessage', { MessageAttributeNames: ['Foo', 'Help'] }, firstMessage),
      step('only_existing', 'ReceiveMessage', { MessageAttributeNames: ['Hello', 'General'] }, firstMessage),
      step('existing_and_non_existing', 'ReceiveMessage', { MessageAttributeNames: ['Foo', 'Hello'] }, firstMessage),
      step('prefix_filter', 'ReceiveMessage', { MessageAttributeNames: ['Hel.*'] }, firstMessage),
    ],
    AGAIN,
  ),
  ...['receive_message_attribute_names_filters[sqs]', 'receive_message_message_system_attribute_names_filters[sqs]'].map((name) => {
    const field = name.includes('system') ? 'MessageSystemAttributeNames' : 'AttributeNames';
    return queue(
      name,
      [
        step(undefined, 'SendMessage', { MessageBody: 'msg', MessageAttributes: { Foo: text('Bar') } }),
        step('all_attributes', 'ReceiveMessage', { [field]: ['All'] }),
        step('all_system_and_message_attributes', 'ReceiveMessage', { [field]: ['All'], MessageAttributeNames: ['All'] }),
        step('single_attribute', 'ReceiveMessage', { [field]: ['SenderId'] }),
        step('multiple_attributes', 'ReceiveMessage', { [field]: ['SenderId', 'SequenceNumber'] }),
      ],
      AGAIN,
    );
  }),
  queue(
    'message_system_attribute_names_with_attribute_names[sqs]',
    [
      step(undefined, 'SendMessage', { MessageBody: 'msg', MessageAttributes: { Foo: text('Bar') } }),
      step('same_values', 'ReceiveMessage', { MessageSystemAttributeNames: ['All'], AttributeNames: ['All'] }),
      step('different_values', 'ReceiveMessage', { MessageSystemAttributeNames: ['All'], AttributeNames: ['SenderId'] }),
    ],
    AGAIN,
  ),
  queue('fair_queue_with_message_group_id[sqs]', [
    step('send_message', 'SendMessage', { MessageBody: 'message', MessageGroupId: 'test' }),
    step('get-message-with-deduplication-id', 'ReceiveMessage', { AttributeNames: ['All'] }),
  ]),
  queue('too_many_entries_in_batch_request[sqs]', [
    step('test_too_many_entries_in_batch_request', 'SendMessageBatch', {
      Entries: Array.from({ length: 20 }, (_, index) => ({ Id: `m${index}`, MessageBody: 'x' })),
    }),
  ]),
];

const ID = { keys: ['id'] };
const item = (id: string, data: string) => ({ id: { S: id }, data: { S: data } });
const inTable = (input: Json) => (names: Names) => ({ TableName: names.table, ...input });
const old = (data: string) => inTable({ Item: item('id1', data), ReturnValues: 'ALL_OLD' });

const DYNAMODB: readonly CallScenario[] = [
  table(
    'return_values_in_put_item',
    [
      step('PutFirstItem', 'PutItem', old('foobar')),
      step('PutFirstItemOLD', 'PutItem', old('foobar')),
      step('PutFirstItemB', 'PutItem', old('barfoo')),
      step('PutSecondItem', 'PutItem', inTable({ Item: item('id1', 'foobar') })),
      step('PutSecondItemReturnNone', 'PutItem', inTable({ Item: item('id1', 'foobar') })),
    ],
    ID,
  ),
  table(
    'transaction_write_items',
    [
      step('Response', 'TransactWriteItems', ({ table: TableName }) => ({
        TransactItems: [
          { ConditionCheck: { TableName, ConditionExpression: 'attribute_not_exists(id)', Key: { id: { S: 'test1' } } } },
          { Put: { TableName, Item: { id: { S: 'test2' } } } },
          {
            Update: {
              TableName,
              Key: { id: { S: 'test3' } },
              UpdateExpression: 'SET attr1 = :v1',
              ExpressionAttributeValues: { ':v1': { S: 'value1' } },
            },
          },
          { Delete: { TableName, Key: { id: { S: 'test4' } } } },
        ],
      })),
    ],
    ID,
  ),
  table(
    'transaction_write_canceled',
    [
      step(undefined, 'PutItem', inTable({ Item: { Username: { S: 'Fred' } } })),
      step(
        'Error',
        'TransactWriteItems',
        ({ table: TableName }) => ({
          TransactItems: [
            { ConditionCheck: { TableName, ConditionExpression: 'attribute_not_exists(Username)', Key: { Username: { S: 'Fred' } } } },
            { Delete: { TableName, Key: { Username: { S: 'Bert' } } } },
          ],
        }),
        ({ Error: error }) => {
          const { Code, Message } = error as { Code: string; Message: string };
          return `An error occurred (${Code}) when calling the TransactWriteItems operation: ${Message}`;
        },
      ),
    ],
    { keys: ['Username'] },
  ),
  table(
    'transaction_write_binary_data',
    [
      step('WriteResponse', 'TransactWriteItems', ({ table: TableName }) => ({
        TransactItems: [{ Put: { TableName, Item: { id: { S: 'someUser' }, binaryData: { B: Buffer.from('foobar') } } } }],
      })),
      step('GetItem', 'GetItem', inTable({ Key: { id: { S: 'someUser' } } }), ({ Item }) => Item),
    ],
    ID,
  ),
  table(
    'dynamodb_get_batch_items',
    [
      step(
        'Response',
        'BatchGetItem',
        ({ table: name }) => ({ RequestItems: { [name]: { Keys: [{ PK: { S: 'test-key' } }] } } }),
        (answer) => ({
          ...answer,
          Responses: { '<test-table>': Object.values(answer.Responses as object)[0] },
        }),
      ),
    ],
    { keys: ['PK'] },
  ),
  table(
    'dynamodb_idempotent_writing',
    [
      ...[
        { id: { S: 'id1' }, name: { S: 'name1' } },
        { name: { S: 'name1' }, id: { S: 'id1' } },
      ].map((Item, index) =>
        step(`Response${index + 1}`, 'TransactWriteItems', ({ table: TableName }) => ({
          ClientRequestToken: 'dedupe_token',
          TransactItems: [{ Put: { TableName, Item } }],
        })),
      ),
    ],
    { keys: ['id', 'name'] },
  ),
  table(
    'return_values_on_conditions_check_failure',
    [
      step(undefined, 'PutItem', inTable({ Item: { id: { S: '456' }, price: { N: '650' }, product: { S: 'sporting goods' } } })),
      step(
        'items',
        'DeleteItem',
        inTable({
          Key: { id: { S: '456' } },
          ConditionExpression: 'price between :lo and :hi',
          ExpressionAttributeValues: { ':lo': { N: '500' }, ':hi': { N: '600' } },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    ],
    ID,
  ),
  table('batch_write_not_existing_table', [
    step('exc-not-found-transact-write-items', 'TransactWriteItems', {
      TransactItems: [{ Put: { TableName: 'non_existent_table', Item: { id: { S: 'x' } } } }],
    }),
  ]),
];

const ENTRY = { Source: 'app', DetailType: 'test', Detail: '{"a": 1}' };
const entries = (...list: object[]): Json => ({ Entries: list });
const { Source: _, ...NO_SOURCE } = ENTRY;
const { DetailType: __, ...NO_TYPE } = ENTRY;
const { Detail: ___, ...NO_DETAIL } = ENTRY;

const EVENTS: readonly CallScenario[] = [
  event('put_events_without_source', [step('put-events', 'PutEvents', entries(NO_SOURCE))]),
  event('put_event_without_detail', [step('put-events', 'PutEvents', entries(NO_DETAIL))]),
  event('put_event_without_detail_type', [step('put-events', 'PutEvents', entries(NO_TYPE))]),
  event('put_event_with_too_big_detail', [
    step('put-events-too-big-detail-error', 'PutEvents', entries({ ...ENTRY, Detail: JSON.stringify({ a: long(262_144) }) })),
  ]),
  ...[
    ['STRING', 'this is a string'],
    ['ARRAY', '["a"]'],
    ['MALFORMED_JSON', '{"a": '],
    ['SERIALIZED_STRING', '"a"'],
  ].map(([name, Detail]) => event(`put_event_malformed_detail[${name}]`, [step('put-events', 'PutEvents', entries({ ...ENTRY, Detail }))])),
  ...['custom', 'default'].map((EventBusName) =>
    event(`put_events_exceed_limit_ten_entries[${EventBusName}]`, [
      step('put-events-exceed-limit-error', 'PutEvents', entries(...Array.from({ length: 11 }, () => ({ ...ENTRY, EventBusName })))),
    ]),
  ),
];

const Message = Buffer.from('some important message');
const KMS: readonly CallScenario[] = [
  mac('generate_and_verify_mac[HMAC_256-HMAC_SHA_256]', [
    step('generate-mac', 'GenerateMac', ({ key: KeyId }) => ({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' })),
    step('generate-mac-invalid-key-id', 'GenerateMac', { KeyId: 'key_id', Message, MacAlgorithm: 'HMAC_SHA_256' }),
  ]),
  mac('invalid_generate_mac[HMAC_256-INVALID]', [
    step('generate-mac', 'GenerateMac', ({ key: KeyId }) => ({ KeyId, Message, MacAlgorithm: 'INVALID' })),
  ]),
];

const SECRETS: readonly CallScenario[] = [
  secret('secret_not_found', [step('get_secret_value_not_found_ex', 'GetSecretValue', { SecretId: 's-gone' })]),
  secret('get_secret_value', [step('secret_value_response', 'GetSecretValue', { SecretId: 'known' })]),
];

export const CALLS: readonly CallScenario[] = [...SQS, ...DYNAMODB, ...EVENTS, ...KMS, ...SECRETS];
