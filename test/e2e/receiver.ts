import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookBody } from '#webhooks';

/** A delivery that was received. */
export interface Delivery {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  body: WebhookBody;
  /** Status of the response. Undefined until it is sent. */
  status?: number;
}

export interface Receiver {
  url: string;
  deliveries: Delivery[];
  /** Waits until a job has had a given number of deliveries. */
  wait(job: string, count?: number, within?: number): Promise<Delivery[]>;
  stop(): Promise<void>;
}

/** Returns the response status, or handles the response itself. */
export type Answer = (delivery: Delivery, response: ServerResponse) => number | Promise<number> | undefined;

/** Starts a server that receives webhooks. */
export async function startReceiver(answer: Answer = () => 204): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    const body = JSON.parse(raw) as WebhookBody;
    const delivery: Delivery = { at: Date.now(), path: request.url ?? '', headers: request.headers, raw, body };
    deliveries.push(delivery);
    const status = await answer(delivery, response);
    if (status === undefined) return;
    delivery.status = status;
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wait = async (job: string, count = 1, within = 180_000): Promise<Delivery[]> => {
    const until = Date.now() + within;
    for (;;) {
      const found = deliveries.filter(({ body }) => body.data.id === job);
      if (found.length >= count) return found;
      if (Date.now() > until) {
        throw new Error(`${found.length} of ${count} webhooks of job ${job} arrived within ${within} ms`);
      }
      await pause(20);
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    wait,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
