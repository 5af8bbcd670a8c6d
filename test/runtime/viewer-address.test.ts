import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { viewerAddressOf } from '../../layers/runtime/endpoint/viewer-address.ts';

const CLOUDFRONT = '130.176.1.2';

const from = (sourceIp: string, forwarded?: string) =>
  viewerAddressOf({
    headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
    requestContext: { identity: { sourceIp } },
  } as unknown as APIGatewayProxyEvent);

it.each([
  ['203.0.113.9', `203.0.113.9, ${CLOUDFRONT}`],
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', `2001:db8::1, ${CLOUDFRONT}`],
  // Addresses supplied by the client come first.
  ['203.0.113.9', `198.51.100.1, 203.0.113.9, ${CLOUDFRONT}`],
  ['203.0.113.9', `${CLOUDFRONT}, 203.0.113.9, ${CLOUDFRONT}`],
])('finds the viewer of a request through CloudFront, %s in "%s"', (viewer, forwarded) => {
  expect(from(CLOUDFRONT, forwarded)).toBe(viewer);
  expect(from('2600:9000:5200::1', forwarded.replace(/,[^,]*$/, ', 2600:9000:5200::1'))).toBe(viewer);
});

it.each([undefined, '', 'nowhere', CLOUDFRONT])('without a viewer in "%s" the address is CloudFront\'s', (forwarded) => {
  expect(from(CLOUDFRONT, forwarded)).toBe(CLOUDFRONT);
});

it.each(['203.0.113.9', '127.0.0.1', '::1'])('uses the address of a direct request from %s, regardless of its headers', (address) => {
  expect(from(address, `198.51.100.1, ${CLOUDFRONT}`)).toBe(address);
});
