import { type Code, int, type Operand, unsigned } from './code.ts';

/** Types of values. */
const TYPES = { i32: 0x7f, f64: 0x7c, v128: 0x7b } as const;
export type Type = keyof typeof TYPES;

/** A variable of a function. */
export interface Variable {
  readonly value: Code;
  set(value: Operand): Code;
}

/** A function of a module, with whole numbers of 32 bits as parameters. */
export interface Routine {
  readonly name: string;
  readonly parameters: number;
  /** Whether it gives a whole number. */
  readonly gives: boolean;
  readonly locals: readonly Type[];
  readonly body: Code;
}

/**
 * Writes a function.
 *
 * @param write gives its body, of its parameters and of variables that it asks for
 */
export function routine<const Names extends readonly string[]>(
  name: string,
  parameters: Names,
  gives: boolean,
  write: (given: Record<Names[number], Variable>, variable: (type?: Type) => Variable) => Code,
): Routine {
  const locals: Type[] = [];
  const at = (index: number): Variable => ({
    value: [0x20, unsigned(index)],
    set: (value) => [int(value), 0x21, unsigned(index)],
  });
  const given = Object.fromEntries(parameters.map((parameter, index) => [parameter, at(index)]));
  const body = write(given as Record<Names[number], Variable>, (type = 'i32') => {
    locals.push(type);
    return at(parameters.length + locals.length - 1);
  });
  return { name, parameters: parameters.length, gives, locals, body };
}

/** Calls the function with a number, in the order in which the module has them. */
export const call = (index: number, given: readonly Operand[]): Code => [given.map(int), 0x10, unsigned(index)];

/** Bytes of a page of memory. */
export const PAGE = 65_536;

/** The most pages that a memory may have. */
const MOST_PAGES = 65_536;

/** The binary form of a module that exports its functions and is given its memory as `memory` of `host`. */
export function writeModule(routines: readonly Routine[]): Uint8Array<ArrayBuffer> {
  const types = routines.map(({ parameters, gives }) => [
    0x60,
    list(Array<number>(parameters).fill(TYPES.i32)),
    list(gives ? [TYPES.i32] : []),
  ]);
  const memory = [text('host'), text('memory'), 0x02, 0x01, unsigned(1), unsigned(MOST_PAGES)];
  const bodies = routines.map(({ locals, body }) => {
    return list(flatten([list(locals.map((type) => [1, TYPES[type]])), body, 0x0b]));
  });
  const exported = routines.map(({ name }, index) => [text(name), 0x00, unsigned(index)]);
  return Uint8Array.from(
    flatten([
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, list(types)),
      section(2, list([memory])),
      section(3, list(routines.map((_, index) => unsigned(index)))),
      section(7, list(exported)),
      section(10, list(bodies)),
    ]),
  );
}

const list = (items: Code): Code => [unsigned(items.length), items];
const text = (value: string): Code => list([...Buffer.from(value)]);

const section = (number: number, content: Code): Code => [number, list(flatten(content))];

function flatten(code: Code): number[] {
  const bytes: number[] = [];
  const add = (part: number | Code): void => {
    if (typeof part === 'number') bytes.push(part);
    else part.forEach(add);
  };
  add(code);
  return bytes;
}
