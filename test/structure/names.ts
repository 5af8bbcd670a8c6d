import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from './imports.ts';

/** The names in the code, and those that its docstrings mention, as `file: name`. */
export interface Names {
  /** Errors of `@throws` that are neither a class of the code or of JavaScript, nor imported. */
  unknownErrors: string[];
  /** Other names that no line of code has. */
  unknownNames: string[];
  mentions: number;
}

/** Names in backticks that belong to the code: in camel case, or of a call; and `{@link}`. */
const NAMES = [/`([a-z]+(?:[A-Z][a-z0-9]*)+)(?:\(\))?`/g, /`([A-Za-z]\w*)\(\)`/g, /\{@link (\w+)/g];

const ERRORS = [/@throws \{?([A-Z]\w*)/g];

const find = (text: string, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));

/** The names of the code that a docstring mentions. */
export const namesIn = (docstring: string): string[] => find(docstring, NAMES);

/** The errors that a docstring says are thrown. */
export const errorsIn = (docstring: string): string[] => find(docstring, ERRORS);

/** Compares the docstrings of the repository with its code. */
export function checkNames(): Names {
  const words = new Set<string>();
  const classes = new Set<string>();
  const docstrings: { file: string; text: string }[] = [];
  for (const file of globSync('{bin,lib,functions,layers,test}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const { comments, module } = parseSync(file, source);
    let code = '';
    let end = 0;
    for (const { start, end: next, value } of comments) {
      code += `${source.slice(end, start)} `;
      end = next;
      if (value.startsWith('*')) docstrings.push({ file, text: value });
    }
    code += source.slice(end);
    for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);
    for (const name of find(code, [/\bclass (\w+)/g])) classes.add(name);
    for (const { entries } of module.staticImports) for (const { localName } of entries) classes.add(localName.value);
  }
  const mentioned = (patterns: (text: string) => string[], isKnown: (name: string) => boolean) =>
    docstrings.flatMap(({ file, text }) =>
      patterns(text)
        .filter((name) => !isKnown(name))
        .map((name) => `${file}: ${name}`),
    );
  return {
    unknownErrors: mentioned(errorsIn, (name) => classes.has(name) || name in globalThis),
    unknownNames: mentioned(namesIn, (name) => words.has(name)),
    mentions: docstrings.reduce((sum, { text }) => sum + namesIn(text).length + errorsIn(text).length, 0),
  };
}
