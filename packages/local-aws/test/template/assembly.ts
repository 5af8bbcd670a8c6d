import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes a cloud assembly with the given templates and bundles. Each bundle contains a single `handler.mjs`, and its key is `<name>.zip`.
 */
export function writeAssembly(stacks: Record<string, object>, bundles: Record<string, string> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'assembly-'));
  const artifacts = Object.fromEntries(
    Object.keys(stacks).map((name) => [
      name,
      {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/unknown-region',
        properties: { templateFile: `${name}.json` },
      },
    ]),
  );
  const assets = { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ version: '1', artifacts: { ...artifacts, assets } }));
  for (const [name, template] of Object.entries(stacks)) {
    writeFileSync(join(directory, `${name}.json`), JSON.stringify(template));
  }
  const files = Object.keys(bundles).map((name) => [
    name,
    { source: { path: name, packaging: 'zip' }, destinations: { here: { objectKey: `${name}.zip` } } },
  ]);
  writeFileSync(join(directory, 'assets.json'), JSON.stringify({ files: Object.fromEntries(files) }));
  for (const [name, code] of Object.entries(bundles)) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'handler.mjs'), code);
  }
  return directory;
}
