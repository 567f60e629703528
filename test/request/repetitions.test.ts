import { expect, it } from 'vitest';
import type { Claim, Claims } from '../../lib/request/claims.ts';
import { claimedId, earlierId, type RepeatedRequest } from '../../lib/request/repetitions.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const sent: RepeatedRequest = { requester: 'a', idempotencyKey: 'k', body: { x: 1 } };

function claimsInMemory(): Pick<Claims, 'find' | 'claim'> & { readonly held: Map<string, Claim> } {
  const held = new Map<string, Claim>();
  return {
    held,
    find: async (key) => held.get(key) ?? null,
    claim: async (key, claim) => held.set(key, held.get(key) ?? claim).get(key)!,
  };
}

it('a repetition has the id that was claimed first', async () => {
  const claims = claimsInMemory();
  expect(await earlierId(claims, sent, now)).toBeNull();
  expect(await claimedId(claims, sent, 'one', now)).toBe('one');
  expect(await earlierId(claims, sent, now)).toBe('one');
  expect(await claimedId(claims, { ...sent, body: { x: 1 } }, 'two', now)).toBe('one');
  const [{ expiresAt }] = [...claims.held.values()] as [Claim];
  expect(expiresAt * 1000 - now.getTime()).toBe(24 * 3_600_000);
});

it('with another body contradicts it, unless the key tells all', async () => {
  const claims = claimsInMemory();
  await claimedId(claims, sent, 'one', now);
  const other = { ...sent, body: { x: 2 } };
  const told = 'The Idempotency-Key "k" was sent within the last 24 hours with another body: use a new key.';
  await expect(earlierId(claims, other, now)).rejects.toThrow(told);
  await expect(claimedId(claims, other, 'two', now)).rejects.toThrow(told);
  const any = { ...sent, idempotencyKey: 'any', body: null };
  await claimedId(claims, any, 'one', now);
  expect(await claimedId(claims, any, 'two', now)).toBe('one');
});

it('of another caller, with another key or without one is another request', async () => {
  const claims = claimsInMemory();
  const others = [{ requester: 'b' }, { requester: null }, { idempotencyKey: 'l' }, { idempotencyKey: null }];
  await claimedId(claims, sent, 'one', now);
  for (const [k, changes] of others.entries()) {
    const other = { ...sent, ...changes };
    expect(await earlierId(claims, other, now)).toBeNull();
    expect(await claimedId(claims, other, `${k}`, now)).toBe(`${k}`);
  }
});
