declare module '*.css';
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Shows an OpenAPI document in an element of the page. */
  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): unknown;
}
