import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

/** The API reference: the service's own OpenAPI document, with requests that can be tried. */
SwaggerUI({
  url: '/openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // The token stays in this page: it is neither stored nor sent to a validator elsewhere.
  persistAuthorization: false,
  validatorUrl: null,
});
