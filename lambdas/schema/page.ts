import { join } from 'node:path';
import { schema } from '../../lib/api/schema.ts';
import { environment } from '../../lib/aws/environment.ts';
import { pageEndpoint } from '../../lib/http/page.ts';
import { PageFiles } from '../../lib/http/page-files.ts';

const env = environment('AUTH');

export const handler = pageEndpoint(schema.page, {
  files: new PageFiles(join(import.meta.dirname, 'page')),
  auth: env.AUTH,
  settings: (root) => ({ document: `${root}${schema.document.path}/` }),
});
