export interface PathNode {
  readonly id: string;
  readonly parentId: string;
  readonly pathPart: string;
}

export interface MethodModel {
  readonly resourceId: string;
  /** `GET`, `POST`, … or `ANY`. */
  readonly httpMethod: string;
  readonly functionArn: string;
}

export interface GatewayResponseModel {
  readonly responseType: string;
  readonly statusCode?: number | undefined;
  /** Templates by media type, in which `$context` variables are filled in. */
  readonly templates: Readonly<Record<string, string>>;
  /** Quoted values by `gatewayresponse.header.NAME`. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface RestApiModel {
  readonly id: string;
  readonly rootId: string;
  readonly stage: string;
  readonly region: string;
  readonly account: string;
  readonly binaryMediaTypes: readonly string[];
  readonly nodes: readonly PathNode[];
  readonly methods: readonly MethodModel[];
  readonly responses: readonly GatewayResponseModel[];
  readonly throttle?: { readonly rate: number; readonly burst: number } | undefined;
}

/** Returns the function ARN in a proxy integration's `Uri`. */
export function functionArnOf(integrationUri: string): string {
  const match = integrationUri.match(/\/functions\/(arn:[^/]+)\/invocations$/);
  if (!match?.[1]) throw new Error(`The integration ${integrationUri} does not name a function`);
  return match[1];
}
