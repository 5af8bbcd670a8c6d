/** A role's policy document, with intrinsics resolved. */
export interface PolicyDocument {
  readonly Version?: string;
  readonly Statement: readonly Readonly<Record<string, unknown>>[];
}

/** A request's condition keys, such as `s3:prefix`; keys without a value are absent. */
export type Context = Readonly<Record<string, string>>;

export interface Policy {
  allows(action: string, resource: string, context?: Context): boolean;
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
  readonly holds: (context: Context) => boolean;
}

/** Maximum number of cached decisions per role, for requests without condition keys. */
const MAX_DECISIONS = 1_000;

const KNOWN_FIELDS = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

/** Condition keys that the embedded services provide. */
const KNOWN_KEYS = ['s3:prefix', 'iam:PassedToService', 'ecs:CreateAction', 'ecs:cluster'];

/** Services whose requests are checked. Statements about other services, such as logs and X-Ray, have no effect. */
const CHECKED = ['dynamodb', 's3', 'sqs', 'states', 'events', 'lambda', 'polly', 'kms', 'secretsmanager', 'ecs', 'iam'];

function toPattern(wildcard: string, flags: string): RegExp {
  const escaped = wildcard.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, flags);
}

function readList(source: Readonly<Record<string, unknown>>, field: string, owner: string): string[] {
  const value = source[field];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > 0 && list.every((entry) => typeof entry === 'string')) return list;
  throw new PolicyError(`${owner}: ${field} must be a string or a list of strings, got ${JSON.stringify(value)}`);
}

/** String operators. All ARN operators accept wildcards, regardless of their name (IAM user guide, "ARN condition operators"). */
const OPERATORS = ['StringEquals', 'StringLike', 'ArnEquals'];

/** Every key of every operator must match one of its values. A missing key does not match. */
function compileCondition(condition: unknown, owner: string): Statement['holds'] {
  const tests = Object.entries((condition ?? {}) as Record<string, Record<string, unknown>>).flatMap(([operator, keys]) =>
    Object.keys(keys).map((key) => {
      if (!OPERATORS.includes(operator) || !KNOWN_KEYS.includes(key)) {
        throw new PolicyError(`${owner}: the condition ${operator} on ${key} is not supported locally`);
      }
      const values = readList(keys, key, owner);
      const patterns = values.map((value) => toPattern(value, 's'));
      return (context: Context): boolean => {
        const given = context[key];
        if (given === undefined) return false;
        return operator === 'StringEquals' ? values.includes(given) : patterns.some((like) => like.test(given));
      };
    }),
  );
  return (context) => tests.every((test) => test(context));
}

function compileStatement(statement: Readonly<Record<string, unknown>>, owner: string): Statement | undefined {
  const unknown = Object.keys(statement).find((field) => !KNOWN_FIELDS.has(field));
  if (unknown) throw new PolicyError(`${owner}: the statement field ${unknown} is not supported locally`);
  const { Effect, Condition } = statement;
  if (Effect !== 'Allow' && Effect !== 'Deny') throw new PolicyError(`${owner}: Effect must be Allow or Deny`);
  const actions = readList(statement, 'Action', owner).filter((action) =>
    CHECKED.some((service) => action === '*' || action.toLowerCase().startsWith(`${service}:`)),
  );
  if (actions.length === 0) return undefined;
  return {
    deny: Effect === 'Deny',
    actions: actions.map((action) => toPattern(action, 'is')),
    resources: readList(statement, 'Resource', owner).map((resource) => toPattern(resource, 's')),
    holds: compileCondition(Condition, owner),
  };
}

/**
 * Compiles a role's identity policies. An explicit Deny wins over any Allow, and anything else is denied.
 * @param owner the role's name, for error messages
 * @throws {PolicyError} for unsupported elements: NotAction, NotResource, Principal, other conditions
 */
export function compilePolicy(documents: readonly PolicyDocument[], owner: string): Policy {
  const statements = documents
    .flatMap((document) => document.Statement)
    .map((statement) => compileStatement(statement, owner))
    .filter((statement) => statement !== undefined);
  const decide = (action: string, resource: string, context: Context): boolean => {
    const matching = statements.filter(
      ({ actions, resources, holds }) =>
        actions.some((pattern) => pattern.test(action)) && resources.some((pattern) => pattern.test(resource)) && holds(context),
    );
    return matching.length > 0 && !matching.some(({ deny }) => deny);
  };
  const decisions = new Map<string, boolean>();
  return {
    allows(action, resource, context) {
      if (context) return decide(action, resource, context);
      const request = `${action} ${resource}`;
      const known = decisions.get(request);
      if (known !== undefined) return known;
      // The number of object names is unlimited, so the cache must be cleared from time to time.
      if (decisions.size >= MAX_DECISIONS) decisions.clear();
      const allowed = decide(action, resource, {});
      decisions.set(request, allowed);
      return allowed;
    },
  };
}
