/** A part of a definition that the interpreter does not support; `path` is its location. */
export class DefinitionError extends Error {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.name = 'DefinitionError';
    this.path = path;
  }
}

/** A state's failure; Retry and Catch match `error`. */
export class StateError extends Error {
  readonly error: string;

  constructor(error: string, cause: string) {
    super(cause);
    this.name = 'StateError';
    this.error = error;
  }
}
