import type { Job } from '@talking-avatar/client';

export const SNIPPETS = ['curl', 'TypeScript', 'Python'] as const;

/**
 * Writes a program that submits a job and downloads its result. The program reads the token from an environment variable, so that copying
 * the program does not reveal it.
 * @param url the service's URL
 * @param recording file name of the recorded voice
 */
export function writeSnippet(kind: (typeof SNIPPETS)[number], url: string, job: Job, recording?: string): string {
  return { curl: writeCurl, TypeScript: writeTypeScript, Python: writePython }[kind](url, job, recording);
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function writeCurl(url: string, job: Job, recording?: string): string {
  const body = JSON.stringify(job);
  const parts = recording
    ? `  -F ${quote(`audio=@"${recording.replace(/["\\]/g, '\\$&')}"`)} \\\n  --form-string ${quote(`job=${body}`)}`
    : `  -H 'content-type: application/json' \\\n  -d ${quote(body)}`;
  return `curl -s ${url}/lipsync/generate \\\n  -H "authorization: Bearer $AVATAR_TOKEN" \\\n${parts}\n
curl -s "${url}/status?id=$ID" -H "authorization: Bearer $AVATAR_TOKEN"
curl -sLOJ "${url}/download?id=$ID" -H "authorization: Bearer $AVATAR_TOKEN"`;
}

const EXTENSIONS: Readonly<Record<string, string>> = { video: 'mp4', csv: 'csv', fbx: 'fbx', glb: 'glb' };

const fileOf = ({ output }: Job): string => `result.${EXTENSIONS[output?.type ?? 'csv']}`;

function writeTypeScript(url: string, job: Job, recording?: string): string {
  const file = recording ? `, { recording: await readFile(${JSON.stringify(recording)}) }` : '';
  return `import { ${recording ? 'readFile, ' : ''}writeFile } from 'node:fs/promises';
import { createClient } from '@talking-avatar/client';

const client = createClient({ url: '${url}', token: process.env.AVATAR_TOKEN! });
const { id } = await client.generate(${JSON.stringify(job, null, 2)}${file});
await client.wait(id);
await writeFile('${fileOf(job)}', await (await client.download(id)).bytes());`;
}

function writePython(url: string, job: Job, recording?: string): string {
  const file = recording ? `, recording=${JSON.stringify(recording)}` : '';
  return `import os
from avatar_client import Client

client = Client("${url}", os.environ["AVATAR_TOKEN"])
job = client.generate(${toPython(job)}${file})
client.wait(job["id"])
client.download(job["id"]).save("${fileOf(job)}")`;
}

const toPython = (value: object): string =>
  JSON.stringify(value, null, 4).replace(/(": |^\s+)(true|false|null)(?=,?$)/gm, (_, before, word) => {
    const literal = { true: 'True', false: 'False', null: 'None' }[word as 'true' | 'false' | 'null'];
    return `${before}${literal}`;
  });
