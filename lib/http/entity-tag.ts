import { createHash } from 'node:crypto';

/** ETag of a text (RFC 9110, 8.8.3). */
export const entityTag = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;

/** Whether `If-None-Match` names what is there (RFC 9110, 13.1.2): in a list of tags, or as any. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(tag));
