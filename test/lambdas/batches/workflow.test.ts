import '../environment.ts';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as admit } from '../../../lambdas/batches/admit.ts';
import { handler as calculate } from '../../../lambdas/batches/calculate.ts';
import { handler as expand } from '../../../lambdas/batches/expand.ts';
import { handler as price } from '../../../lambdas/batches/price.ts';
import { handler as publish } from '../../../lambdas/batches/publish.ts';
import { handler as settle } from '../../../lambdas/batches/settle.ts';
import { type BatchItem, keysOf } from '../../../lib/batches/batch.ts';
import { batch } from '../../batches/store.ts';
import { storeCatalogue } from '../store-catalogue.ts';
import { batchMocks, refused } from './memory.ts';

const { dynamo, items, objects, s3, store, stored, storePart } = batchMocks();
const task = { batch_id: batch.id };
const keys = keysOf(batch.id);
/** A failure of a service, by a name that the workflow waits out. */
const named = (name: string) => expect.objectContaining({ name });

describe('admit', () => {
  it('is over where the batch has ended, or is gone', async () => {
    expect(await admit(task)).toEqual({ next: 'over' });
    store({ status: 'REVOKED' });
    expect(await admit(task)).toEqual({ next: 'over' });
  });

  it('waits behind three others, and runs once it is among the first', async () => {
    store({ status: 'PENDING' });
    const first = ['a', 'b', 'c'].map((id) => ({ id }));
    dynamo.on(QueryCommand, { IndexName: 'active' }).resolves({ Items: first });
    expect(await admit(task)).toEqual({ next: 'wait' });
    dynamo
      .on(QueryCommand, { IndexName: 'active' })
      .resolves({ Items: [...first.slice(1), { id: batch.id }] });
    expect(await admit(task)).toEqual({ next: 'run' });
    expect(stored().status).toBe('STARTED');
  });

  it('keeps the name of a failure that the workflow waits out, and gives one to those without', async () => {
    dynamo.on(GetCommand).rejectsOnce(refused('ThrottlingException')).rejects(refused('Odd', 502));
    await expect(admit(task)).rejects.toEqual(named('ThrottlingException'));
    await expect(admit(task)).rejects.toEqual(named('ServiceUnavailable'));
  });
});

describe('expand', () => {
  beforeEach(() => storeCatalogue(s3, []));

  it('plans nothing of a batch that was cancelled', async () => {
    store({ status: 'REVOKED' });
    expect(await expand(task)).toEqual({ items: 0, per_child: 1, prices: false, over: true });
    expect(objects.size).toBe(0);
  });

  it('refuses a batch whose input is gone, in a sentence', async () => {
    store({ input: 'csv' });
    expect(await expand(task)).toMatchObject({ over: true });
    expect(stored()).toMatchObject({
      status: 'FAILURE',
      info: { error: expect.stringMatching(/^The file .*\.$/) },
    });
  });

  it('of a bucket that does not answer fails by a name that is waited out, and the batch goes on', async () => {
    store({ input: 'csv' });
    s3.on(GetObjectCommand, { Key: keys.input }).rejects(refused('SlowDown', 503));
    await expect(expand(task)).rejects.toEqual(named('SlowDown'));
    expect(stored().status).toBe('STARTED');
  });
});

describe('calculate', () => {
  const line: BatchItem = { line: 7, key: 'seven', meshes: [1], forecast: null, body: {} };
  const child = (crashes = 0) =>
    calculate({ ...task, child: 'child', items: [line], progress: { next: 0, crashes, done: false } }, {
      getRemainingTimeInMillis: () => 600_000,
    } as Context);

  it('does nothing for a batch that was cancelled', async () => {
    store({ status: 'REVOKED' });
    expect(await child()).toEqual({ next: 1, crashes: 0, done: true });
    expect(objects.size).toBe(0);
  });

  it('without the snapshot fails and says which, rather than with other vehicles', async () => {
    store();
    await expect(child()).rejects.toThrow(`The snapshot of batch ${batch.id} is gone.`);
  });

  it('answers a line that crashed three times as failed', async () => {
    store();
    expect(await child(3)).toEqual({ next: 1, crashes: 0, done: true });
    expect([...items.values()].find(({ sort }) => sort.startsWith('part#'))).toMatchObject({
      failed: 1,
      rows: 1,
    });
    const [key] = [...objects.keys()].filter((each) => each.includes('/failures/'));
    expect(JSON.parse(objects.get(key!)!.toString())).toMatchObject({
      line: 7,
      key: 'seven',
      reason: expect.stringContaining('crashed'),
    });
  });

  it('counts no line whose results the bucket did not take', async () => {
    store();
    s3.on(PutObjectCommand).rejects(refused('InternalError', 500));
    await expect(child(3)).rejects.toEqual(named('InternalError'));
    expect([...items.values()].filter(({ sort }) => sort.startsWith('part#'))).toEqual([]);
  });
});

describe('price', () => {
  it('leaves out a mesh that is gone, and fails where it can not know', async () => {
    const meshes = [{ mesh_id: 7 }];
    dynamo.on(GetCommand, { TableName: 'meshes' }).resolvesOnce({}).rejects(refused('Odd', 502));
    await price({ ...task, meshes });
    expect(objects.size).toBe(0);
    await expect(price({ ...task, meshes })).rejects.toEqual(named('ServiceUnavailable'));
  });
});

describe('publish', () => {
  it('does not end a batch whose rows it can not read', async () => {
    store({ total: 1 });
    storePart({ id: 'a', rows: 1, done: 1 });
    await expect(publish({ ...task, prices: false })).rejects.toThrow('The rows of part a');
    expect(stored().status).toBe('STARTED');
  });

  it('of lines that were not all answered is a failure that says how many', async () => {
    store({ total: 3 });
    await publish({ ...task, prices: false });
    expect(stored()).toMatchObject({
      status: 'FAILURE',
      counts: { done: 0, failed: 0, noWay: 0 },
      info: { error: expect.stringContaining('3 of 3 lines were not answered') },
    });
  });

  it('leaves a batch that was cancelled as it is', async () => {
    store({ status: 'REVOKED', total: 3 });
    await publish({ ...task, prices: false });
    expect(objects.size).toBe(0);
    expect(stored()).toMatchObject({ status: 'REVOKED', info: null });
  });
});

describe('settle', () => {
  const end = (status: string) => settle({ detail: { name: batch.id, status } });

  it.each([
    ['TIMED_OUT', 'took longer'],
    ['FAILED', 'fault of the service'],
  ])('an execution that is %s ends the batch with the reason and what is done', async (status, reason) => {
    store();
    storePart({ id: 'a', done: 2 });
    await end(status);
    expect(stored()).toMatchObject({
      status: 'FAILURE',
      counts: { done: 2 },
      info: { error: expect.stringContaining(reason) },
    });
  });

  it('keeps what a batch ended as before, and does nothing for none', async () => {
    store({ status: 'REVOKED' });
    await end('ABORTED');
    expect(stored()).toMatchObject({ status: 'REVOKED', info: null });
    items.clear();
    await end('ABORTED');
    expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(1);
  });
});
