/** The endpoint for all AWS clients. It checks signatures and policies. */
export { answerJson, escapeXml, readJson, readTarget, ServiceError } from './failure.ts';
export { type Gateway, type GatewayOptions, type RequestInterceptor, startGateway } from './gateway.ts';
export { createJsonService } from './json-service.ts';
export { type Context, compilePolicy, type Policy, type PolicyDocument, PolicyError } from './policy.ts';
export type { Access, Caller, LocalService, Place, ServiceRequest, ServiceResponse } from './service.ts';
