import type { RestApiModel } from './model.ts';

export interface Route {
  /** Path as written in the template, such as `/jobs/{id}`. */
  readonly resource: string;
  readonly resourceId: string;
  readonly segments: readonly string[];
  /** Function ARNs by method. */
  readonly methods: ReadonlyMap<string, string>;
}

export interface Match {
  readonly route: Route;
  readonly functionArn: string;
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

export function collectRoutes(api: RestApiModel): Route[] {
  const nodes = new Map(api.nodes.map((node) => [node.id, node]));
  const segmentsOf = (id: string): string[] => {
    if (id === api.rootId) return [];
    const node = nodes.get(id);
    if (!node) throw new Error(`The API ${api.id} has a method on ${id}, which is not one of its resources`);
    return [...segmentsOf(node.parentId), node.pathPart];
  };
  return [...new Set(api.methods.map(({ resourceId }) => resourceId))].map((resourceId) => {
    const segments = segmentsOf(resourceId);
    const methods = api.methods.filter((method) => method.resourceId === resourceId);
    return {
      resource: `/${segments.join('/')}`,
      resourceId,
      segments,
      methods: new Map(methods.map(({ httpMethod, functionArn }) => [httpMethod, functionArn])),
    };
  });
}

/** Finds the most specific route: literal parts win over `{parameters}`, which win over `{proxy+}`. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  const candidates = routes
    .map((route) => ({ route, parameters: matchSegments(route.segments, parts) }))
    .filter(({ parameters }) => parameters !== undefined)
    .sort((a, b) => wildcardScore(a.route) - wildcardScore(b.route));
  for (const { route, parameters } of candidates) {
    const functionArn = route.methods.get(method) ?? route.methods.get('ANY');
    if (functionArn === undefined) continue;
    const pathParameters = parameters && Object.keys(parameters).length > 0 ? parameters : null;
    return { route, functionArn, pathParameters };
  }
  return undefined;
}

function matchSegments(segments: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const name = segment.match(/^\{(.+?)(\+?)\}$/);
    const part = parts[index];
    if (part === undefined) return undefined;
    if (name?.[2]) {
      parameters[name[1] as string] = parts.slice(index).join('/');
      return parameters;
    }
    if (name) parameters[name[1] as string] = decode(part);
    else if (segment !== part) return undefined;
  }
  return segments.length === parts.length ? parameters : undefined;
}

const wildcardScore = ({ segments }: Route): number =>
  segments.reduce((sum, segment) => sum + (segment.endsWith('+}') ? 100 : segment.startsWith('{') ? 1 : 0), 0);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
