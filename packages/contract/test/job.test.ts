import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  ACTORS,
  DEFAULT_IDENTIFIERS,
  exactFps,
  formatIssues,
  handlesOf,
  headActorOf,
  ignoredFieldWarnings,
  jobSchema,
  LANGUAGES,
  LIMITS,
} from '../src/index.ts';

const schema = jobSchema(DEFAULT_IDENTIFIERS);
const smallest = { target_rig: 'metahuman', text: 'Hello', language: 'en-US' };

function parse(job: unknown) {
  const result = v.safeParse(schema, job);
  return result.success ? { job: result.output } : { fault: formatIssues(schema, result.issues) };
}

const fault = (changes: object) => parse({ ...smallest, ...changes }).fault;

/** Returns the message that is logged when a job is rejected. */
function loggedFault(job: unknown): string {
  const result = v.safeParse(schema, job);
  return result.success ? '' : formatIssues(schema, result.issues, undefined, { quoting: false });
}

describe('the log of a rejected job', () => {
  it('names the field and the rule', () => {
    expect(loggedFault({ ...smallest, camera: 3 })).toBe('camera: must be one of 0, 1, 2, 6, 7');
    expect(loggedFault({ ...smallest, output: { typ: 'csv' } })).toContain('output: unknown field; did you mean "type"?');
  });

  it('omits the client’s input from every field', () => {
    const name = fc.constantFrom(...Object.keys(schema.entries), 'output.type', 'Confidential…');
    const value = fc.anything({ values: [fc.constantFrom('Confidential', '"Confidential', 'Confidential…; x: "')] });
    fc.assert(
      fc.property(name, value, (field, given) => {
        const [top = '', sub] = field.split('.');
        const job = { ...smallest, [top]: sub ? { [sub]: given } : given };
        expect(loggedFault(job)).not.toContain('Confidential');
      }),
    );
  });
});

