import type { Schema } from './schemas.ts';

interface Content {
  schema: Schema;
}

interface Response {
  $ref?: string;
  content?: Readonly<Record<string, Content>>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  schema: Schema;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** Schema of the body for each media type. Empty if there is no body. */
  bodies: Readonly<Record<string, Schema>>;
  /** Responses by status. */
  responses: Readonly<Record<string, Response>>;
}

/** The parts of an OpenAPI document that are used here. */
export interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>>; responses: Readonly<Record<string, Response>> };
}

interface DocumentedOperation {
  operationId: string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, Content>> };
  responses: Readonly<Record<string, Response>>;
}

/** Returns the response for a status after resolving its `$ref`. */
export const responseOf = ({ components }: Document, responses: Operation['responses'], status: number): Response | undefined => {
  const { $ref } = responses[status] ?? {};
  return $ref ? components.responses[$ref.split('/').at(-1)!] : responses[status];
};

/** Lists all operations in a document. Deletions come last, because other operations need the resources that they delete. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
        operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        responses,
        bodies: Object.fromEntries(Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema])),
      })),
    )
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
