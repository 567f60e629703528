import * as z from 'zod';
import { operationsOf } from './operation.ts';
import { page } from './page.ts';

/** The description of the API itself. */
export const schema = operationsOf('schema', {
  document: {
    method: 'GET',
    path: '/api/schema',
    summary: 'The OpenAPI description of the API: JSON, or YAML for a client that prefers it',
    public: true,
    headers: z.object({
      accept: z.string().optional().describe('application/yaml asks for YAML'),
    }),
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document, whose server is the host that was asked',
        schema: z.looseObject({ openapi: z.literal('3.1.0') }),
        example: { openapi: '3.1.0', info: { title: 'Polynya', version: '1.0.0' }, paths: {} },
        media: ['application/yaml'],
        headers: { Vary: 'Accept' },
      },
    },
    errors: {},
  },
  page: {
    ...page,
    path: '/api/schema/swagger-ui/{file}',
    otherPaths: ['/api/schema/swagger-ui'],
    summary: 'A page to read the description and to try the API, and the files that it loads',
  },
});
