import type { ServerResponse } from 'node:http';
import { type Receiver, startReceiver } from '../../../test/e2e/receiver.ts';

/** Ways for a receiver to misbehave on the first delivery. */
export const MANNERS = ['hangs', 'drips', 'redirects', 'answers a gigabyte', 'hangs up', 'is unavailable'] as const;
export type Manner = (typeof MANNERS)[number];

const MISBEHAVE: Readonly<Record<Manner, (response: ServerResponse) => number | undefined>> = {
  hangs: () => undefined,
  drips: (response) => {
    const bytes = 'HTTP/1.1 204 No Content\r\nx-drip: ';
    let sent = 0;
    const timer = setInterval(() => response.socket?.write(bytes[sent++] ?? 'x'), 300);
    response.on('close', () => clearInterval(timer));
    return undefined;
  },
  redirects: (response) => {
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    return 307;
  },
  'answers a gigabyte': (response) => {
    response.writeHead(503, { 'content-length': String(2 ** 30) });
    const chunk = Buffer.alloc(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
    return 503;
  },
  'hangs up': (response) => {
    response.socket?.destroy();
    return 0;
  },
  'is unavailable': (response) => {
    response.writeHead(503, { 'retry-after': '1' }).end();
    return 503;
  },
};

/** Starts a receiver that misbehaves in a configurable way on the first attempt of each delivery, and returns 204 after that. */
export async function startHostileReceiver(): Promise<Receiver & { behave(manner: Manner | undefined): void }> {
  let current: Manner | undefined;
  const seen = new Set<string>();
  const receiver = await startReceiver((delivery, response) => {
    const id = String(delivery.headers['webhook-id']);
    if (current === undefined || seen.has(id)) return 204;
    seen.add(id);
    const status = MISBEHAVE[current](response);
    if (status !== undefined) delivery.status = status;
    return undefined;
  });
  return {
    ...receiver,
    behave: (manner) => {
      current = manner;
    },
  };
}
