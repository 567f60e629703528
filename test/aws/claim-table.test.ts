import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClaimTable, JOBS } from '../../lib/aws/claim-table.ts';
import type { Claim } from '../../lib/request/claims.ts';
import { startTables } from './local-tables.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let claims: ClaimTable;
beforeAll(async () => {
  ({ client, stop } = await startTables());
  claims = new ClaimTable(client, 'requests', JOBS);
});
afterAll(() => stop());

const now = new Date('2026-03-01T00:00:00.000Z');
const claim = (id: string, fingerprint: string | null = null): Claim => ({
  id,
  fingerprint,
  expiresAt: now.getTime() / 1000 + 3600,
});
const after = (seconds: number) => new Date(now.getTime() + 1000 * seconds);

it('is held by one of many, and all are told by whom', async () => {
  const all = Array.from({ length: 20 }, (_, i) => claim(`job-${i}`, `${i}`));
  const holders = await Promise.all(all.map((each) => claims.claim('one', each, now)));
  expect(new Set(holders.map(({ id }) => id)).size).toBe(1);
  expect(all).toContainEqual(holders[0]);
  expect(await claims.find('one', now)).toEqual(holders[0]);
});

it('is taken over from the job that holds it, once', async () => {
  await claims.claim('two', claim('a'), now);
  expect(await claims.takeOver('two', claim('b'), 'a')).toBe(true);
  expect(await claims.takeOver('two', claim('c'), 'a')).toBe(false);
  expect(await claims.claim('two', claim('c'), now)).toEqual(claim('b'));
});

it('expires, whether or not the table has deleted it', async () => {
  await claims.claim('three', claim('a'), now);
  expect(await claims.find('three', after(3600))).toEqual(claim('a'));
  expect(await claims.find('three', after(3601))).toBeNull();
  expect(await claims.claim('three', claim('b'), after(3600))).toEqual(claim('a'));
  expect(await claims.claim('three', claim('b'), after(3601))).toEqual(claim('b'));
});

it('does not exist before it is made', async () => {
  expect(await claims.find('four', now)).toBeNull();
  expect(await claims.takeOver('four', claim('b'), 'a')).toBe(false);
});
