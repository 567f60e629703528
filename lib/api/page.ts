import * as z from 'zod';
import type { Definition } from './operation.ts';

/** What the operations that serve a page and its files have in common. */
export const page = {
  method: 'GET',
  answersHead: true,
  public: true,
  parameters: {
    file: {
      of: 'file of the page',
      schema: z
        .string()
        .regex(/^[\w-][\w.-]{0,99}$/)
        .default('index.html'),
      example: 'index.html',
    },
  },
  query: z.looseObject({}).describe('Links from elsewhere carry all kinds of things'),
  headers: z.object({
    'accept-encoding': z.string().optional(),
    'if-none-match': z.string().optional(),
  }),
  answers: {
    200: {
      description: 'The page, or one of its files',
      media: [
        'text/html; charset=utf-8',
        'text/javascript; charset=utf-8',
        'text/css; charset=utf-8',
        'application/json',
        'application/manifest+json',
        'image/svg+xml',
      ],
      headers: {
        'Cache-Control': 'Files other than the page carry a hash in their name and never change',
        'Content-Encoding': 'How the bytes are compressed',
        'Content-Security-Policy': 'Of the page: what it may load and whom it may talk to',
        ETag: 'Of the page',
        'Referrer-Policy': 'no-referrer',
        'Service-Worker-Allowed': 'Of the service worker: it serves the whole page',
        Vary: 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
      },
    },
    304: { description: 'The page has not changed', headers: { ETag: 'Of the page' } },
  },
  errors: { 404: 'The page has no such file; or the service has no page, because requests must be signed' },
} as const satisfies Partial<Definition>;
