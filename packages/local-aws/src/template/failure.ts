/** A part of a template that the local run does not support; `path` begins with the stack. */
export class TemplateError extends Error {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.name = 'TemplateError';
    this.path = path;
  }
}
