export { createEndpoint } from './endpoint/endpoint.ts';
export { RATE_WINDOW } from './endpoint/limit-rate.ts';
export { baseUrlOf, findHeader, readJsonBody, refuseCompressed } from './endpoint/request.ts';
export { emptyResponse, jsonResponse, redirectResponse } from './endpoint/responses.ts';
export { readEnvironment, type SettingsOf } from './environment.ts';
export { createQueueHandler } from './queue.ts';
export { CANARY_ACCOUNT, renewCanaryToken } from './tokens/canary-token.ts';
export { createToken, findToken, findTokenByHash, listTokens, renewToken, revokeToken } from './tokens/store.ts';
export { hashToken, type TokenRecord, tokenHint } from './tokens/token.ts';
