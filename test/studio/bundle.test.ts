import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundleStudio } from '../../lib/bundle/index.ts';
import { temporaryFolder } from '../lib/fixture.ts';

/** Maximum compressed size of everything that is loaded before the 3D preview opens, in bytes. */
const BUDGET = 150_000;

const { pages, assets } = await bundleStudio({ sources: 'packages/studio/src', out: join(temporaryFolder(), 'studio') });

const read = (name: string) => readFileSync(join(assets, name), 'utf8');
const sizeOf = (name: string) => gzipSync(read(name)).length;

/** Finds a script along with everything that it imports, statically or dynamically. */
function reachable(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported = ''] of read(name).matchAll(/["']\.\/([\w.-]+\.js)["']/g)) reachable(imported, found);
  return found;
}

const index = readFileSync(join(pages, 'index.html'), 'utf8');
const loaded = [...index.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = '']) => name);

describe("the studio's bundle", () => {
  it('has at most 150 KB compressed without the 3D preview', () => {
    const scripts = loaded.filter((name) => name.endsWith('.js')).flatMap((name) => [...reachable(name)]);
    const early = new Set([...loaded, ...scripts.filter((name) => !name.startsWith('scene-'))]);
    expect([...early].some((name) => name.startsWith('curves-'))).toBe(true);
    const total = [...early].map(sizeOf).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(20_000);
    expect(total).toBeLessThanOrEqual(BUDGET);
  });

  it('contains every file that its pages refer to, and no inline scripts or styles', () => {
    for (const page of readdirSync(pages)) {
      const html = readFileSync(join(pages, page), 'utf8');
      for (const [, name = ''] of html.matchAll(/\/assets\/([\w.-]+)/g)) expect(statSync(join(assets, name)).size).toBeGreaterThan(0);
      expect(html).not.toMatch(/<script>|<style|\son\w+=|\sstyle=|https?:/);
    }
  });
});
