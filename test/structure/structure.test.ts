import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCircle, readImports } from './imports.ts';
import { PAGE, redraw } from './picture.ts';
import { roomOf, roomsOf } from './rooms.ts';

const imports = readImports();

/** What each room of the layers may import from; `functions`, `bin` and `lib` may use all of them. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'layers/contract': [],
  'layers/media': [],
  'layers/aws': ['layers/contract'],
  'layers/billing': ['layers/contract', 'layers/aws'],
  'layers/runtime': ['layers/contract', 'layers/aws', 'layers/billing'],
  'layers/jobs': ['layers/contract', 'layers/aws', 'layers/billing', 'layers/runtime'],
  'layers/webhooks': ['layers/contract', 'layers/aws', 'layers/billing', 'layers/runtime'],
  'layers/speech': ['layers/contract', 'layers/media'],
  'layers/animation': ['layers/contract', 'layers/speech'],
  'layers/avatar': ['layers/contract', 'layers/animation', 'layers/media'],
  'layers/canary': ['layers/contract', 'layers/animation'],
};

describe('imports', () => {
  it('are read: the graph has the files and arrows of the product', () => {
    expect(imports.size).toBeGreaterThan(500);
    expect(imports.get('functions/status/handler.ts')?.length).toBeGreaterThan(0);
  });

  it('form no circle', () => expect(findCircle(imports)).toBeUndefined());

  it('find a circle where there is one', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
    ]);
    expect(findCircle(circle)).toEqual(['a', 'b', 'c', 'a']);
  });

  it.each([...roomsOf(imports)].filter(([room]) => room.startsWith('layers/')))(
    'of %s lead downwards',
    (room, targets) => {
      expect(ALLOWED).toHaveProperty([room]);
      expect(targets.filter((target) => !ALLOWED[room]?.includes(target))).toEqual([]);
    },
  );

  it('lead into no function', () => {
    const into = [...imports].filter(
      ([file, targets]) => roomOf(file) !== 'functions' && targets.some((target) => roomOf(target) === 'functions'),
    );
    expect(into).toEqual([]);
  });

  it('of one function lead into no other', () => {
    const folder = (file: string) => file.split('/')[1];
    const across = [...imports].filter(
      ([file, targets]) =>
        roomOf(file) === 'functions' &&
        targets.some((target) => roomOf(target) === 'functions' && folder(target) !== folder(file)),
    );
    expect(across).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('shows the rooms as they are; `npm run architecture` draws them anew', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(redraw(page)).toBe(page);
  });
});
