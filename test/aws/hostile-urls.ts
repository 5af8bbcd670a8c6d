import net, { type TcpNetConnectOpts } from 'node:net';
import { ApiError, avatarRequestSchema, DEFAULT_IDENTIFIERS, jobSchema } from '@talking-avatar/contract';
import * as v from 'valibot';
import { fetchExternal, OutboundError, postExternal } from '#aws';
import { checkJobUrls } from '#jobs';
import { InvalidJobError } from '#jobs/errors';
import { readUpload } from '../../functions/api/avatars/create.ts';
import { INSIDE, LOOPBACK } from './hostile-hosts.ts';

/** More ways to disguise internal hosts: user info, backslashes, zones, mapped and translated addresses, and names for this machine. */
const DISGUISED = [
  'example.com:80@169.254.169.254',
  '169.254.169.254\\@example.com',
  '169.254.169.254#@example.com',
  '169.254.169.254?@example.com',
  '169.254.169.254%2f@example.com',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  '127。0。0。1',
  '１２７.１',
  '0x7f.0.0.0x1',
  '0x7F000001',
  '00000177.1',
  '127.000.000.001',
  '00',
  '0x0',
  '0.0.0.0.',
  '169.254.169.254.',
  '%6c%6f%63%61%6c%68%6f%73%74',
  'ｌｏｃａｌｈｏｓｔ',
  'localhost.',
  'foo.localhost',
  '[0000::0001]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:100.64.0.1]',
  '[::ffff:c0a8:0101]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b::192.168.0.1]',
  '[2002:0a00:0001::]',
  '[2002:c0a8:0101::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  '[fe80::1%25eth0]',
  '[febf::1]',
  '[ff0e::1]',
  '[4000::1]',
  '10.0.0.1:8080',
  '[::1]:3000',
  '93.184.215.14:22',
  '93.184.215.14:25',
  '93.184.215.14:6379',
  '93.184.215.14:11211',
];

/** Other schemes, and objects that belong to someone else. */
const OTHERS = [
  'file:///etc/passwd',
  'file://169.254.169.254/etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ftp://10.0.0.1/a',
  'dict://10.0.0.1:11211/stat',
  'ldap://10.0.0.1/',
  'data:audio/wav;base64,UklGRg==',
  'javascript:1',
  'jar:http://10.0.0.1!/',
  'http:///169.254.169.254/',
  'http:169.254.169.254',
  'http:\\\\169.254.169.254\\',
  '//169.254.169.254/',
  's3://objects/jobs/123/audio.wav',
  's3://objects/uploads/other/00000000-0000-4000-8000-000000000000',
  's3://objects/uploads/acme/../other/00000000-0000-4000-8000-000000000000',
  's3://objects/uploads/acme%2f..%2fother/00000000-0000-4000-8000-000000000000',
  'S3://other-bucket/a.wav',
  'obs://objects/a.wav',
];

const url = (host: string) => `http://${host}/latest/meta-data`;

/** Every kind of hostile URL. */
export const HOSTILE_URLS: readonly string[] = [...[...INSIDE, ...LOOPBACK, ...DISGUISED].map(url), ...OTHERS];

/** Settings of a deployed stage. */
const DEPLOYED = { BUCKET: 'objects', AUDIO_STORES: {}, OUTBOUND: 'public' } as const;
const WITHIN = { bytes: 100, timeout: 60_000 };
const ACCOUNT = 'acme';
const schema = jobSchema(DEFAULT_IDENTIFIERS);
const job = { target_rig: 'metahuman', text: 'Hello', language: 'en-US', output: { type: 'csv' } };

/** Accepts a job in the same way as `generate`. @throws v.ValiError, InvalidJobError */
function accept(changes: object): void {
  checkJobUrls(DEPLOYED as never, ACCOUNT, v.parse(schema, { ...job, ...changes }));
}

interface Field {
  /** Submits the URL as a client would. @throws v.ValiError, InvalidJobError, ApiError */
  submit(hostile: string): void;
  /** Connects to the URL as the service would later. @throws OutboundError, ApiError */
  connect(hostile: string): Promise<unknown>;
}

/** Fields that take a URL from the client. */
export const FIELDS: Readonly<Record<string, Field>> = {
  audio_url: {
    submit: (audio_url) => accept({ audio_url }),
    connect: (hostile) => fetchExternal(hostile, 'public', WITHIN),
  },
  'output.background.url': {
    submit: (hostile) => accept({ actor: 'mei', output: { type: 'video', background: { url: hostile } } }),
    connect: (hostile) => fetchExternal(hostile, 'public', WITHIN),
  },
  ...Object.fromEntries(
    ['on_running', 'on_success', 'on_fail'].map((event): [string, Field] => [
      `web_hooks.${event}`,
      {
        submit: (hostile) => accept({ web_hooks: { [event]: hostile } }),
        connect: (hostile) => postExternal(hostile, 'public', { body: '{}', headers: {}, timeout: WITHIN.timeout }),
      },
    ]),
  ),
  avatar_url: {
    submit: (avatar_url) => void v.parse(avatarRequestSchema, { name: 'Ada', avatar_url }),
    // For this field, the service only reads uploads by the same account.
    connect: (hostile) => readUpload(DEPLOYED, ACCOUNT, hostile),
  },
};

export interface Tried {
  field: string;
  /** Number of URLs that were rejected when the job was submitted, and number that were rejected when the service tried to connect. */
  submitted: number;
  connected: number;
  /** URLs that led to a connection, or to an error that is not a rejection. */
  failed: string[];
}

/** Tries every URL in every field. Each attempt to connect is recorded and rejected, so no connection leaves this machine. */
export async function tryHostileUrls(): Promise<Tried[]> {
  const { connect } = net;
  const tried: Tried[] = [];
  let opened: string[] = [];
  net.connect = ((options: TcpNetConnectOpts, ...rest: []) => {
    const { lookup, host = '' } = options;
    if (net.isIP(host) || !lookup) opened.push(host);
    return connect(net.isIP(host) || !lookup ? { ...options, host: '127.0.0.1', port: 9 } : options, ...rest);
  }) as typeof net.connect;
  try {
    for (const [field, { submit, connect: go }] of Object.entries(FIELDS)) {
      const row: Tried = { field, submitted: 0, connected: 0, failed: [] };
      for (const hostile of HOSTILE_URLS) {
        opened = [];
        const refusal = reasonOf(() => submit(hostile));
        if (refusal instanceof v.ValiError || isBadRequest(refusal)) row.submitted += 1;
        else if (refusal !== undefined) row.failed.push(`${hostile}: ${refusal}`);
        else {
          const error = await go(hostile).then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          if (opened.length === 0 && (error instanceof OutboundError || isBadRequest(error))) row.connected += 1;
          else row.failed.push(`${hostile}: ${error ?? 'connected'} ${opened.join(' ')}`);
        }
      }
      tried.push(row);
    }
    return tried;
  } finally {
    net.connect = connect;
  }
}

const isBadRequest = (error: unknown): boolean =>
  error instanceof InvalidJobError || (error instanceof ApiError && error.body.code === 400);

function reasonOf(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}
