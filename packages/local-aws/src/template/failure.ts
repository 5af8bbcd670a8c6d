/** A part of a template that is not supported locally; `path` starts with the stack name. */
export class TemplateError extends Error {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.name = 'TemplateError';
    this.path = path;
  }
}
