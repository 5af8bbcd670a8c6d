import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { baseUrlOf } from '#runtime';

const urlAt = (domainName: string, headers = {}) =>
  baseUrlOf({ headers, requestContext: { domainName, stage: 'v1' } } as APIGatewayProxyEvent);

describe("the service's base URL", () => {
  it.each([
    ['a1b2c3.execute-api.eu-central-1.amazonaws.com', 'https://a1b2c3.execute-api.eu-central-1.amazonaws.com/v1'],
    ['a1b2c3.execute-api.cn-north-1.amazonaws.com.cn', 'https://a1b2c3.execute-api.cn-north-1.amazonaws.com.cn/v1'],
    ['avatar.example.com', 'https://avatar.example.com'],
    ['execute-api.example.com', 'https://execute-api.example.com'],
    ['localhost.example.com', 'https://localhost.example.com'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost:3000', 'http://localhost:3000'],
  ])('at %s is %s', (name, url) => expect(urlAt(name)).toBe(url));

  it('comes from the gateway, whatever headers a client sends', () => {
    expect(urlAt('avatar.example.com', { Host: 'localhost' })).toBe('https://avatar.example.com');
  });
});
