import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sda as vehicle } from '../vehicles/sda.ts';
import { gridMesh } from './grid-mesh.ts';
import { service } from './served.ts';
import type { Answer } from './service.ts';

/** What a client may get wrong, from the fields to the text of HTTP. */
export function testBadInput(): void {
  beforeAll(async () => {
    await service.addMesh('sea', gridMesh());
  });

  const request = { start_lat: '-69', start_lon: '-59', end_lat: '-61', end_lon: '-51' };

  function expectError(answer: Answer, status: number): void {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body.error).toMatch(/\w/);
    expect(answer.body).not.toHaveProperty('message');
  }

  const fieldsOf = (answer: Answer) =>
    answer.body.details.map(({ field }: { field: string }) => field).sort();

  describe('a route request', () => {
    test.each([
      ['latitudes of 91', { start_lat: 91, end_lat: '-91' }, ['end_lat', 'start_lat']],
      ['longitudes beyond 180', { start_lon: '180.1', end_lon: -181 }, ['end_lon', 'start_lon']],
      ['NaN and Infinity as text', { start_lat: 'NaN', end_lat: 'Infinity' }, ['end_lat', 'start_lat']],
      ['words', { start_lat: 'south', end_lon: '' }, ['end_lon', 'start_lat']],
      ['wrong types', { start_lat: true, end_lon: [], mesh_id: '1x' }, ['end_lon', 'mesh_id', 'start_lat']],
      ['unknown fields', { speed: 1, colour: 'red' }, ['colour', 'speed']],
      ['null coordinates', { start_lat: null }, ['start_lat']],
      ['a mesh id with a fraction', { mesh_id: 1.5 }, ['mesh_id']],
      ['force that is no boolean', { force_new_route: 'yes' }, ['force_new_route']],
      ['a tag of 51 characters', { tags: ['x'.repeat(51)] }, ['tags']],
      ['a name of 101 characters', { start_name: 'x'.repeat(101) }, ['start_name']],
    ])('%s: 400 that names each', async (_, change, fields) => {
      const answer = await service.post('/api/route', { ...request, ...change });
      expectError(answer, 400);
      expect([...new Set(fieldsOf(answer).map((field: string) => field.split(/[.[]/)[0]))]).toEqual(fields);
    });

    test('nothing at all: every missing field is named', async () => {
      const answer = await service.post('/api/route', {});
      expectError(answer, 400);
      expect(fieldsOf(answer)).toEqual(['end_lat', 'end_lon', 'start_lat', 'start_lon']);
    });
  });

  describe('a vehicle', () => {
    test.each([
      [
        'negative and zero',
        { max_speed: 0, beam: -1, force_limit: -1 },
        ['beam', 'force_limit', 'max_speed'],
      ],
      ['ice beyond 100 %', { max_ice_conc: 100.1 }, ['max_ice_conc']],
      ['numbers beyond 1e12', { min_depth: 1.1e12 }, ['min_depth']],
      ['a path that is taken', { vessel_type: 'available' }, ['vessel_type']],
      ['what no path can hold', { vessel_type: 'a/b' }, ['vessel_type']],
      ['151 characters', { vessel_type: '🚢'.repeat(151) }, ['vessel_type']],
      ['another force', { force_properties: 'yes' }, ['force_properties']],
    ])('%s: 400', async (_, change, fields) => {
      const answer = await service.post('/api/vehicle', { ...vehicle, ...change });
      expectError(answer, 400);
      expect(fieldsOf(answer)).toEqual(fields);
      expect((await service.get('/api/vehicle')).body).toEqual([]);
    });

    test('150 characters of any script are a name', async () => {
      const vessel_type = '🚢'.repeat(150);
      expect((await service.post('/api/vehicle', { ...vehicle, vessel_type })).status).toBe(201);
      expect((await service.delete(`/api/vehicle/${encodeURIComponent(vessel_type)}`)).status).toBe(204);
    });
  });

  describe('a body', () => {
    test.each(['{"a":', '', 'null', '[]', '"text"', 'NaN', '{"start_lat": NaN}'])('%j: 400', async (body) => {
      expectError(await service.call('POST', '/api/route', body), 400);
    });

    test('a megabyte of text: 413', async () => {
      const answer = await service.call('POST', '/api/route', JSON.stringify('x'.repeat(1024 * 1024)));
      expectError(answer, 413);
    });

    test('another content type: 415; none at all is JSON', async () => {
      const body = JSON.stringify({ ...request, start_lat: 91 });
      expectError(await service.call('POST', '/api/route', body, { 'content-type': 'text/xml' }), 415);
      const bytes = new TextEncoder().encode(body); // fetch adds no content type to bytes
      const response = await fetch(`${service.stack.apiUrl}/api/route`, { method: 'POST', body: bytes });
      expect(response.status).toBe(400);
      expect(((await response.json()) as { details: object[] }).details).toHaveLength(1);
    });
  });

  describe('a path', () => {
    test.each([
      ['GET', '/api'],
      ['GET', '/api/nothing'],
      ['GET', '/api/route/1/2'],
      ['GET', '/api/route/abc'],
      ['GET', '/api/route/0'],
      ['GET', '/api/route/-1'],
      ['GET', '/api/route/99999999999999999999'],
      ['GET', '/api/route/1.5'],
      ['GET', '/api/vehicle/nobody'],
      ['POST', '/elsewhere/'],
    ])('%s %s: 404', async (method, path) => {
      expectError(await service.call(method, path), 404);
    });

    test('a malformed escape: 400', async () => {
      const answer = await service.get('/api/vehicle/%E0%A4%A');
      expectError(answer, 400);
      expect(answer.body.error).toContain('%E0%A4%A');
    });

    test.each(['get / HTTP/1.1', 'GET /é HTTP/1.1', `GET /${'x'.repeat(20_000)} HTTP/1.1`])(
      'text that is not HTTP is answered with JSON (%.10s)',
      async (line) => {
        const { hostname, port } = new URL(service.stack.apiUrl);
        const socket = connect(Number(port), hostname);
        socket.end(Buffer.from(`${line}\r\nHost: x\r\n\r\n`, 'latin1'));
        const [head, body] = (await text(socket)).split('\r\n\r\n');
        expect(head).toMatch(/^HTTP\/1.1 4\d\d .*Content-Type: application\/json/is);
        expect(JSON.parse(body!).error).toMatch(/\w/);
      },
    );

    test.each([
      ['DELETE', '/api/vehicle', 'GET, POST'],
      ['PUT', '/api/vehicle/SDA/', 'DELETE, GET'],
      ['PATCH', '/api/route', 'POST'],
      ['POST', '/api/route/1', 'GET'],
      ['PUT', '/api/job/x', 'DELETE, GET'],
      ['DELETE', '/api/vehicle/available', 'GET'],
    ])('%s %s: 405 with Allow %s', async (method, path, allow) => {
      const answer = await service.call(method, path);
      expectError(answer, 405);
      expect(answer.headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow);
    });
  });
}
