/** A parser of client input. */
export interface Parser {
  /** Parses an input. @throws one of `refusals` if the input is rejected; any other error is a bug */
  parse(input: Buffer): unknown;
  /** Errors that mean that the input was rejected. */
  refusals: readonly (new (
    ...args: never[]
  ) => Error)[];
  /** Valid inputs to mutate. */
  seeds(): Promise<readonly Buffer[]>;
  /** Words to insert into inputs. */
  words: readonly string[];
  /** Mutates part of an input. By default, all of it is mutated. */
  change?(input: Buffer, random: () => number, mutate: (part: Buffer) => Buffer): Buffer;
}
