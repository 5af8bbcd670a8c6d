import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A client's server that holds back a recording, which keeps a job running without using any CPU time. */
export interface HeldRecording {
  /** Use this as the `audio_url` of jobs. */
  url: string;
  /** Sends the recording in response to all pending and future requests. */
  send(recording: Uint8Array): void;
  stop(): void;
}

export async function holdRecording(): Promise<HeldRecording> {
  const waiting: ServerResponse[] = [];
  let sent: Uint8Array | undefined;
  const server = createServer((_, response) => {
    if (sent) response.end(sent);
    else waiting.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/voice.wav`,
    send: (recording) => {
      sent = recording;
      for (const response of waiting.splice(0)) response.end(recording);
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
