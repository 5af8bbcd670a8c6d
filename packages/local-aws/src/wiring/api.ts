import { functionArnOf, type RestApiModel } from '../apigateway/index.ts';
import type { Deployment } from '../template/index.ts';

/** Returns the deployment's REST API. @throws Error unless there is exactly one */
export function readApi(deployment: Deployment): RestApiModel {
  const [api, ...others] = deployment.list('AWS::ApiGateway::RestApi');
  if (!api || others.length > 0) throw new Error('The template must have exactly one REST API');
  const ofApi = <Item extends { properties: { RestApiId: string } }>(items: readonly Item[]): Item[] =>
    items.filter(({ properties }) => properties.RestApiId === api.name);
  const [stage] = ofApi(deployment.list('AWS::ApiGateway::Stage'));
  const settings = stage?.properties.MethodSettings[0];
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings ?? {};
  return {
    id: api.name,
    rootId: `${api.name}-root`,
    stage: stage?.properties.StageName ?? 'local',
    region: deployment.place.region,
    account: deployment.place.account,
    binaryMediaTypes: api.properties.BinaryMediaTypes,
    nodes: ofApi(deployment.list('AWS::ApiGateway::Resource')).map(({ name, properties }) => ({
      id: name,
      parentId: properties.ParentId,
      pathPart: properties.PathPart,
    })),
    methods: ofApi(deployment.list('AWS::ApiGateway::Method')).map(({ properties }) => ({
      resourceId: properties.ResourceId,
      httpMethod: properties.HttpMethod,
      functionArn: functionArnOf(properties.Integration.Uri),
    })),
    responses: ofApi(deployment.list('AWS::ApiGateway::GatewayResponse')).map(({ properties }) => ({
      responseType: properties.ResponseType,
      statusCode: properties.StatusCode === undefined ? undefined : Number(properties.StatusCode),
      templates: properties.ResponseTemplates,
      parameters: properties.ResponseParameters,
    })),
    ...(rate && burst && { throttle: { rate, burst } }),
  };
}

/**
 * Replaces the API's API Gateway URL with the local URL, which does not have a stage in its path. This way, functions with the URL in an
 * environment variable can reach the API.
 * @param url local URL, without a trailing slash
 */
export function localizeApi({ id, region, stage }: RestApiModel, url: string): (text: string) => string {
  const address = `https://${id}.execute-api.${region}.amazonaws.com/${stage}`;
  return (text) => text.replaceAll(address, url);
}
