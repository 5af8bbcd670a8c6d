import { Logger } from '@aws-lambda-powertools/logger';

/**
 * The one logger. It is given identifiers and outcomes only: never a query string, a header or a body, where a token or a
 * client's text could be.
 */
export const log = new Logger();
