import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyActorsLayer, copyPosters, copySpeechLayer, findFfmpegLayer } from '../../../lib/bundle/index.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

const espeak = {
  '@echogarden/espeak-ng-emscripten/package.json': '{}',
  '@echogarden/espeak-ng-emscripten/espeak-ng.data': 'v',
};

describe('copySpeechLayer', () => {
  it('lays the engine where Lambda looks for the modules of a layer', () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'modules'), espeak);
    const out = copySpeechLayer({ modules: join(folder, 'modules'), out: join(folder, 'layer') });
    expect(existsSync(join(out, 'nodejs/node_modules/@echogarden/espeak-ng-emscripten/espeak-ng.data'))).toBe(true);
  });

  it('takes along what a package depends on, and nothing else', () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'modules'), {
      ...espeak,
      'kuromoji/package.json': '{"dependencies":{"async":"*"}}',
      'async/package.json': '{"dependencies":{"lodash":"*"}}',
      'lodash/package.json': '{"dependencies":{"async":"*"}}',
      'unrelated/package.json': '{}',
    });
    const out = copySpeechLayer({ modules: join(folder, 'modules'), out: join(folder, 'layer') });
    expect(readdirSync(join(out, 'nodejs/node_modules')).sort()).toEqual([
      '@echogarden',
      'async',
      'kuromoji',
      'lodash',
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

describe('findFfmpegLayer', () => {
  it('gives the local stage an empty layer', () => {
    const folder = temporaryFolder();
    const layer = findFfmpegLayer({ built: join(folder, 'built'), empty: join(folder, 'empty'), local: true });
    expect(readdirSync(join(layer, 'bin'))).toEqual([]);
  });

  it('takes the layer that was built', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'built/bin/ffmpeg': '' });
    const layer = findFfmpegLayer({ built: join(folder, 'built'), empty: join(folder, 'empty'), local: false });
    expect(layer).toBe(join(folder, 'built'));
  });

  it('says what to run when a deployed stage lacks it', () => {
    const folder = temporaryFolder();
    const find = () => findFfmpegLayer({ built: join(folder, 'built'), empty: join(folder, 'empty'), local: false });
    expect(find).toThrow('run "npm run build:ffmpeg" first');
  });
});