describe('a job specification', () => {
  it('is filled in with defaults', () => {
    expect(parse(smallest).job).toEqual({
      ...smallest,
      camera: 1,
      emotion: { expression: 'neutral', level: 1 },
      output: { type: 'csv', width: 1280, height: 720 },
      web_hooks: {},
    });
    expect(parse({ ...smallest, output: { type: 'video' } }).job?.actor).toBe('amara');
    expect(parse({ ...smallest, tts_params: { engine: 'embedded' } }).job?.tts_params?.speed).toBe(1);
  });

  it('accepts all listed languages, their short forms, and their BCP 47 spellings', () => {
    for (const language of LANGUAGES) expect(parse({ ...smallest, language }).job?.language).toBe(language);
    const spellings = {
      en: 'en-US',
      es: 'es-ES',
      zh: 'zh-CN',
      ko: 'ko-KO',
      'pt-BR': 'pr-BR',
      'vi-VN': 'vi-VI',
      'ko-KR': 'ko-KO',
    };
    for (const [spelling, language] of Object.entries(spellings)) {
      expect(parse({ ...smallest, language: spelling }).job?.language).toBe(language);
    }
  });

  it('accepts codes in any case, and replaces unknown ones with the nearest language and a warning', () => {
    const taken = {
      'en-us': 'en-US',
      'PT-br': 'pr-BR',
      'ar-SA': 'ar',
      'es-MX': 'es-US',
      'zh-TW': 'zh-CN',
      'zh-Hant-TW': 'zh-CN',
    };
    const others = { 'en-AU': 'en-GB', 'en-CA': 'en-US', fr_CA: 'fr-FR', 'pt-AO': 'pt-PT', 'es-419': 'es-US' };
    for (const [spelling, language] of Object.entries({ ...taken, ...others })) {
      const { job } = parse({ ...smallest, language: spelling });
      expect(job?.language, spelling).toBe(language);
      const isNear = !/^(?:en-us|PT-br)$/.test(spelling);
      expect(ignoredFieldWarnings(job!)).toEqual(
        isNear ? [`language: "${spelling}" is not a supported language; using the nearest one, "${language}".`] : [],
      );
    }
    for (const language of ['en-XX', 'qq-QQ', 'german', 'en-US-', '', 'xx']) {
      expect(fault({ language }), language).toMatch(/^language: must be one of/);
    }
  });

  it('accepts codes with underscores, spaces, or a script for the same country, without a warning', () => {
    const same = {
      en_US: 'en-US',
      es_ES: 'es-ES',
      pt_BR: 'pr-BR',
      'en-Latn-US': 'en-US',
      'pt-Latn-BR': 'pr-BR',
      ' en-US': 'en-US',
    };
    for (const [spelling, language] of Object.entries(same)) {
      const { job } = parse({ ...smallest, language: spelling });
      expect(job?.language, spelling).toBe(language);
      expect(ignoredFieldWarnings(job!), spelling).toEqual([]);
    }
  });

  it('accepts every named actor for video, FBX, and GLB, and only voices for CSV', () => {
    const video = { target_rig: 'metahuman', output: { type: 'video' } };
    expect(ACTORS).toHaveLength(11);
    for (const { id } of ACTORS) expect(fault({ ...video, actor: id })).toBeUndefined();
    expect(fault({ actor: 'male' })).toBeUndefined();
    expect(fault({ actor: 'mei' })).toBe('actor: must be one of "male", "female" for csv output, got "mei"');
    for (const type of ['fbx', 'glb']) {
      const head = { target_rig: 'arkit', output: { type } };
      expect(fault({ ...head, actor: '3f2a1c9e-5b7d-4e21-9a60-7c1d2e3f4a5b' })).toContain(`for ${type} output`);
      for (const actor of ['male', 'female', ...ACTORS.map(({ id }) => id)]) expect(fault({ ...head, actor })).toBeUndefined();
    }
    expect(['female', 'male', undefined, 'mei'].map(headActorOf)).toEqual(['amara', 'bruno', 'amara', 'mei']);
    expect(fault({ ...video, actor: 'male' })).toContain('for video output, got "male"');
  });

  it('requires the rig that matches the output type', () => {
    expect(fault({ target_rig: 'arkit', output: { type: 'video' } })).toBe('target_rig: must be "metahuman" for video output, got "arkit"');
    expect(fault({ output: { type: 'fbx' } })).toBe('target_rig: must be "arkit" for fbx output, got "metahuman"');
    expect(fault({ target_rig: 'arkit', output: { type: 'fbx' } })).toBeUndefined();
    expect(fault({ output: { type: 'glb' } })).toBe('target_rig: must be "arkit" for glb output, got "metahuman"');
    expect(fault({ target_rig: 'arkit', output: { type: 'glb' } })).toBeUndefined();
    expect(fault({ target_rig: 'arkit' })).toBeUndefined();
    expect(fault({ output: { type: 'csv', targets: 'vrm' } })).toBe('target_rig: must be "arkit" for output.targets, got "metahuman"');
    expect(fault({ output: { type: 'csv', targets: 'arkit' } })).toBeUndefined();
    expect(fault({ target_rig: 'arkit', output: { type: 'csv', targets: 'vrm' } })).toBeUndefined();
  });

  it("uses the deployment's identifiers", () => {
    const own = jobSchema({ humanoid: 'hum', blendshape: 'shape', ttsEngine: 'polly' });
    expect(v.is(own, { ...smallest, target_rig: 'hum', tts_params: { engine: 'polly' } })).toBe(true);
    expect(v.is(own, smallest)).toBe(false);
  });

  it.each([
    [{ text: '  ' }, 'text: must contain at least one word, got "  "'],
    [{ text: 7 }, 'text: must be a string, got 7'],
    [
      { web_hooks: 'https://example.com/' },
      'web_hooks: must be an object with on_success, on_fail, on_running, got "https://example.com/"',
    ],
    [{ emotion: 'happy' }, 'emotion: must be an object with expression, level, got "happy"'],
    [{ output: 'csv' }, 'output: must be an object, got "csv"'],
    [{ langage: 'en' }, 'langage: unknown field; did you mean "language"?'],
    [{ output: { type: 'cvs' } }, 'output.type: must be one of "csv", "fbx", "glb", "video", got "cvs"; did you mean "csv"?'],
    [{ output: { type: 'csv', widht: 1 } }, 'output.widht: unknown field; did you mean "width"?'],
    [{ output: { type: 'csv', width: 127 } }, 'output.width: must be at least 128, got 127'],
    [{ output: { type: 'csv', height: 3842 } }, 'output.height: must be at most 3840, got 3842'],
    [{ output: { type: 'csv', width: 129 } }, 'output.width: must be an even number of pixels, got 129'],
    [{ output: { type: 'csv', fps: 121 } }, 'output.fps: must be at most 120, got 121'],
    [
      { output: { type: 'csv', fps: 29.976 } },
      'output.fps: must be a whole number, or 23.976, 29.97, or 59.94 for fbx and glb output, got 29.976',
    ],
    [{ output: { type: 'video', fps: 29.97 } }, 'output.fps: must be a whole number for video output, got 29.97'],
    [{ output: { type: 'csv', gaze: 'bone' } }, 'output.gaze: must be one of "bones", "shapes", "both", got "bone"; did you mean "bones"?'],
    [{ output: { type: 'video', fps: 61 } }, 'output.fps: must be at most 60 for video output, got 61'],
    [{ output: { type: 'csv', background_color: { red: 1, green: 2 } } }, 'output.background_color.blue: is required but missing'],
    [
      { output: { type: 'csv', background_color: { red: 1, green: 2, blue: 256 } } },
      'output.background_color.blue: must be at most 255, got 256',
    ],
    [{ camera: 3 }, 'camera: must be one of 0, 1, 2, 6, 7, got 3'],
    [
      { output: { type: 'video', background: 'transparent', format: 'mp4' } },
      'output.format: must be "webm" or "mov" for a transparent background, got "mp4"',
    ],
    [{ output: { type: 'video', format: 'mov' } }, 'output.format: must be "mp4", or "transparent" as output.background, got "mov"'],
    [
      { output: { type: 'video', background: 'transparent', background_color: { red: 1, green: 2, blue: 3 } } },
      'output.background_color: must be absent with a transparent background, got {"red":1,"green":2,"blue":3}',
    ],
    [{ output: { type: 'video', background: 'green' } }, 'output.background: must be "transparent", got "green"'],
    [{ lighting: 'sudio' }, 'lighting: must be one of "studio", "window", "evening", "stage", got "sudio"; did you mean "studio"?'],
    [{ output: { type: 'csv', handles: 11 } }, 'output.handles: must be at most 10, got 11'],
    [{ seed: 1.5 }, 'seed: must be a whole number, got 1.5'],
    [{ emotion: { level: 1.1 } }, 'emotion.level: must be at most 1, got 1.1'],
    [{ wait_time: -1 }, 'wait_time: must be at least 0, got -1'],
    [{ tts_params: {} }, 'tts_params.engine: is required but missing (must be "embedded")'],
    [{ tts_params: { engine: 'embedded', speed: 5 } }, 'tts_params.speed: must be at most 4, got 5'],
    [
      { web_hooks: { on_success: 'ftp://x.y' } },
      'web_hooks.on_success: must be an http(s) URL such as "https://example.com/hook", got "ftp://x.y"',
    ],
    [{ web_hooks: { on_done: 'https://x.y' } }, 'web_hooks.on_done: unknown field; the fields here are on_success, on_fail, on_running'],
    [
      { audio_url: 'file:///etc/passwd' },
      'audio_url: must be an http(s), s3 or obs URL such as "https://example.com/voice.wav", got "file:///etc/passwd"',
    ],
    [{ text: 'x'.repeat(LIMITS.transcriptCharacters + 1) }, `text: must be at most ${LIMITS.transcriptCharacters} characters`],
  ])('is rejected with %j: %s', (changes, message) => {
    expect(fault(changes)).toContain(message);
  });

  it.each([
    ['csv', 30, 1],
    ['csv', 60, 0],
    ['csv', undefined, 0],
    ['fbx', 120, 0],
    ['csv', 29.97, 1],
    ['fbx', 23.976, 0],
    ['glb', 59.94, 0],
    ['video', 24, 0],
  ])('warns about the ignored fields of a %s at %s frames a second', (type, fps, warnings) => {
    const job = {
      ...smallest,
      target_rig: type === 'fbx' || type === 'glb' ? 'arkit' : 'metahuman',
      output: { type, fps },
    };
    expect(ignoredFieldWarnings(v.parse(schema, JSON.parse(JSON.stringify(job))))).toHaveLength(warnings);
  });

  it.each([
    ['csv', 'metahuman'],
    ['fbx', 'arkit'],
    ['video', 'metahuman'],
  ])('accepts lighting and background for %s output, with warnings where they do not apply', (type, target_rig) => {
    const output = { type, background: 'transparent', format: 'mov', curves: true };
    const { job } = parse({ ...smallest, target_rig, lighting: 'stage', output });
    const warnings = [
      'lighting: "stage" is ignored because it only applies to videos.',
      'output.background: "transparent" is ignored because it only applies to videos.',
      'output.format: "mov" is ignored because it only applies to videos.',
      'output.curves: true is ignored because it only applies to videos.',
    ];
    expect(ignoredFieldWarnings(job!)).toEqual(type === 'video' ? [] : warnings);
  });

  it.each([
    ['csv', 'metahuman'],
    ['fbx', 'arkit'],
    ['glb', 'arkit'],
  ])('accepts gaze and mesh for %s output, with warnings where they do not apply', (type, target_rig) => {
    const { job } = parse({ ...smallest, target_rig, output: { type, gaze: 'shapes', mesh: false } });
    const warnings = [
      'output.gaze: "shapes" is ignored because it only applies to fbx and glb output.',
      'output.mesh: false is ignored because it only applies to fbx and glb output.',
    ];
    expect(ignoredFieldWarnings(job!)).toEqual(type === 'csv' ? warnings : []);
  });

  it('treats 23.976, 29.97, and 59.94 as the exact broadcast rates', () => {
    expect([23.976, 29.97, 59.94, 60].map((fps) => exactFps(fps) * 1001)).toEqual([24_000, 30_000, 60_000, 60_060]);
  });

  it('is stored as in earlier versions if it does not use newer fields', () => {
    const { job } = parse({ ...smallest, output: { type: 'video' } });
    expect(Object.keys(job!)).not.toContain('lighting');
    expect(job!.output).toEqual({ type: 'video', width: 1280, height: 720 });
  });

  it('has the same idempotency fingerprint as in earlier versions', () => {
    const { job } = parse({
      web_hooks: { on_success: 'https://example.com/hook' },
      output: { type: 'video', fps: 25 },
      emotion: { expression: 'happy', level: 0.5 },
      camera: 2,
      language: 'de-DE',
      text: 'Guten Tag.',
      tts_params: { engine: 'embedded', speed: 1.2 },
      target_rig: 'metahuman',
      wait_time: 60,
    });
    const fields = ['target_rig', 'tts_params', 'text', 'language', 'camera', 'emotion', 'wait_time', 'output'];
    expect(Object.keys(job!)).toEqual([...fields, 'web_hooks', 'actor']);
    // This was computed with the last release that did not have `seed`, `lighting`, and `handles`.
    expect(createHash('sha256').update(JSON.stringify(job)).digest('hex')).toBe(
      'b00bd2d863e4e56c14d638afb4ff71f65faaa026c07e5f1b7ad4e2a6702321b6',
    );
  });

  it('has handles of 0.3 s by default, except with a video or a recording', () => {
    const read = (changes: object) => v.parse(schema, { ...smallest, ...changes });
    expect(handlesOf(read({}))).toBe(0.3);
    expect(handlesOf(read({ output: { type: 'csv', handles: 0 } }))).toBe(0);
    expect(handlesOf(read({ output: { type: 'video' } }))).toBe(0);
    expect(handlesOf(read({ output: { type: 'video', handles: 1 } }))).toBe(1);
    const recorded = read({ audio_url: 'https://example.com/a.wav', output: { type: 'csv', handles: 1 } });
    expect(ignoredFieldWarnings(recorded)).toEqual(['output.handles: 1 is ignored because a recording keeps its length.']);
    const uploaded = read({ output: { type: 'csv', handles: 1 } });
    expect(ignoredFieldWarnings(uploaded, true)).toEqual(ignoredFieldWarnings(recorded));
    expect(ignoredFieldWarnings(uploaded)).toEqual([]);
  });

  it('causes one issue per field, and never suggests the name that the client wrote', () => {
    expect(fault({ output: { type: 'csv', width: 100.5 } })).toBe('output.width: must be a whole number, got 100.5');
    expect(fault({ camera: '1' })).toBe('camera: must be one of 0, 1, 2, 6, 7, got "1"');
    expect(fault({ wait_time: Number.POSITIVE_INFINITY })).toMatch(/^wait_time: must be a number within .*got Infinity$/);
  });

  it('is rejected without its required fields, which are named', () => {
    expect(parse({}).fault).toBe(
      'target_rig: is required but missing (must be one of "metahuman", "arkit"); text: is required but missing; language: is required but missing',
    );
  });

  it('is accepted or rejected with a message for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { job, fault } = parse(value);
        expect(job === undefined).toBe(typeof fault === 'string' && fault.length > 0 && fault.length < 4_000);
      }),
    );
  });

  it('is accepted or rejected with a message for any value of any field', () => {
    const fields = Object.keys(parse(smallest).job ?? {});
    fc.assert(
      fc.property(fc.constantFrom(...fields, 'audio_url', 'wait_time', 'tts_params'), fc.jsonValue(), (field, value) => {
        const { job, fault } = parse({ ...smallest, [field]: value });
        if (!job) expect(fault).toContain(field === 'language' || field === 'target_rig' ? field : '');
      }),
    );
  });
});

it('reads a number too small to store as 0', () => {
  const { job } = parse({ ...smallest, emotion: { level: 1e-298 }, wait_time: 1e-323 });
  expect([job?.emotion.level, job?.wait_time]).toEqual([0, 0]);
  expect(parse({ ...smallest, emotion: { level: 1e-100 } }).job?.emotion.level).toBe(1e-100);
});
