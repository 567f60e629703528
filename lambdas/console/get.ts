import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { console } from '../../lib/api/console.ts';
import { MediaContent } from '../../lib/api/content.ts';
import { bucketOrigin } from '../../lib/aws/bucket-origin.ts';
import { s3 } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { HttpError } from '../../lib/http/errors.ts';
import { PageFiles } from '../../lib/http/page-files.ts';

const env = environment('MESH_BUCKET', 'AUTH', 'WAYPOINT_ADJUSTMENT_LIMIT_NM');
const files = new PageFiles(join(import.meta.dirname, 'page'));
const settings = { auth: env.AUTH, adjustmentLimitNm: env.WAYPOINT_ADJUSTMENT_LIMIT_NM };
let meshOrigin: Promise<string> | undefined;

const NOSNIFF = { 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' };

export const handler = endpoint(console.get, async ({ parameters, headers, url, answer }) => {
  if (env.AUTH === 'iam') {
    throw new HttpError(404, 'This service has no page: its requests must be signed (auth=iam).');
  }
  if (parameters.file !== 'index.html') {
    const file = files.read(parameters.file, headers['accept-encoding']);
    if (!file) throw new HttpError(404, `The page has no file "${parameters.file}".`);
    return answer(200, new MediaContent(file.type, file.bytes), {
      ...NOSNIFF,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Encoding': file.encoding,
      'Content-Security-Policy': undefined,
      ETag: undefined,
      Vary: 'Accept-Encoding',
    });
  }
  meshOrigin ??= bucketOrigin(s3, env.MESH_BUCKET);
  const html = files.page(
    new URL(url(console.get, { file: 'x' })).pathname.slice(0, -'/console/x'.length),
    settings,
  );
  const tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`;
  if (headers['if-none-match']?.includes(tag)) return answer(304, undefined, { ETag: tag });
  return answer(200, new MediaContent('text/html; charset=utf-8', html), {
    ...NOSNIFF,
    'Cache-Control': 'no-cache',
    'Content-Encoding': undefined,
    'Content-Security-Policy': contentSecurityPolicy(await meshOrigin),
    ETag: tag,
    Vary: undefined,
  });
});

/** The page may run and fetch its own files, talk to its own service, and read meshes. */
function contentSecurityPolicy(meshes: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${meshes}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
