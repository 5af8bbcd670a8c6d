/** What a table, a bucket or a queue is bound to: it takes a permission and variables. */
export interface ServiceUser {
  /** Adds variables to the environment. A variable that two bindings set must have one value. */
  set(variables: Readonly<Record<string, string>>): this;
  /** Adds a statement to the role. */
  allow(actions: readonly string[], resources: readonly string[]): this;
}
