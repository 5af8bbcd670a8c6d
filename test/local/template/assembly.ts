import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a cloud assembly with one hand-written template per stack. */
export function writeAssembly(stacks: Record<string, object>): string {
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
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ version: '1', artifacts }));
  for (const [name, template] of Object.entries(stacks)) {
    writeFileSync(join(directory, `${name}.json`), JSON.stringify(template));
  }
  return directory;
}
