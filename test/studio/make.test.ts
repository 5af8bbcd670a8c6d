import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerJson, startServer } from '@talking-avatar/client/testing';
import { jobSchema } from '@talking-avatar/contract';
import { clearEmotions, en, errorsByField, type Form, findFault, markEmotion, toJob, writeSnippet } from '@talking-avatar/studio/testing';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../lib/fixture.ts';

const NAMES = { humanoid: 'metahuman', blendshape: 'arkit', ttsEngine: 'embedded' };

const FORM: Form = {
  text: 'Hello',
  language: 'en-US',
  output: 'video',
  actor: 'grace',
  rig: 'humanoid',
  voice: '',
  speed: 1,
  expression: 'neutral',
  level: 0.7,
  camera: 1,
  size: '1280x720',
  lighting: 'studio',
  background: '#0a80ff',
};

const spoken = { recorded: false, sex: 'female' } as const;

describe('the job from a form', () => {
  it('is accepted by the service for any choice', () => {
    const schema = jobSchema(NAMES as never);
    const forms = fc.record({
      ...Object.fromEntries(Object.entries(FORM).map(([name, value]) => [name, fc.constant(value)])),
      output: fc.constantFrom('video', 'csv', 'fbx', 'glb'),
      rig: fc.constantFrom('humanoid', 'blendshape'),
      speed: fc.constantFrom(0.5, 1, 2),
      expression: fc.constantFrom('neutral', 'happy', 'fear'),
      camera: fc.constantFrom(0, 1, 2, 6, 7),
      size: fc.constantFrom('640x360', '1080x1080'),
      lighting: fc.constantFrom('studio', 'stage'),
      background: fc.constantFrom('transparent', '#ffffff', '#0a80ff'),
    }) as fc.Arbitrary<unknown> as fc.Arbitrary<Form>;
    fc.assert(
      fc.property(forms, fc.boolean(), (form, recorded) => {
        const result = v.safeParse(schema, toJob(form, NAMES, { recorded, sex: 'male' }));
        expect(result.issues).toBeUndefined();
      }),
    );
  });

  it('contains the chosen color, and no defaults', () => {
    expect(toJob(FORM, NAMES, spoken)).toEqual({
      target_rig: 'metahuman',
      text: 'Hello',
      language: 'en-US',
      actor: 'grace',
      output: {
        type: 'video',
        curves: true,
        width: 1280,
        height: 720,
        background_color: { red: 10, green: 128, blue: 255 },
      },
    });
  });
});

describe("the service's messages", () => {
  it('are assigned to their fields', () => {
    const message = 'text: must be text; with a word; output.width: must be at least 128; output.height: must be an even number; seed: no';
    expect(errorsByField(message)).toEqual({
      text: 'must be text; with a word',
      size: 'must be at least 128 must be an even number',
      '': 'seed: no',
    });
    expect(errorsByField('The budget is spent.')).toEqual({ '': 'The budget is spent.' });
  });
});

describe('a file for the recorded voice', () => {
  const faultOf = (name: string, type: string, size: number) => findFault({ name, type, size } as File, en);

  it('is rejected with advice if it is a picture, empty, or too large', () => {
    expect(faultOf('cat.png', 'image/png', 5_000)).toMatch(/cat\.png.*image\/png.*WAV/);
    expect(faultOf('empty.wav', 'audio/wav', 0)).toMatch(/empty\.wav.*another file/);
    expect(faultOf('long.wav', 'audio/wav', 2 ** 31)).toMatch(/long\.wav.*2\.1 GB.*180 MB.*MP3/);
  });

  it('is accepted if it is audio, even of a type that the browser does not support', () => {
    expect(faultOf('voice.opus', '', 5_000)).toBeUndefined();
    expect(faultOf('voice.mp4', 'video/mp4', 180_000_000)).toBeUndefined();
  });
});

describe('emotions for selected words', () => {
  it('do not change the words when they are repeatedly marked and cleared', () => {
    const plain = (text: string) => text.replace(/<[^>]*>/g, '');
    const words = fc.stringMatching(/^[a-z ,.é]{1,40}$/);
    fc.assert(
      fc.property(words, fc.nat(40), fc.nat(40), (text, a, b) => {
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        const marked = markEmotion({ text, start, end }, 'happy', 0.5);
        expect(plain(marked.text)).toBe(text);
        const again = markEmotion(marked, 'sad', 1);
        expect(plain(again.text)).toBe(text);
        expect(clearEmotions({ ...again, start: 0, end: 0 }).text).toBe(text);
      }),
    );
  });

  it('escape characters that SSML must not contain', () => {
    const { text } = markEmotion({ text: 'Q & A', start: 0, end: 5 }, 'happy', 0.7);
    expect(text).toBe('<emotion name="happy" level="0.7">Q &amp; A</emotion>');
  });
});

describe('a request as code', () => {
  const job = toJob({ ...FORM, text: "It's “here”" }, NAMES, spoken);

  it('omits the token, and quotes the text for a shell, JavaScript, and Python', () => {
    const codes = (['curl', 'TypeScript', 'Python'] as const).map((kind) => writeSnippet(kind, 'http://x', job, 'a.wav'));
    for (const code of codes) expect(code).toMatch(/AVATAR_TOKEN/);
    expect(codes[0]).toContain(`It'\\''s “here”`);
    expect(codes[1]).toContain(`"It's “here”"`);
    expect(codes[2]).toContain('recording="a.wav"');
  });

  it('is sent unchanged by curl, including characters that curl interprets in forms', async () => {
    const server = await startServer((_, response) => answerJson(response, {}));
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a;b, "c".wav'), 'sound');
    const spoken = { ...job, text: "It's here; type=no, @<x> \\ “so”" };
    const code = writeSnippet('curl', server.url, spoken, 'a;b, "c".wav').split('\n\n')[0]!;
    await promisify(execFile)('sh', ['-c', code], { cwd: folder, timeout: 240_000 });
    await server.close();
    const { body, headers } = server.received[0]!;
    const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
    expect(JSON.parse(form.get('job') as string)).toEqual(spoken);
    expect(await (form.get('audio') as File).text()).toBe('sound');
  });

  it('uses Python literals in Python', () => {
    const code = writeSnippet('Python', 'http://x', { ...job, output: { type: 'fbx', mesh: false } });
    expect(code).toMatch(/"mesh": False/);
  });
});
