/** Serves a page and its files: the page is asked for anew each time, its files have a hash in their name. */
import { MediaContent } from '../api/content.ts';
import type { Operation } from '../api/operation.ts';
import type { page } from '../api/page.ts';
import { endpoint, type ProxyHandler } from './endpoint.ts';
import { entityTag, isKnown } from './entity-tag.ts';
import { HttpError } from './errors.ts';
import type { PageFiles } from './page-files.ts';

/** An operation whose path ends with `/{file}`. */
export type PageOperation = Operation & typeof page;

export interface Page {
  readonly files: PageFiles;
  /** How callers prove who they are: `none`, `api-key` or `iam`. A browser can not sign a request for a page. */
  readonly auth: string;
  /** What the page's script reads, for a service whose paths begin with `root`. */
  readonly settings: (root: string) => Readonly<Record<string, unknown>>;
  /** Origins that it may talk to, beside its own service. */
  readonly origins?: () => Promise<readonly string[]>;
}

/** The file of a page that goes on serving it where there is no network. */
const SERVICE_WORKER = 'service-worker.js';

const NOSNIFF = { 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' };

/** The Lambda handler of a page. */
export function pageEndpoint(
  operation: PageOperation,
  { files, auth, settings, origins }: Page,
): ProxyHandler {
  const below = operation.path.slice(0, -'/{file}'.length);
  return endpoint(operation, async ({ parameters, headers, url, answer }) => {
    if (auth === 'iam') {
      throw new HttpError(404, 'This service has no page: its requests must be signed (auth=iam).');
    }
    const base = new URL(url(operation, { file: 'x' })).pathname.slice(0, -'/x'.length);
    const root = `${base.slice(0, -below.length)}/`;
    if (parameters.file !== 'index.html') {
      const isServiceWorker = parameters.file === SERVICE_WORKER;
      const file = files.read(parameters.file, headers['accept-encoding']);
      if (!file) throw new HttpError(404, `The page has no file "${parameters.file}".`);
      return answer(200, new MediaContent(file.type, file.bytes), {
        ...NOSNIFF,
        // all but the service worker, whose address must stay, have a hash in their name
        'Cache-Control': isServiceWorker ? 'no-cache' : 'public, max-age=31536000, immutable',
        'Content-Encoding': file.encoding,
        'Content-Security-Policy': undefined,
        ETag: undefined,
        'Service-Worker-Allowed': isServiceWorker ? root : undefined,
        Vary: 'Accept-Encoding',
      });
    }
    const html = files.page(base, settings(root.slice(0, -1)));
    const tag = entityTag(html);
    if (isKnown(headers['if-none-match'], tag)) return answer(304, undefined, { ETag: tag });
    return answer(200, new MediaContent('text/html; charset=utf-8', html), {
      ...NOSNIFF,
      'Cache-Control': 'no-cache',
      'Content-Encoding': undefined,
      'Content-Security-Policy': contentSecurityPolicy((await origins?.()) ?? []),
      ETag: tag,
      'Service-Worker-Allowed': undefined,
      Vary: undefined,
    });
  });
}

/** A page may run and load its own files, and talk to its own service and to these origins. */
function contentSecurityPolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...origins].join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
