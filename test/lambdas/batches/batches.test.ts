import '../environment.ts';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { handler as cancel } from '../../../lambdas/batches/cancel.ts';
import { handler as create } from '../../../lambdas/batches/create.ts';
import { handler as failures } from '../../../lambdas/batches/failures.ts';
import { handler as get } from '../../../lambdas/batches/get.ts';
import { handler as list } from '../../../lambdas/batches/list.ts';
import { handler as results } from '../../../lambdas/batches/results.ts';
import { handler as start } from '../../../lambdas/batches/start.ts';
import { keysOf } from '../../../lib/batches/batch.ts';
import { batch } from '../../batches/store.ts';
import { invoke } from '../invoke.ts';
import { batchMocks, refused } from './memory.ts';

const { dynamo, items, objects, s3, store, stored, storePart, workflow } = batchMocks();
const path = `/api/batch/${batch.id}`;
const keys = keysOf(batch.id);
const ends = { start_lat: -60, start_lon: -50, end_lat: -62, end_lon: -52 };
const inside = { error: 'Internal error', request_id: expect.any(String) };
const recorded = () => [...items.values()].filter(({ sort }) => sort === 'batch');
const started = () => workflow.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input.name);

describe('POST /api/batch', () => {
  const body = { name: 'Winters', requests: [ends] };
  const make = (key?: string, name = 'Winters') =>
    invoke(create, 'POST /api/batch', {
      body: { ...body, name },
      requester: 'a',
      ...(key && { headers: { 'Idempotency-Key': key } }),
    });

  it('records and starts nothing whose lines the bucket did not take', async () => {
    s3.on(PutObjectCommand).rejects(refused('AccessDenied', 403));
    const { status, json } = await make();
    expect([status, json]).toEqual([500, inside]);
    expect([recorded(), started()]).toEqual([[], []]);
  });

  it('starts nothing that was not recorded', async () => {
    dynamo.on(PutCommand).rejects(refused('ValidationException'));
    expect((await make()).status).toBe(500);
    expect(started()).toEqual([]);
  });

  it('that could not be started is started by the same request, as the same batch', async () => {
    workflow.on(StartExecutionCommand).rejectsOnce(refused('ThrottlingException')).resolves({});
    const first = await make('key');
    expect([first.status, first.headers['Retry-After']]).toEqual([503, '5']);
    const { status, json } = await make('key');
    expect(status).toBe(201);
    expect(recorded().map(({ id }) => id)).toEqual([json.id]);
    expect(started()).toEqual([json.id, json.id]);
  });

  it('with a key that another body had is a 422', async () => {
    expect((await make('key')).status).toBe(201);
    expect((await make('key', 'Summers')).status).toBe(422);
    expect(recorded()).toHaveLength(1);
  });
});

describe('POST …/start', () => {
  const begin = (requester?: string) =>
    invoke(start, `POST ${path}/start`, { ...(requester && { requester }) });
  const waiting = { status: 'PENDING', startAsked: null, input: 'csv', requester: 'a' } as const;

  it('of one that is not there, not yours, over, or without its file says so, and starts nothing', async () => {
    expect((await begin()).status).toBe(404);
    store(waiting);
    expect((await begin('b')).status).toBe(403);
    const { status, json } = await begin('a');
    expect([status, json.error]).toEqual([409, expect.stringContaining('no file yet')]);
    store({ ...waiting, status: 'SUCCESS' });
    expect((await begin('a')).status).toBe(409);
    expect(started()).toEqual([]);
  });

  it('again is a 202, also where it runs already', async () => {
    store(waiting);
    objects.set(keys.input, Buffer.from('key\n'));
    workflow
      .on(StartExecutionCommand)
      .resolvesOnce({})
      .rejects(new ExecutionAlreadyExists({ message: 'there', $metadata: {} }));
    expect([(await begin('a')).status, (await begin('a')).status]).toEqual([202, 202]);
    expect(stored().startAsked).not.toBeNull();
  });

  it('that the workflow refuses is remembered: it can be asked for again', async () => {
    store(waiting);
    objects.set(keys.input, Buffer.from('key\n'));
    workflow.on(StartExecutionCommand).rejectsOnce(refused('StateMachineDoesNotExist')).resolves({});
    expect((await begin('a')).json).toEqual(inside);
    expect((await begin('a')).status).toBe(202);
  });
});

