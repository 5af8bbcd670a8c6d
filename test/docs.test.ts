import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};

/** All Markdown files in the repository. */
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(ROOT, path)))
  .map((path) => ({ path, text: read(path) }));

/** Returns the anchor that GitHub generates for a heading: lowercase, without punctuation, and with hyphens in place of spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (path: string): string[] => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Returns the broken relative links on a page. */
function brokenLinks({ path, text }: { path: string; text: string }): string[] {
  return [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
}

describe('documents', () => {
  it('are found', () => expect(pages.map(({ path }) => path)).toContain('README.md'));

  it('only link to existing pages and headings', () => {
    expect(pages.flatMap((page) => brokenLinks(page).map((link) => `${page.path}: ${link}`))).toEqual([]);
  });

  it('only name existing npm scripts', () => {
    const unknown = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/npm run ([a-z][\w:-]*)/g)]
        .map(([, script = '']) => script)
        .filter((script) => !(script in manifest.scripts))
        .map((script) => `${path}: npm run ${script}`),
    );
    expect(unknown).toEqual([]);
  });

  it('only list existing tools in CONTRIBUTING.md', () => {
    const tools = [...read('CONTRIBUTING.md').matchAll(/^- (`[^.]+?`): /gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z:]+)`/g)].map(([, name = '']) => name),
    );
    expect(tools).toContain('bench');
    expect(tools.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });
});

describe('dependency licenses', () => {
  const page = read('THIRD_PARTY.md');
  const permissive = new Set((/^Permissive: ([^.]+(?:\.\d[^.]*)*?)\. They/m.exec(page)?.[1] ?? '').split(/,\s+/));

  /** Returns the license of a package. npm has had several formats for this field. */
  const licenseOf = (name: string): string => {
    const { license, licenses } = JSON.parse(read(`node_modules/${name}/package.json`)) as {
      license?: string;
      licenses?: { type: string }[];
    };
    return license ?? licenses?.map(({ type }) => type).join(' AND ') ?? 'none';
  };

  /** `A OR B` is permissive if either license is, and `A AND B` only if both are. */
  const isPermissive = (license: string): boolean =>
    license
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((one) => permissive.has(one)));

  it('are listed as permissive in THIRD_PARTY.md', () => {
    expect([...permissive]).toEqual(expect.arrayContaining(['MIT', 'Apache-2.0', 'BlueOak-1.0.0', 'Zlib']));
    expect(permissive.has('GPL-3.0')).toBe(false);
  });

  it.each(Object.keys(manifest.dependencies))('the license of %s is permissive or explained there', (name) => {
    expect(isPermissive(licenseOf(name)) || page.includes(`\`${name}\``), licenseOf(name)).toBe(true);
  });
});
