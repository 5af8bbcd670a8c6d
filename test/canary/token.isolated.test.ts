import { describe, expect, it, vi } from 'vitest';

const put = vi.hoisted(() => vi.fn());
vi.mock('#aws/clients', async (load) => ({
  ...(await load<object>()),
  dynamodb: () => ({ send: put }),
  kms: () => ({ send: async () => ({ Mac: new Uint8Array(32) }) }),
}));

const { renewCanaryToken } = await import('#runtime');

describe("the canary's token", () => {
  it('expires a minute after the time limit of its run, before the next run', async () => {
    const now = new Date('2030-01-01T00:00:00Z');
    await renewCanaryToken('tokens', 'key', 150_000, () => now.getTime());
    const { Item } = put.mock.calls[0]![0].input;
    expect(Item.expires_at).toBe('2030-01-01T00:03:30.000Z');
  });
});
