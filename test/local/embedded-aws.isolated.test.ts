import { afterEach, expect, it, vi } from 'vitest';
import { useEmbeddedAws } from '../../bin/local/embedded-aws.ts';

afterEach(() => vi.unstubAllEnvs());

it("uses the embedded services regardless of the shell's AWS variables", () => {
  vi.stubEnv('AWS_PROFILE', 'work');
  vi.stubEnv('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'true');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
  vi.stubEnv('HOME', '/home/somebody');
  const environment = {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:2',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'embedded',
  };
  useEmbeddedAws(environment);
  const left = Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'));
  expect(Object.fromEntries(left)).toEqual(environment);
  expect(process.env.HOME).toBe('/home/somebody');
});
