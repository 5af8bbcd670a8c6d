/** API Gateway REST APIs: routes, proxy events, and gateway responses. */
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
