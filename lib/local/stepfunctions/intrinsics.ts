import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DefinitionError, StateError } from './failure.ts';
import { compilePath, type Data } from './path.ts';

type Evaluate = (data: Data) => unknown;

const fail = (message: string): never => {
  throw new StateError('States.IntrinsicFailure', message);
};
const asText = (value: unknown) =>
  typeof value === 'string' ? value : fail(`Expected a text, got ${JSON.stringify(value)}`);
const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : fail(`Expected a list, got ${JSON.stringify(value)}`);
const asWhole = (value: unknown) =>
  Number.isInteger(value) ? (value as number) : fail(`Expected a whole number, got ${JSON.stringify(value)}`);
const display = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail(`Not JSON: ${text.slice(0, 100)}`);
  }
}

function format([template, ...values]: readonly unknown[]): string {
  const parts = asText(template).split(/(?<!\\)\{\}/);
  if (parts.length - 1 !== values.length)
    fail(`States.Format has ${parts.length - 1} places for ${values.length} values`);
  return parts
    .map((part, index) => part.replace(/\\([{}\\'])/g, '$1') + (index < values.length ? display(values[index]) : ''))
    .join('');
}

function range([first, last, step]: readonly unknown[]): number[] {
  const [from, to, by] = [asWhole(first), asWhole(last), asWhole(step)];
  const length = by === 0 ? fail('States.ArrayRange has a step of 0') : Math.floor((to - from) / by) + 1;
  if (length > 1000) fail('States.ArrayRange makes more than 1000 members');
  return Array.from({ length: Math.max(0, length) }, (_, index) => from + index * by);
}

function partition([list, size]: readonly unknown[]): unknown[][] {
  const [members, length] = [asList(list), asWhole(size)];
  if (length < 1) fail('States.ArrayPartition needs a size of at least 1');
  return Array.from({ length: Math.ceil(members.length / length) }, (_, index) =>
    members.slice(index * length, (index + 1) * length),
  );
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

function hash([value, algorithm]: readonly unknown[]): string {
  const name = ALGORITHMS[asText(algorithm)] ?? fail(`States.Hash does not know ${algorithm}`);
  return createHash(name).update(display(value)).digest('hex');
}

/** Each intrinsic with the number of its arguments. */
const INTRINSICS: Readonly<
  Record<string, readonly [count: number | 'any', run: (values: readonly unknown[]) => unknown]>
> = {
  'States.Array': ['any', (values) => values],
  'States.ArrayContains': [2, ([list, value]) => asList(list).some((member) => isDeepStrictEqual(member, value))],
  'States.ArrayGetItem': [
    2,
    ([list, index]) => asList(list)[asWhole(index)] ?? fail('States.ArrayGetItem is out of bounds'),
  ],
  'States.ArrayLength': [1, ([list]) => asList(list).length],
  'States.ArrayPartition': [2, partition],
  'States.ArrayRange': [3, range],
  'States.ArrayUnique': [
    1,
    ([list]) =>
      asList(list).filter((value, index, all) => all.findIndex((other) => isDeepStrictEqual(other, value)) === index),
  ],
  'States.Base64Decode': [1, ([text]) => Buffer.from(asText(text), 'base64').toString('utf8')],
  'States.Base64Encode': [1, ([text]) => Buffer.from(asText(text)).toString('base64')],
  'States.Format': ['any', format],
  'States.Hash': [2, hash],
  'States.JsonToString': [1, ([value]) => JSON.stringify(value)],
  'States.MathAdd': [2, ([left, right]) => asWhole(left) + asWhole(right)],
  'States.StringSplit': [
    2,
    ([text, separators]) => {
      const marks = new Set(asText(separators));
      const pieces: string[] = [''];
      for (const character of asText(text)) {
        if (marks.has(character)) pieces.push('');
        else pieces[pieces.length - 1] += character;
      }
      return pieces.filter((piece) => piece !== '');
    },
  ],
  'States.StringToJson': [1, ([text]) => parseJson(asText(text))],
  'States.UUID': [0, () => randomUUID()],
};

/** Reads one expression at a time from a text. */
class Reader {
  #position = 0;
  readonly #text: string;
  readonly #where: string;

  constructor(text: string, where: string) {
    this.#text = text;
    this.#where = where;
  }

  #take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern.source, 'uy');
    sticky.lastIndex = this.#position;
    const match = sticky.exec(this.#text);
    if (match) this.#position = sticky.lastIndex;
    return match?.[0];
  }

  #refuse(problem: string): never {
    throw new DefinitionError(this.#where, `${problem} in "${this.#text}"`);
  }

  readAll(): Evaluate {
    const evaluate = this.#expression();
    this.#take(/\s*/);
    if (this.#position < this.#text.length) this.#refuse(`unexpected text at character ${this.#position}`);
    return evaluate;
  }

  /** @param raw keeps the backslashes of a literal: the template of States.Format finds its places with them. */
  #expression(raw = false): Evaluate {
    this.#take(/\s*/);
    const path = this.#take(/\$[^,()\s]*/);
    if (path !== undefined) {
      const compiled = compilePath(path, this.#where);
      return (data) => compiled.read(data);
    }
    const quoted = this.#take(/'(?:[^'\\]|\\.)*'/);
    if (quoted !== undefined) {
      const text = raw ? quoted.slice(1, -1) : quoted.slice(1, -1).replace(/\\(['{}\\])/g, '$1');
      return () => text;
    }
    const literal = this.#take(/-?\d+(?:\.\d+)?|true|false|null/);
    if (literal !== undefined) return () => JSON.parse(literal);
    const name = this.#take(/States\.\w+/) ?? this.#refuse(`an expression was expected at character ${this.#position}`);
    return this.#call(name);
  }

  #call(name: string): Evaluate {
    const [count, run] =
      (Object.hasOwn(INTRINSICS, name) && INTRINSICS[name]) ||
      this.#refuse(`the intrinsic function ${name} is not known`);
    if (this.#take(/\s*\(/) === undefined) this.#refuse(`"(" is missing after ${name}`);
    const values: Evaluate[] = [];
    while (this.#take(/\s*\)/) === undefined) {
      if (values.length > 0 && this.#take(/\s*,/) === undefined) this.#refuse('"," or ")" is missing');
      values.push(this.#expression(name === 'States.Format' && values.length === 0));
    }
    if (count !== 'any' && values.length !== count) this.#refuse(`${name} takes ${count} arguments`);
    return (data) => run(values.map((value) => value(data)));
  }
}

/** Compiles what stands behind a key that ends in `.$`: a path or an intrinsic function. @throws {DefinitionError} */
export function compileExpression(text: string, where: string): Evaluate {
  return new Reader(text, where).readAll();
}

/** Compiles a payload template: values as they are, except those of keys that end in `.$`. @throws {DefinitionError} */
export function compileTemplate(template: unknown, where: string): Evaluate {
  if (Array.isArray(template)) {
    const items = template.map((item, index) => compileTemplate(item, `${where}[${index}]`));
    return (data) => items.map((item) => item(data));
  }
  if (typeof template !== 'object' || template === null) return () => template;
  const entries = Object.entries(template).map(([key, value]): [string, Evaluate] => {
    if (!key.endsWith('.$')) return [key, compileTemplate(value, `${where}.${key}`)];
    if (typeof value !== 'string')
      throw new DefinitionError(`${where}.${key}`, 'must be a path or an intrinsic function');
    return [key.slice(0, -2), compileExpression(value, `${where}.${key}`)];
  });
  return (data) => Object.fromEntries(entries.map(([key, evaluate]) => [key, evaluate(data)]));
}
