/** A parser of client input. */
export interface Parser {
  /** Reads an input. @throws a refusal; any other error is a bug */
  parse(input: Buffer): unknown;
  /** Errors that refuse an input. */
  refusals: readonly (new (
    ...args: never[]
  ) => Error)[];
  /** Valid inputs to mutate. */
  seeds(): Promise<readonly Buffer[]>;
  /** Words to insert. */
  words: readonly string[];
  /** Mutates a part of an input; by default, the whole. */
  change?(input: Buffer, random: () => number, mutate: (part: Buffer) => Buffer): Buffer;
}
