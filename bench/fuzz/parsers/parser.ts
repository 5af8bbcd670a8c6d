/** A parser of what clients send. */
export interface Parser {
  /** Reads an input. @throws a refusal, or what is wrong with the parser */
  parse(input: Buffer): unknown;
  /** Errors with which it refuses an input. */
  refusals: readonly (new (
    ...args: never[]
  ) => Error)[];
  /** Valid inputs, from which others are made. */
  seeds(): Promise<readonly Buffer[]>;
  /** Words of its language. */
  words: readonly string[];
  /** Makes an input from another by a few random changes of some part; of the whole when absent. */
  change?(input: Buffer, random: () => number, mutate: (part: Buffer) => Buffer): Buffer;
}
