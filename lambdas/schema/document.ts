import { dump } from 'js-yaml';
import { MediaContent } from '../../lib/api/content.ts';
import { openApi } from '../../lib/api/openapi.ts';
import { schema } from '../../lib/api/schema.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { namedWeight } from '../../lib/http/headers.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** The registered media type, and those that clients send from before it was (RFC 9512). */
const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml', 'application/vnd.oai.openapi'];
const JSON_TYPES = ['application/json', 'application/vnd.oai.openapi+json'];
const VARY = { Vary: 'Accept' };

export const handler = endpoint(schema.document, async ({ headers, url, answer }) => {
  const serverUrl = url(schema.document, {}).slice(0, -schema.document.path.length);
  const document = openApi(packageJson.version, serverUrl);
  const prefersYaml = namedWeight(headers.accept, YAML_TYPES) > namedWeight(headers.accept, JSON_TYPES);
  if (!prefersYaml) return answer(200, document, VARY);
  const yaml = dump(JSON.parse(JSON.stringify(document)), { lineWidth: 110, noRefs: true });
  return answer(200, new MediaContent('application/yaml', yaml), VARY);
});
