/** Something in a synthesized template that the local run does not understand. `path` says where, from the stack on. */
export class TemplateError extends Error {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.name = 'TemplateError';
    this.path = path;
  }
}
