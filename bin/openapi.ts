import { openApi } from '../lib/api/openapi.ts';
import service from '../package.json' with { type: 'json' };

/** Prints the OpenAPI description of the API: `npm run openapi -- [URL of the service]`. */
const [serverUrl = 'http://localhost:8000'] = process.argv.slice(2);
console.log(JSON.stringify(openApi(service.version, serverUrl), null, 2));
