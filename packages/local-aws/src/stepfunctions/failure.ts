/** A part of a definition that the interpreter does not support; `path` is its location. */
export class DefinitionError extends Error {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.name = 'DefinitionError';
    this.path = path;
  }
}

/** A state's failure; Retry and Catch match `error`. A timeout has no cause. */
export class StateError extends Error {
  readonly error: string;

  /** The error as a catcher receives it, with null for anything that the task left out. */
  readonly report: { readonly Error: string | null; readonly Cause: string | null };

  constructor(error: string | null, cause: string | null = '') {
    super(cause ?? '');
    this.name = 'StateError';
    this.error = error ?? '';
    this.report = { Error: error, Cause: cause };
  }
}

/** A path or a value in the state is wrong. States.ALL does not catch this error. */
export class RuntimeError extends StateError {
  constructor(problem: string) {
    super('States.Runtime', problem);
  }

  /** @param eventId ID of the state's Entered event */
  in(state: string, eventId: number): StateError {
    return new StateError(
      this.error,
      `An error occurred while executing the state '${state}' (entered at the event id #${eventId}). ${this.message}`,
    );
  }
}
