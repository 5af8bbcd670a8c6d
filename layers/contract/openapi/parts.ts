/** Building blocks of the OpenAPI document. */
export type Json = { readonly [key: string]: unknown };

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const content = (schema: Json): Json => ({ 'application/json': { schema } });
export const query = (name: string, schema: Json, description: string, required = false): Json => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

export const refusals = (codes: Readonly<Record<number, string>>): Json =>
  Object.fromEntries(
    Object.entries(codes).map(([code, description]) => [code, { description, content: content(ref('Error')) }]),
  );

export const callerRefusals = {
  401: 'The token is missing or not known',
  403: 'The token has lapsed',
  405: 'The method is not answered here',
  429: 'Too many requests; see Retry-After',
  500: 'Our fault; the message has a request id',
  503: 'The service cannot answer just now; see Retry-After',
};
