/** Shows the OpenAPI description in Swagger UI, whose script has been loaded before this one. */

interface SwaggerUi {
  (options: object): void;
  readonly presets: { readonly apis: unknown };
}

declare const SwaggerUIBundle: SwaggerUi;

const text = document.querySelector<HTMLMetaElement>('meta[name="settings"]')!.content;
const { document: url } = JSON.parse(text) as { readonly document: string };

SwaggerUIBundle({
  url,
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null, // by default Swagger UI sends the description to a validator in the internet
});

export {};
