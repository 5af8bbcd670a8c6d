/** API Gateway's REST APIs: routes, proxy events, the gateway's own answers. */
export {
  type ApiGateway,
  type Invoke,
  startApiGateway,
} from './apigateway.ts';
export {
  functionArnOf,
  type RestApiModel,
} from './model.ts';
export type { HttpResponse } from './responses.ts';
