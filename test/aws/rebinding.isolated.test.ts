import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** The addresses that each name resolves to, with one entry per query. */
const names = vi.hoisted(() => new Map<string, string[][]>());

vi.mock('node:dns', async (original) => {
  const dns = await original<typeof import('node:dns')>();
  const lookup = (name: string, _: object, callback: (error: Error | null, addresses: { address: string; family: number }[]) => void) => {
    const answers = names.get(name) ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) return callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { ...dns, default: { ...dns, lookup }, lookup };
});

const { fetchExternal, postExternal } = await import('#aws');

let server: Server;
let port: number;
let visits = 0;

beforeAll(async () => {
  server = createServer((_, response) => {
    visits += 1;
    response.end('inside');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fetchName = (name: string, reach: 'public' | 'public-and-loopback' = 'public') =>
  fetchExternal(`http://${name}:${port}/`, reach, { bytes: 100, timeout: 1_500 });
const postName = (name: string) => postExternal(`http://${name}:${port}/`, 'public', { body: '{}', headers: {}, timeout: 1_500 });

describe('a host name', () => {
  it.each([
    ['loopback.test', ['127.0.0.1']],
    ['metadata.test', ['169.254.169.254']],
    ['private.test', ['10.1.2.3']],
    ['six.test', ['fd00::1']],
    ['mapped.test', ['::ffff:127.0.0.1']],
    ['mixed.test', ['93.184.215.14', '127.0.0.1']],
  ])('%s is blocked if it resolves to a private address', async (name, addresses) => {
    names.set(name, [addresses]);
    await expect(fetchName(name)).rejects.toThrow(`${name} is not a public address`);
    await expect(postName(name)).rejects.toThrow(`${name} is not a public address`);
    expect(visits).toBe(0);
  });

  it('is resolved only once, so a later private address has no effect', async () => {
    // First a public address where nothing responds, and then this machine.
    names.set('rebinding.test', [['192.0.3.1'], ['127.0.0.1']]);
    await expect(fetchName('rebinding.test')).rejects.toThrow(/took too long|connection failed/);
    await expect(fetchName('rebinding.test')).rejects.toThrow('rebinding.test is not a public address');
    expect(visits).toBe(0);
  });

  it('is reachable if its address is public', async () => {
    names.set('host.test', [['127.0.0.1']]);
    expect(Buffer.from(await fetchName('host.test', 'public-and-loopback')).toString()).toBe('inside');
    expect(visits).toBe(1);
  });

  it('fails with the reason if it does not exist', async () => {
    await expect(fetchName('nowhere.test')).rejects.toThrow('the host name cannot be resolved');
  });
});
