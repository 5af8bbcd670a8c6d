import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from 'commander';
import { deriveStudio, PANORAMA, readPanorama } from '../src/studios/studios.ts';

/** `npm run studios`: derives the renderer's studios from panoramas in the `@pmndrs/assets` package. */
const PANORAMAS = { studio: 'studio', window: 'apartment', evening: 'sunset', stage: 'hall' } as const;

program.name('npm run studios').parse();
const entries: string[] = [];
for (const [name, file] of Object.entries(PANORAMAS)) {
  const { default: dataUrl } = (await import(`@pmndrs/assets/hdri/${file}.exr.js`)) as { default: string };
  const { key, color, harmonics, mirrored } = deriveStudio(readPanorama(dataUrl));
  const list = (values: readonly number[]): string => `[${values.map((value) => Number(value.toFixed(4))).join(', ')}]`;
  entries.push(
    `  ${name}: {
    key: { azimuth: ${key.azimuth.toFixed(4)}, elevation: ${key.elevation.toFixed(4)} },
    color: ${list(color)},
    harmonics: ${list(harmonics)},
    mirrored:
      '${Buffer.from(mirrored).toString('base64')}',
  },`,
  );
}
writeFileSync(
  join(import.meta.dirname, '..', '..', 'avatar', 'src', 'render', 'panoramas.ts'),
  `// Derived by \`npm run studios\` from CC0 panoramas of the package \`@pmndrs/assets\`; see packages/actors/src/studios.
/** Maximum radiance of the mirror images, as a WGSL number. */
export const PANORAMA_RANGE = '${PANORAMA.range}.0';

// biome-ignore format: data
export const PANORAMAS = {
${entries.join('\n')}
} as const;
`,
);
