import '../environment.ts';
import { gzipSync } from 'node:zlib';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as get } from '../../../lambdas/routes/get.ts';
import { exampleRoute } from '../../../lib/api/example-route.ts';
import { toItem } from '../../../lib/aws/request-item.ts';
import { newJob } from '../../jobs/new-jobs.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const s3 = mockClient(S3Client);

beforeEach(() => {
  dynamo.reset();
  s3.reset();
  const job = newJob({ routeId: 9 });
  dynamo.on(GetCommand, { TableName: 'requests' }).resolves({ Item: { ...toItem(job), status: 'SUCCESS' } });
  dynamo.on(GetCommand, { TableName: 'meshes' }).resolves({});
  const document = gzipSync(JSON.stringify({ routes: exampleRoute.routes, tags: [] }));
  const Body = { transformToByteArray: async () => new Uint8Array(document) };
  s3.on(GetObjectCommand).resolves({ Body: Body as never });
});

const file = (query: Record<string, string>) =>
  invoke(get, 'GET /api/route/9', {
    event: {
      multiValueQueryStringParameters: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, [value]]),
      ),
    },
  });

describe('GET /api/route/{route_id} as a file', () => {
  it.each([
    ['geojson', 'application/geo+json', /^\{"type":"FeatureCollection"/],
    ['gpx', 'application/gpx+xml', /<gpx .*<rte>/s],
    ['rtz', 'application/rtz+xml', /CIRM\/RTZ\/1\/0|cirm.org\/RTZ\/1\/0/],
    ['csv', 'text/csv; charset=utf-8', /Falklands/],
    ['charttrack', 'text/csv; charset=utf-8', /^Route Name:,/],
    ['kml', 'application/vnd.google-earth.kml+xml', /<kml /],
    ['svg', 'image/svg+xml', /<svg /],
  ])('%s', async (format, type, content) => {
    const { status, headers, text } = await file({ format });
    expect(status).toBe(200);
    expect(headers['Content-Type']).toBe(type);
    // a chart shows all objectives
    const ends = 'route-9 Falklands to Rothera';
    const name = format === 'svg' ? `${ends}.` : `${ends} (traveltime).`;
    expect(headers['Content-Disposition']).toContain(`attachment; filename="${name}`);
    expect(text).toMatch(content);
  });

  it('has times of arrival where the departure is given', async () => {
    expect((await file({ format: 'gpx' })).text).not.toContain('<time>');
    const { text } = await file({ format: 'gpx', departure: '2026-11-21T10:00' });
    expect(text).toContain('2026-11-21T10:00:00');
  });

  it('has those of the departure that the route was planned for, and no others', async () => {
    const planned = exampleRoute.routes.map((route) => ({ ...route, departure: '2026-11-21T10:00:00.000Z' }));
    const document = gzipSync(JSON.stringify({ routes: planned, tags: [] }));
    const Body = { transformToByteArray: async () => new Uint8Array(document) };
    s3.on(GetObjectCommand).resolves({ Body: Body as never });
    expect((await file({ format: 'gpx' })).text).toContain('2026-11-21T10:00:00');
    expect((await file({ format: 'gpx', departure: '2026-11-21T11:00+01:00' })).status).toBe(200);
    const refused = await file({ format: 'gpx', departure: '2026-11-21T11:00Z' });
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'departure' })],
    ]);
  });

  it('is a schedule: a table, or a calendar, which needs a departure', async () => {
    const table = await file({ format: 'csv', part: 'schedule' });
    expect([table.status, table.text]).toEqual([200, expect.stringMatching(/^name,what,/)]);
    const refused = await file({ format: 'ics' });
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'departure' })],
    ]);
    const calendar = await file({ format: 'ics', departure: '2026-11-21T10:00' });
    expect(calendar.headers['Content-Type']).toBe('text/calendar; charset=utf-8');
    expect(calendar.text).toMatch(/^BEGIN:VCALENDAR.*DTSTART:20261121T100000Z/s);
    expect((await file({ format: 'kml', part: 'schedule' })).status).toBe(422);
  });

  it('tells in the schedule when the window opens that a stop waits for', async () => {
    const at = { lat: -60, lon: -60, arrives_days: 1, leaves_days: 1.25 };
    const stops = ['A', 'B', 'C'].map((name, k) => ({ ...at, name, wait_hours: k === 1 ? 6 : 0 }));
    const routes = exampleRoute.routes.map((route) => ({ ...route, stops }));
    const document = gzipSync(JSON.stringify({ routes, tags: [] }));
    s3.on(GetObjectCommand).resolves({
      Body: { transformToByteArray: async () => new Uint8Array(document) } as never,
    });
    const { text } = await file({ format: 'csv', part: 'schedule', departure: '2026-11-24T04:00Z' });
    expect(text).toContain(',6.000,its window opens at 2026-11-25T10:00:00Z,');
  });

  it.each([
    ['format', 'pdf'],
    ['points', 'none'],
    ['departure', 'tomorrow'],
    ['departure', '2026-02-30T10:00Z'],
    ['version', '2.0'],
    ['objective', 'battery'],
  ])('with %s=%s is a 400 that names the parameter', async (name, value) => {
    const { status, json } = await file({ format: 'rtz', [name]: value });
    expect(status).toBe(400);
    expect(json.details).toEqual([{ field: name, message: expect.stringMatching(/^must be /) }]);
  });

  it.each([
    ['schedule', 'csv or ics'],
    ['trade_off', 'csv or svg'],
  ])('part=%s asks for a format that it can be had in, and is no whole document', async (part, formats) => {
    for (const format of [{}, { format: 'json' }]) {
      const { status, json } = await file({ part, ...format });
      expect([status, json.details]).toEqual([
        400,
        [{ field: 'format', message: `must be ${formats} with part=${part}` }],
      ]);
    }
  });
});
