/** Where a command prints: its result, and what it says beside. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
}
