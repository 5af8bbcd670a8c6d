import { DefinitionError, StateError } from './failure.ts';
import { compilePath, type Data, display } from './path.ts';

type Evaluate = (data: Data) => unknown;

const fail = (message: string): never => {
  throw new StateError('States.IntrinsicFailure', message);
};
const asText = (value: unknown) => (typeof value === 'string' ? value : fail(`Expected a string, got ${JSON.stringify(value)}`));

function format([template, ...values]: readonly unknown[]): string {
  const parts = asText(template).split(/(?<!\\)\{\}/);
  if (parts.length - 1 !== values.length) fail(`States.Format has ${parts.length - 1} placeholders for ${values.length} values`);
  return parts.map((part, index) => part.replace(/\\([{}\\'])/g, '$1') + (index < values.length ? display(values[index]) : '')).join('');
}

/** Supported intrinsic functions and their argument counts. */
const INTRINSICS: Readonly<Record<string, readonly [count: number | 'any', run: (values: readonly unknown[]) => unknown]>> = {
  'States.Format': ['any', format],
  'States.JsonToString': [1, ([value]) => JSON.stringify(value)],
};

class Reader {
  #position = 0;
  readonly #text: string;
  readonly #where: string;
  /** Field that contains the expression, for runtime errors. */
  readonly #field: string;

  constructor(text: string, where: string) {
    this.#text = text;
    this.#where = where;
    this.#field = where
      .split('.')
      .slice(where.endsWith('.$') ? -2 : -1)
      .join('.');
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

  /** @param raw keeps a literal's backslashes, as required in a States.Format template */
  #expression(raw = false): Evaluate {
    this.#take(/\s*/);
    const path = this.#take(/\$[^,()\s]*/);
    if (path !== undefined) {
      const compiled = compilePath(path, this.#where);
      return (data) => compiled.read(data, this.#field);
    }
    const quoted = this.#take(/'(?:[^'\\]|\\.)*'/);
    if (quoted !== undefined) {
      const text = raw ? quoted.slice(1, -1) : quoted.slice(1, -1).replace(/\\(['{}\\])/g, '$1');
      return () => text;
    }
    const literal = this.#take(/-?\d+(?:\.\d+)?|true|false|null/);
    if (literal !== undefined) return () => JSON.parse(literal);
    const name = this.#take(/States\.\w+/) ?? this.#refuse(`expected an expression at character ${this.#position}`);
    return this.#call(name);
  }

  #call(name: string): Evaluate {
    const [count, run] =
      (Object.hasOwn(INTRINSICS, name) && INTRINSICS[name]) || this.#refuse(`the intrinsic function ${name} is not available locally`);
    if (this.#take(/\s*\(/) === undefined) this.#refuse(`"(" is missing after ${name}`);
    const values: Evaluate[] = [];
    while (this.#take(/\s*\)/) === undefined) {
      if (values.length > 0 && this.#take(/\s*,/) === undefined) this.#refuse('"," or ")" is missing');
      values.push(this.#expression(name === 'States.Format' && values.length === 0));
    }
    if (count !== 'any' && values.length !== count) this.#refuse(`${name} must have ${count} arguments`);
    return (data) => run(values.map((value) => value(data)));
  }
}

/** Compiles the value of a `.$` key: a path or an intrinsic function. @throws {DefinitionError} */
export function compileExpression(text: string, where: string): Evaluate {
  return new Reader(text, where).readAll();
}

/** Compiles a payload template. Only values of `.$` keys are evaluated. @throws {DefinitionError} */
export function compileTemplate(template: unknown, where: string): Evaluate {
  if (Array.isArray(template)) {
    const items = template.map((item, index) => compileTemplate(item, `${where}[${index}]`));
    return (data) => items.map((item) => item(data));
  }
  if (typeof template !== 'object' || template === null) return () => template;
  const entries = Object.entries(template).map(([key, value]): [string, Evaluate] => {
    if (!key.endsWith('.$')) return [key, compileTemplate(value, `${where}.${key}`)];
    if (typeof value !== 'string') throw new DefinitionError(`${where}.${key}`, 'must be a path or an intrinsic function');
    return [key.slice(0, -2), compileExpression(value, `${where}.${key}`)];
  });
  return (data) => Object.fromEntries(entries.map(([key, evaluate]) => [key, evaluate(data)]));
}
