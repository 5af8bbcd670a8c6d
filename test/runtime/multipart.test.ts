import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MultipartError, type MultipartLimits, parseMultipart } from '../../layers/runtime/endpoint/multipart.ts';

const limits: MultipartLimits = { parts: 4, bytes: { job: 1000, audio: 100_000 }, otherBytes: 1000 };

/** Encodes a form in the same way as browsers. */
async function encode(form: FormData): Promise<{ contentType: string; body: Uint8Array }> {
  const request = new Request('http://x', { method: 'POST', body: form });
  return { contentType: request.headers.get('content-type') ?? '', body: new Uint8Array(await request.arrayBuffer()) };
}

const raw = (boundary: string, ...parts: string[]) =>
  Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`, 'latin1');

const failure = (contentType: string, body: Uint8Array) =>
  parseMultipart(contentType, body, limits).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a multipart form', () => {
  it('returns every part byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), fc.string({ unit: 'grapheme', maxLength: 80 }), async (audio, job) => {
        const form = new FormData();
        form.append('audio', new Blob([audio as Uint8Array<ArrayBuffer>]), 'voice.wav');
        form.append('job', job);
        const { contentType, body } = await encode(form);
        const parts = await parseMultipart(contentType, body, limits);
        const bytesOf = (name: string) => parts.find((part) => part.name === name)?.bytes ?? Buffer.from('missing');
        expect(parts).toHaveLength(2);
        expect(Buffer.compare(bytesOf('audio'), Buffer.from(audio))).toBe(0);
        // In forms, line breaks are encoded as CR LF.
        expect(bytesOf('job').toString()).toBe(Buffer.from(job.replace(/\r\n|\r|\n/g, '\r\n')).toString());
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    'multipart/form-data; boundary=xyz',
    'Multipart/Form-Data; Boundary="xyz"',
    'multipart/form-data;boundary=xyz',
    'multipart/form-data; charset=utf-8; boundary=xyz',
  ])('is parsed with the content-type %s', async (contentType) => {
    const body = raw('xyz', 'Content-Disposition: form-data; name="job"\r\n\r\n{}');
    expect((await parseMultipart(contentType, body, limits))[0]?.bytes.toString()).toBe('{}');
  });

  it('preserves text with and without a charset', async () => {
    const utf8 = Buffer.from('{"text":"Grüße, 世界 é"}').toString('latin1');
    for (const type of ['Content-Type: application/json; charset=utf-8\r\n', 'Content-Type: application/json\r\n', '']) {
      const body = raw('b', `Content-Disposition: form-data; name="job"\r\n${type}\r\n${utf8}`);
      const [part] = await parseMultipart('multipart/form-data; boundary=b', body, limits);
      expect(part?.bytes.toString()).toBe('{"text":"Grüße, 世界 é"}');
    }
  });

  it('is rejected if its charset is unknown', async () => {
    const part = 'Content-Disposition: form-data; name="job"\r\nContent-Type: text/plain; charset=klingon\r\n\r\n{}';
    const parsing = parseMultipart('multipart/form-data; boundary=b', raw('b', part), limits);
    await expect(parsing).rejects.toThrow(MultipartError);
    await expect(parsing).rejects.toThrow('the part "job" is in a charset that cannot be read');
  });

  it('names the part that is too large', async () => {
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(100_001)]), 'voice.wav');
    const { contentType, body } = await encode(form);
    expect(await failure(contentType, body)).toMatchObject({ tooLarge: 'audio' });
  });

  it('is rejected if it has no boundary, is truncated, or has too many parts', async () => {
    const part = 'Content-Disposition: form-data; name="a"\r\n\r\n1';
    expect(await failure('multipart/form-data', raw('b', part))).toBeInstanceOf(MultipartError);
    expect(await failure('multipart/form-data; boundary=b', raw('b', part).subarray(0, -12))).toBeInstanceOf(MultipartError);
    expect(await failure('multipart/form-data; boundary=b', raw('b', ...Array(6).fill(part)))).toBeInstanceOf(MultipartError);
  });

  it('returns parts or throws a MultipartError for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, framed) => {
        const body = framed ? Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="job"\r\n\r\n'), bytes]) : bytes;
        const result = await parseMultipart('multipart/form-data; boundary=b', body, limits).catch((error: unknown) => error);
        expect(Array.isArray(result) || result instanceof MultipartError).toBe(true);
      }),
    );
  });
});
