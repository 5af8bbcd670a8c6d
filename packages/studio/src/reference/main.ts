import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

const DOCUMENT = '/openapi.json';

/**
 * Reads the document and sets its server to this page's origin. Behind a distribution, the document names the API's own host, which the
 * page is not allowed to call, but the distribution also serves the API at this origin. If the document cannot be read, Swagger UI shows
 * why.
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
/** Swagger UI's dark colors need this class. */
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followScheme();
dark.addEventListener('change', followScheme);

interface System {
  React: { createElement(type: unknown, props: object | null, ...children: unknown[]): unknown };
}

/**
 * Makes Swagger UI accessible to screen readers: no links inside buttons, a name for each list of examples, and no list of servers, because
 * this origin is the only one.
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

/** Shows the service's own OpenAPI document, and lets users try out requests. */
SwaggerUI({
  ...(await readDocument()),
  domNode: document.getElementById('reference'),
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // The token does not leave this page, so it is neither stored nor sent to a validator.
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [accessible],
});
