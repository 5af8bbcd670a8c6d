import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readImports } from './imports.ts';
import { drawModules, modulesOf } from './modules.ts';

/** `npm run architecture`: draws the modules of the code into docs/architecture.md. */

export const PAGE = join(ROOT, 'docs', 'architecture.md');

const PLACE = /(<!-- modules -->\n)[\s\S]*?(<!-- end of modules -->)/;

/** The page with the picture that the code has now. */
export function redraw(page: string): string {
  if (!PLACE.test(page))
    throw new Error('docs/architecture.md lacks the marks <!-- modules --> and <!-- end of modules -->');
  return page.replace(PLACE, `$1\n\`\`\`mermaid\n${drawModules(modulesOf(readImports()))}\n\`\`\`\n\n$2`);
}

if (import.meta.main) writeFileSync(PAGE, redraw(readFileSync(PAGE, 'utf8')));
