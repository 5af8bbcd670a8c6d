import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createCdn, guessType } from '../../src/cloudfront/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'local-cdn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = join(folder, 'index.html');
const script = join(folder, 'main.js');
writeFileSync(page, '<!doctype html>');
writeFileSync(script, `// ${'x'.repeat(2_000)}`);

const file = (path: string, type: string) => ({ path, headers: { 'content-type': type } });
const files = new Map([
  ['index.html', file(page, 'text/html')],
  ['assets/main.js', file(script, 'text/javascript')],
]);
const behavior = (pattern: string) => ({ pattern, compress: true, headers: { 'x-frame-options': 'DENY' }, files });
const answer = createCdn({ rootObject: 'index.html', behaviors: [behavior('/'), behavior('/assets/*')] });
const ask = (url: string, method = 'GET', headers = {}) => answer({ url, method, headers } as IncomingMessage);

describe('a distribution', () => {
  it("serves its root object with its policy's headers", () => {
    expect(ask('/')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' },
      body: Buffer.from('<!doctype html>'),
    });
    expect(ask('/?from=mail')?.status).toBe(200);
  });

  it('passes paths without a file behavior to the API', () => {
    for (const url of ['/status', '/index.html', '/assets', '/lipsync/generate', '//', '/x/assets/main.js'])
      expect(ask(url)).toBeUndefined();
  });

  it('rejects missing files and write methods, like S3', () => {
    for (const found of [ask('/assets/none.js'), ask('/assets/../../etc/passwd'), ask('/assets/%2e%2e/x'), ask('/', 'POST')])
      expect(found).toMatchObject({ status: 403, headers: { 'x-frame-options': 'DENY' } });
  });

  it('compresses large text files for clients that accept it', () => {
    const packed = ask('/assets/main.js', 'GET', { 'accept-encoding': 'gzip, br' });
    expect(packed?.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(gunzipSync(packed!.body)).toEqual(ask('/assets/main.js')?.body);
    expect(ask('/', 'GET', { 'accept-encoding': 'gzip' })?.headers).not.toHaveProperty('content-encoding');
  });
});

describe('media types', () => {
  it('are guessed from the file extension', () => {
    expect(['a.js', 'a.css', 'a.svg', 'docs'].map(guessType)).toEqual([
      'text/javascript',
      'text/css',
      'image/svg+xml',
      'binary/octet-stream',
    ]);
  });
});
