import { gunzipSync } from 'node:zlib';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { keepRoute, planNow } from '../../lib/routes/plan-now.ts';
import type { SentRequest } from '../../lib/routes/route-request.ts';
import { documentKey } from '../../lib/routes/route-store.ts';
import { fromStoredRequest } from '../../lib/routes/stored-request.ts';
import type { VoyageRequest } from '../../lib/voyage/voyage-request.ts';
import { startTables } from '../aws/local-tables.ts';
import { compiledGrid } from './compiled-grid.ts';
import { objectiveRoute, plan } from './plans.ts';
import { makeWorld, mesh, request } from './world.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ client, stop } = await startTables());
});
afterAll(() => stop());

const now = new Date('2026-11-20T06:00:00.000Z');
const limits = { toleranceNm: 1, retentionDays: 365 };
const leaving = (minutes: number, different: object = {}) =>
  request({ departure: new Date(now.getTime() + 60_000 * minutes).toISOString(), ...different });

/** A service that plans at once, and what it was asked to plan. */
function worldWithPlanner() {
  const world = makeWorld(client, [mesh(1)]);
  const asked: VoyageRequest[] = [];
  const [requests, documents] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
  const ports = {
    ...world.ports,
    documents: {
      ...world.ports.documents,
      put: async (key: string, document: Uint8Array) => {
        world.documents.add(key);
        documents.set(key, document);
      },
    },
    storedRequests: {
      put: async (key: string, stored: Uint8Array) => void requests.set(key, stored),
      get: async (key: string) => requests.get(key) ?? null,
    },
    plan: async (_: unknown, each: VoyageRequest) => {
      asked.push(each);
      return {
        plan: plan({ routes: [objectiveRoute()] }),
        mesh: { ...compiledGrid, environment: unknownEnvironment(0), consumption: 'fuel' as const },
      };
    },
  };
  const keep = async (sent: SentRequest, idempotencyKey: string) =>
    keepRoute(ports, sent, (await planNow(ports, sent))!, { requester: null, idempotencyKey }, limits, now);
  const documentOf = async (routeId: number) => {
    const job = (await world.ports.routes.byRouteId(routeId))!;
    return JSON.parse(gunzipSync(documents.get(documentKey(job))!).toString());
  };
  return { ...world, asked, requests, keep, documentOf };
}

describe('a route that is kept', () => {
  it('is one for its key, whenever it is kept again and wherever the ship is then', async () => {
    const { keep, documentOf } = worldWithPlanner();
    const first = await keep(leaving(0), 'check 1');
    expect(await keep(leaving(1, { start_lat: -51.8 }), 'check 1')).toBe(first);
    expect((await documentOf(first)).voyage).toEqual({ departure: now.toISOString() });
    expect(await keep(leaving(1), 'check 2')).not.toBe(first);
  });

  it('by one objective says so, keeps it for another calculation, and answers nobody who asks for all', async () => {
    const { keep, documentOf, asked, requests, send } = worldWithPlanner();
    const sent = { ...leaving(5), objectives: ['traveltime'] as const };
    const kept = await keep(sent, 'check 3');
    expect(asked).toMatchObject([{ objectives: ['traveltime'] }]);
    expect([...requests.values()].map((stored) => fromStoredRequest(stored).objectives)).toEqual([
      ['traveltime'],
    ]);
    const document = await documentOf(kept);
    expect(document.objectives).toEqual(['traveltime']);
    expect(document.routes[0].info.info).toContain('Only this route was planned');
    const { departure } = leaving(5).voyage!;
    expect(await send({ departure })).toMatchObject({ outcome: 'new' });
  });
});
