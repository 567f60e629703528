import { createHash } from 'node:crypto';

/** ETag of a text (RFC 9110, 8.8.3). */
export const entityTag = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;
