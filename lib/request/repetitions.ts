/**
 * Repetitions of a request that makes something, told by their Idempotency-Key: within a day they are answered with what the first made.
 * A request that is refused claims no key: what was earlier is looked up first, and the key claimed once the request is found good.
 */
import { createHash } from 'node:crypto';
import type { Claim, Claims } from './claims.ts';

/** Who sends a request, beside its body. */
export interface Sender {
  /** API key id or IAM principal; null where callers are not told apart. */
  readonly requester: string | null;
  readonly idempotencyKey: string | null;
}

export interface RepeatedRequest extends Sender {
  /** Null: repetitions may have another one, because the key tells all. */
  readonly body: object | null;
}

const SECONDS_PER_DAY = 86_400;

/** The Idempotency-Key was sent before with another body. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
  readonly kind = 'unprocessable';

  constructor(key: string) {
    super(`The Idempotency-Key "${key}" was sent within the last 24 hours with another body: use a new key.`);
  }
}

/** The id that an earlier request with the same key claimed; null where there was none. @throws IdempotencyKeyReused */
export async function earlierId(
  claims: Pick<Claims, 'find'>,
  request: RepeatedRequest,
  now: Date,
): Promise<string | null> {
  const { requester, idempotencyKey } = request;
  if (idempotencyKey === null) return null;
  const earlier = await claims.find(repetitionKey(requester, idempotencyKey), now);
  return earlier && idOfSame(earlier, request);
}

/** The id for this request and its repetitions: the given one, unless a repetition claimed a moment ago. @throws IdempotencyKeyReused */
export async function claimedId(
  claims: Pick<Claims, 'claim'>,
  request: RepeatedRequest,
  id: string,
  now: Date,
): Promise<string> {
  const { requester, idempotencyKey } = request;
  if (idempotencyKey === null) return id;
  const expiresAt = Math.ceil(now.getTime() / 1000) + SECONDS_PER_DAY;
  const claim = { id, fingerprint: fingerprintOf(request), expiresAt };
  return idOfSame(await claims.claim(repetitionKey(requester, idempotencyKey), claim, now), request);
}

function idOfSame({ id, fingerprint }: Claim, request: RepeatedRequest): string {
  if (fingerprint !== null && fingerprint !== fingerprintOf(request))
    throw new IdempotencyKeyReused(request.idempotencyKey!);
  return id;
}

const fingerprintOf = ({ body }: RepeatedRequest): string | null => body && digest(body);

/** Different callers may use the same Idempotency-Key. */
const repetitionKey = (requester: string | null, idempotencyKey: string): string =>
  `repetition#${digest([requester, idempotencyKey])}`;

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
