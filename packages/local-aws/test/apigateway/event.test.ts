import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { makeProxyEvent } from '../../src/apigateway/event.ts';
import type { RestApiModel } from '../../src/apigateway/model.ts';
import type { Match } from '../../src/apigateway/routes.ts';

const eventOf = (rawHeaders: string[], query = '') =>
  makeProxyEvent(
    { binaryMediaTypes: [], account: '1', id: 'a', stage: 'v1' } as unknown as RestApiModel,
    { route: { resource: '/', resourceId: 'r' }, pathParameters: null } as unknown as Match,
    {
      id: 'i',
      message: { rawHeaders, headers: {}, method: 'GET', httpVersion: '1.1', socket: {} } as unknown as IncomingMessage,
      url: new URL(`http://127.0.0.1/${query}`),
      body: Buffer.alloc(0),
    },
  );

it.each(['constructor', '__proto__', 'toString', 'x-name'])('passes the header %s on', (name) => {
  const { headers, multiValueHeaders } = eventOf([name, 'one', name.toUpperCase(), 'two']);
  expect(Object.entries(headers)).toEqual([[name, 'two']]);
  expect(Object.entries(multiValueHeaders)).toEqual([[name, ['one', 'two']]]);
});

it('passes query parameters with such names on', () => {
  const { queryStringParameters } = eventOf([], '?__proto__=1&constructor=2');
  expect(Object.entries(queryStringParameters ?? {})).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
});
