import { Logger } from '@aws-lambda-powertools/logger';

/** The logger. Log only identifiers and outcomes, since query strings, headers, and bodies may contain tokens or clients' text. */
export const log = new Logger();
