import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

const DOCUMENT = '/openapi.json';

/**
 * The document with this page's origin as its server. Behind a distribution it names the API's own host, and the page may only ask its
 * origin, at which the distribution serves the API too. Without the document Swagger UI shows why.
 */
async function readDocument(): Promise<object> {
  try {
    const document = await (await fetch(DOCUMENT, { signal: AbortSignal.timeout(30_000) })).json();
    return { spec: { ...document, servers: [{ url: location.origin }] } };
  } catch {
    return { url: DOCUMENT };
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');
/** Swagger UI has its dark colours under this class. */
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followScheme();
dark.addEventListener('change', followScheme);

/** The part of Swagger UI that makes elements. */
interface System {
  React: { createElement(type: unknown, props: object | null, ...children: unknown[]): unknown };
}

/**
 * Swagger UI for readers of the screen: no links inside of buttons, a name for each list of examples, and no list of servers, which has
 * this origin alone.
 */
const accessible = ({ React: { createElement } }: System) => ({
  components: {
    DeepLink: ({ text }: { text: string }) => createElement('span', null, text),
    ServersContainer: () => null,
  },
  wrapComponents: {
    ExamplesSelect: (Original: unknown) => (props: object) => createElement('label', null, createElement(Original, props)),
  },
});

/** The API reference: the service's own OpenAPI document, with requests that can be tried. */
SwaggerUI({
  ...(await readDocument()),
  domNode: document.getElementById('reference'),
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // The token stays in this page: it is neither stored nor sent to a validator elsewhere.
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [accessible],
});
