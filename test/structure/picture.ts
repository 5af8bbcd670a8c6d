import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readImports } from './imports.ts';
import { drawRooms, roomsOf } from './rooms.ts';

/** `npm run architecture`: draws the rooms of the code into docs/architecture.md. */

export const PAGE = join(ROOT, 'docs', 'architecture.md');

const PLACE = /(<!-- rooms -->\n)[\s\S]*?(<!-- end of rooms -->)/;

/** The page with the picture that the code has now. */
export function redraw(page: string): string {
  if (!PLACE.test(page))
    throw new Error('docs/architecture.md lacks the marks <!-- rooms --> and <!-- end of rooms -->');
  return page.replace(PLACE, `$1\n\`\`\`mermaid\n${drawRooms(roomsOf(readImports()))}\n\`\`\`\n\n$2`);
}

if (import.meta.main) writeFileSync(PAGE, redraw(readFileSync(PAGE, 'utf8')));
