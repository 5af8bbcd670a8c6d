/** Unsupported by the interpreter; `path` is the place in the definition. */
export class DefinitionError extends Error {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.name = 'DefinitionError';
    this.path = path;
  }
}

/** A state failed; Retry and Catch compare `error`. */
export class StateError extends Error {
  readonly error: string;

  constructor(error: string, cause: string) {
    super(cause);
    this.name = 'StateError';
    this.error = error;
  }
}
