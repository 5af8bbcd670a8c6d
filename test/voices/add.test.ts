import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInstalledVoices } from '@talking-avatar/speech/neural';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addVoices, installRuntime, selectVoices } from '../../bin/voices/index.ts';
import { piperConfig, writePack, writePiperModel } from './tiny-voices.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'packs-'));
const model = writePiperModel();
const config = piperConfig();
let project: string;
let voices: string;

beforeAll(() => installRuntime(ROOT));
beforeEach(() => {
  project = mkdtempSync(join(scratch, 'project-'));
  voices = join(project, 'voices');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const add = (manifest: string) => addVoices(manifest, voices, () => undefined);
const pack = (parts: Partial<Parameters<typeof writePack>[1]> = {}, entry: Parameters<typeof writePack>[2] = {}) =>
  writePack(join(project, 'pack'), { model, config, ...parts }, entry);

describe('voices:add', () => {
  it('installs a voice, exposes its durations as an output, and records its source', async () => {
    await add(pack());
    expect(readInstalledVoices(voices)).toMatchObject([{ name: 'tiny', durations: 'w_ceil', licence: 'CC0-1.0' }]);
    const manifest = join('voices', 'manifest.json');
    expect(selectVoices(project, manifest)).toHaveLength(1);
    expect(readFileSync(join(project, manifest), 'utf8')).toContain('file:///');
    // The files in the list can be added a second time.
    await add(join(project, manifest));
    expect(readdirSync(voices).sort()).toEqual([expect.stringMatching(/\.onnx$/), 'manifest.json', 'tiny.json']);
  });

  it('loads a manifest and its files from a server', async () => {
    pack();
    const server = createServer(({ url = '' }, response) => response.end(readFileSync(join(project, 'pack', url.slice(1)))));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    try {
      expect(await add(`http://127.0.0.1:${port}/voices.json`)).toMatchObject([{ name: 'tiny' }]);
    } finally {
      server.close();
    }
  });

  it.each([
    [
      'a wrong hash',
      () => pack({}, { model: { url: 'tiny.onnx', sha256: 'f'.repeat(64) } }),
      /tiny\.onnx has SHA-256 [0-9a-f]{64}, but the manifest has f{64}: the file was changed or damaged/,
    ],
    [
      'a missing file',
      () => pack({}, { model: { url: 'none.onnx', sha256: 'f'.repeat(64) } }),
      /Could not read \S*none\.onnx: no such file/,
    ],
    [
      'a wrong sample rate',
      () => pack({ config: piperConfig({ sampleRate: 16_000 }) }),
      'the manifest has 22050 Hz, but the model has 16000 Hz',
    ],
    ['a speaker that is not in the model', () => pack({}, { speaker: 3 }), 'speaker 3, but the model has only speaker 0'],
    [
      "a phoneme map that lacks one of the language's sounds",
      () => pack({ config: piperConfig({ without: 'sʃz' }) }),
      '"tiny": when counting to ten in en-US: the voice tiny has no sound "s"; check its language',
    ],
    ['a phoneme map without an end', () => pack({ config: piperConfig({ without: '$' }) }), 'configuration is invalid: phoneme_id_map.$'],
    ['a broken model', () => pack({ model: model.subarray(0, model.length - 40) }), 'it is not an ONNX model: it is truncated'],
    ['a file that is not a model', () => pack({ model: Buffer.from('not a model') }), 'it is not an ONNX model'],
    [
      'a model with an unknown operation',
      () => pack({ model: writePiperModel({ rounding: 'Ceiling' }) }),
      /Cannot load the model .*Ceiling/,
    ],
    ['a different kind of model', () => pack({}, { kind: 'kokoro', sampleRate: 24_000 }), 'must have "style"'],
  ])('rejects %s without leaving files behind', async (_, manifest, message) => {
    await expect(add(manifest())).rejects.toThrow(message);
    expect(existsSync(voices) ? readdirSync(voices) : []).toEqual([]);
  });

  it.each(['cmu_us_slt', 'ko', 'joanna'])('rejects the name of the built-in voice %s', async (name) => {
    await expect(add(pack({}, { name }))).rejects.toThrow(
      `voices.0.name must not be the name of an existing voice, got "${name}"; use a different name such as "own-${name}"`,
    );
    expect(existsSync(voices) ? readdirSync(voices) : []).toEqual([]);
  });

  it('names an invalid field in a manifest', async () => {
    const path = join(project, 'voices.json');
    writeFileSync(path, JSON.stringify({ voices: [{ name: 'Tiny Voice', kind: 'vits' }] }));
    await expect(add(path)).rejects.toThrow(/voices\.0\.name must be a lowercase name.*voices\.0\.kind must be one of piper, kokoro/);
    await expect(add(join(project, 'nothing.json'))).rejects.toThrow(/Could not read \S*nothing\.json: no such file/);
    // `fetch` rejects ports that belong to other protocols.
    await expect(add('http://127.0.0.1:9/voices.json')).rejects.toThrow(/Could not read \S*voices\.json: bad port/);
  });
});

describe("a deployment's voices", () => {
  it('are the voices in its manifest', async () => {
    expect(selectVoices(project, undefined)).toEqual([]);
    const manifest = pack();
    expect(() => selectVoices(project, manifest)).toThrow(`"tiny" is not installed; run "npm run voices:add -- ${manifest}"`);
    await add(manifest);
    expect(selectVoices(project, manifest)).toMatchObject([{ name: 'tiny', folder: voices }]);
    pack({ config: { ...config, extra: 1 } });
    expect(() => selectVoices(project, manifest)).toThrow("installed from different files than the manifest's");
  });

  it('need all their files', async () => {
    const manifest = pack();
    await add(manifest);
    rmSync(join(voices, readdirSync(voices).find((name) => name.endsWith('.onnx'))!));
    expect(() => selectVoices(project, manifest)).toThrow(/The voice "tiny" is missing its file .*\.onnx; add the voice again/);
  });
});
