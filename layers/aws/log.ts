import { Logger } from '@aws-lambda-powertools/logger';

/** The logger. Log identifiers and outcomes only: a query string, header or body may contain a token or a client's text. */
export const log = new Logger();
