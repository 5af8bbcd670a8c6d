import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { buildOnce } from './build-once.ts';

/** Folders with the studio files, each of which is deployed as an asset. */
export interface StudioBundle {
  /** `index.html`, and the API reference as `docs`, which is served without an extension. */
  pages: string;
  /** Scripts, styles, and images, each with a content hash in its name. */
  assets: string;
}

/** Pages with their file names, templates, and entry points. */
const PAGES = [
  { file: 'index.html', template: 'index.html', script: 'main.tsx' },
  { file: 'docs', template: 'docs.html', script: 'reference/main.ts' },
] as const;

/**
 * Bundles the studio and the API reference.
 * @param out output folder, which is emptied first
 * @throws the esbuild error with file and line
 */
export async function bundleStudio({ sources, out }: { sources: string; out: string }): Promise<StudioBundle> {
  const places = placesOfStudio(out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(places.pages, { recursive: true });
  const { metafile } = await buildOnce({
    entryPoints: PAGES.map(({ script }) => join(sources, script)),
    outdir: places.assets,
    tsconfig: join(sources, '..', 'tsconfig.json'),
    ...BUNDLING,
  });
  const icon = readFileSync(join(sources, 'icon.svg'));
  const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8).toUpperCase()}.svg`;
  writeFileSync(join(places.assets, iconName), icon);
  for (const { file, template, script } of PAGES) {
    const { js, css } = outputsOf(metafile, join(sources, script));
    const html = readFileSync(join(sources, template), 'utf8')
      .replaceAll('{icon}', `/assets/${iconName}`)
      .replaceAll('{style}', `/assets/${css}`)
      .replaceAll('{script}', `/assets/${js}`);
    writeFileSync(join(places.pages, file), html);
  }
  return places;
}

export const placesOfStudio = (out: string): StudioBundle => ({
  pages: join(out, 'pages'),
  assets: join(out, 'assets'),
});

const BUNDLING = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  // Supported by browsers released in the last three years.
  target: 'es2022',
  splitting: true,
  minify: true,
  metafile: true,
  logLevel: 'silent',
  // The licenses of the bundled code require keeping these comments.
  legalComments: 'eof',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions;

/** Returns the script and the style sheet for an entry point. */
function outputsOf({ outputs }: Metafile, entry: string): { js: string; css: string } {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint !== undefined && resolve(entryPoint) === resolve(entry));
  if (!found?.[1].cssBundle) throw new Error(`${entry} did not produce a script with a style sheet`);
  return { js: basename(found[0]), css: basename(found[1].cssBundle) };
}