describe('DELETE …', () => {
  const stop = (requester = 'a') => invoke(cancel, `DELETE ${path}`, { requester });

  it('of one that is not there, not yours, or over says so, and stops nothing', async () => {
    expect((await stop()).status).toBe(404);
    store({ requester: 'a' });
    expect((await stop('b')).status).toBe(403);
    store({ requester: 'a', status: 'FAILURE' });
    const { status, json } = await stop();
    expect([status, json.error]).toEqual([409, expect.stringContaining('it is FAILURE')]);
    expect(workflow.commandCalls(StopExecutionCommand)).toHaveLength(0);
  });

  it('counts although its execution is gone', async () => {
    store({ requester: 'a' });
    workflow.on(StopExecutionCommand).rejects(new ExecutionDoesNotExist({ message: 'gone', $metadata: {} }));
    expect((await stop()).status).toBe(202);
    expect(stored().status).toBe('REVOKED');
  });

  it('whose execution could not be stopped stops it when it is asked for again', async () => {
    store({ requester: 'a' });
    workflow.on(StopExecutionCommand).rejectsOnce(refused('ServiceUnavailable', 503)).resolves({});
    expect((await stop()).status).toBe(503);
    expect((await stop()).status).toBe(202);
    expect(workflow.commandCalls(StopExecutionCommand)).toHaveLength(2);
  });
});

describe('what is asked about batches', () => {
  it('that are not there is a 404', async () => {
    for (const [handler, request] of [
      [get, path],
      [results, `${path}/results`],
      [failures, `${path}/failures`],
    ] as const) {
      expect((await invoke(handler, `GET ${request}`)).status, request).toBe(404);
    }
  });

  it('lists are of who asks, page by page', async () => {
    const last = { created: '2026-11-28T11:00:00.000Z', id: batch.id };
    dynamo.on(QueryCommand, { IndexName: 'by-owner' }).resolves({ Items: [], LastEvaluatedKey: last });
    const ask = (query: Record<string, string[]>) =>
      invoke(list, 'GET /api/batch', {
        requester: 'a',
        event: { multiValueQueryStringParameters: query },
      });
    const { json } = await ask({ limit: ['1'] });
    expect(json).toEqual({ batches: [], next: `${last.created}~${batch.id}` });
    await ask({ next: [json.next] });
    const [first, second] = dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input);
    expect(first).toMatchObject({ Limit: 1, ExpressionAttributeValues: { ':owner': 'a' } });
    expect(second!.ExclusiveStartKey).toEqual({ owner: 'a', ...last, sort: 'batch' });
    expect(await ask({ next: ['garbage'] })).toMatchObject({ status: 400 });
    expect((await ask({ limit: ['0'] })).status).toBe(400);
  });

  it('tells how far one is by its parts while it runs, and by its own counts once it is over', async () => {
    store({ total: 10 });
    storePart({ id: 'a', done: 2, noWay: 1 });
    storePart({ id: 'b', failed: 1 });
    expect((await invoke(get, `GET ${path}`)).json).toMatchObject({ done: 2, no_way: 1, failed: 1 });
    store({ total: 10, status: 'REVOKED', counts: { done: 3, failed: 0, noWay: 0 } });
    expect((await invoke(get, `GET ${path}`)).json).toMatchObject({ done: 3, failed: 0, ends_about: null });
  });

  it('results are links to files as they are called, and to summary and spread only once these are there', async () => {
    storePart({ id: 'a', rows: 2, bytes: 9 });
    store({ hasSpread: true });
    const ask = async () => (await invoke(results, `GET ${path}/results`)).json;
    const running = await ask();
    expect(Object.keys(running)).toEqual(['manifest']);
    expect(running.manifest).toMatchObject([{ rows: 2, bytes: 9 }]);
    const link = new URL(running.manifest[0].url);
    expect(link.pathname).toBe(`/${keys.rows('a')}`);
    expect(link.searchParams.get('response-content-disposition')).toBe('attachment; filename="a.parquet"');
    store({ hasSpread: true, status: 'SUCCESS' });
    expect(Object.keys(await ask())).toEqual(['manifest', 'summary_url', 'spread_url']);
    store({ hasSpread: true, status: 'SUCCESS', notes: ['Too many.'] });
    expect(Object.keys(await ask())).toEqual(['manifest', 'summary_url']);
  });

  it('failures whose file is gone are none; of a bucket that refuses they are a 500 without its inside', async () => {
    store();
    storePart({ id: 'a', failed: 1 });
    const ask = () => invoke(failures, `GET ${path}/failures`);
    expect((await ask()).json).toEqual({ failures: [] });
    s3.rejects(refused('AccessDenied', 403));
    const { status, json } = await ask();
    expect([status, json]).toEqual([500, inside]);
  });
});
