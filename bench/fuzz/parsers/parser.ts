/** A parser of client input. */
export interface Parser {
  /** Parses an input. @throws one of `refusals` to reject it; any other error is a bug */
  parse(input: Buffer): unknown;
  /** Errors that reject an input. */
  refusals: readonly (new (
    ...args: never[]
  ) => Error)[];
  /** Valid inputs to mutate. */
  seeds(): Promise<readonly Buffer[]>;
  /** Words to insert. */
  words: readonly string[];
  /** Mutates part of an input. Defaults to all of it. */
  change?(input: Buffer, random: () => number, mutate: (part: Buffer) => Buffer): Buffer;
}
