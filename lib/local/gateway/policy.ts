/** A policy document with every intrinsic resolved, as it stands in a role of the template. */
export interface PolicyDocument {
  readonly Version?: string;
  readonly Statement: readonly Readonly<Record<string, unknown>>[];
}

/** What a role may do. */
export interface Policy {
  allows(action: string, resource: string): boolean;
}

export class PolicyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PolicyError';
  }
}

interface Statement {
  readonly deny: boolean;
  readonly actions: readonly RegExp[];
  readonly resources: readonly RegExp[];
}

const KNOWN_FIELDS = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

/** Services whose requests are checked; statements about others (logs, X-Ray) have nothing to decide here. */
const CHECKED = ['dynamodb', 's3', 'sqs', 'states', 'events', 'lambda'];

function toPattern(wildcard: string, flags: string): RegExp {
  const escaped = wildcard.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, flags);
}

function readList(statement: Readonly<Record<string, unknown>>, field: string, owner: string): string[] {
  const value = statement[field];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > 0 && list.every((entry) => typeof entry === 'string')) return list;
  throw new PolicyError(`${owner}: ${field} must be a string or a list of strings, got ${JSON.stringify(value)}`);
}

function compileStatement(statement: Readonly<Record<string, unknown>>, owner: string): Statement | undefined {
  const unknown = Object.keys(statement).find((field) => !KNOWN_FIELDS.has(field));
  if (unknown) throw new PolicyError(`${owner}: the statement field ${unknown} is not understood locally`);
  const { Effect, Condition } = statement;
  if (Effect !== 'Allow' && Effect !== 'Deny') throw new PolicyError(`${owner}: Effect must be Allow or Deny`);
  const actions = readList(statement, 'Action', owner).filter((action) =>
    CHECKED.some((service) => action === '*' || action.toLowerCase().startsWith(`${service}:`)),
  );
  if (actions.length === 0) return undefined;
  if (Condition !== undefined) {
    throw new PolicyError(`${owner}: Condition on ${actions[0]} is not understood locally`);
  }
  return {
    deny: Effect === 'Deny',
    actions: actions.map((action) => toPattern(action, 'is')),
    resources: readList(statement, 'Resource', owner).map((resource) => toPattern(resource, 's')),
  };
}

/**
 * Compiles the identity policies of one role: an explicit Deny wins, then any Allow, else refused.
 * @param owner name of the role, for error messages
 * @throws {PolicyError} for anything that would have to be guessed: NotAction, NotResource, Principal, conditions
 */
export function compilePolicy(documents: readonly PolicyDocument[], owner: string): Policy {
  const statements = documents
    .flatMap((document) => document.Statement)
    .map((statement) => compileStatement(statement, owner))
    .filter((statement) => statement !== undefined);
  return {
    allows(action, resource) {
      const matching = statements.filter(
        ({ actions, resources }) =>
          actions.some((pattern) => pattern.test(action)) && resources.some((pattern) => pattern.test(resource)),
      );
      return matching.length > 0 && !matching.some(({ deny }) => deny);
    },
  };
}
