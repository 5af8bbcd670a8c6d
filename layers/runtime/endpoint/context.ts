import type { Context } from 'aws-lambda';
import type { TokenRecord } from '../tokens/token.ts';

/** What Lambda hands over, with what the middlewares have found out. */
export interface ApiContext extends Context {
  caller?: TokenRecord;
}
