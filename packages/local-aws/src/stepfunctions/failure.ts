/** A definition asks for something that the interpreter does not do. `path` says where in the definition. */
export class DefinitionError extends Error {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.name = 'DefinitionError';
    this.path = path;
  }
}

/** A state failed; `error` is the name that Retry and Catch compare. */
export class StateError extends Error {
  readonly error: string;

  constructor(error: string, cause: string) {
    super(cause);
    this.name = 'StateError';
    this.error = error;
  }
}
