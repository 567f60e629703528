import { describe, expect, test } from 'vitest';
import { batchRequest } from '../../lib/batches/batch-fields.ts';
import { expandStudy } from '../../lib/batches/study.ts';

const ends = { start_lat: -60, start_lon: -50, end_lat: -62, end_lon: -52 };
const studyOf = (over: object, request: object = ends) => {
  const parsed = batchRequest.parse({ name: 'x', study: { request, over } });
  return parsed.study!;
};

test('a study stands for all combinations, each with a key of what is varied', () => {
  const departures = { from: '2026-01-01T00:00Z', to: '2026-01-02T00:00Z', step_hours: 12 };
  const bodies = [...expandStudy(studyOf({ meshes: [5, 6], vehicles: ['SDA'], departures }), [5, 6])];
  expect(bodies).toHaveLength(6);
  expect(bodies[1]).toEqual({
    ...ends,
    mesh_id: 5,
    vehicle_type: 'SDA',
    departure: '2026-01-01T12:00:00.000Z',
    key: '5/SDA/2026-01-01T12:00:00.000Z',
  });
  const pairs = [...expandStudy(studyOf({ pairs: [ends, { ...ends, end_lat: -63 }] }, {}), null)];
  expect(pairs.map(({ key, end_lat }) => [key, end_lat])).toEqual([
    ['pair 1', -62],
    ['pair 2', -63],
  ]);
});

test('a study names the time of its meshes by days, as meshes do, or by instants', () => {
  const timed = (valid_from: string) => ({ valid_from, valid_to: '2026-02-01', bounds_of: 7 });
  const expected = { ...timed('2026-01-01T00:00:00.000Z'), valid_to: '2026-02-01T00:00:00.000Z' };
  expect(studyOf({ meshes: timed('2026-01-01') }).over.meshes).toEqual(expected);
  expect(studyOf({ meshes: timed('2026-01-01T00:00Z') }).over.meshes).toEqual(expected);
});

describe('a batch', () => {
  const faultsOf = (body: object) =>
    batchRequest
      .safeParse({ name: 'x', ...body })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test.each([
    [{}, 'requests', 'is required'],
    [{ requests: [ends], upload: 'csv' }, 'upload', 'can not be combined with requests'],
    [{ upload: 'csv', start: true }, 'start', 'can not be true with upload'],
    [{ upload: 'xml' }, 'upload', 'must be "jsonl" or "csv"'],
    [{ requests: Array(1001).fill({}) }, 'requests', 'at most 1000'],
    [{ requests: [ends], store: true, certificate: false }, 'store', 'without certificate'],
    [{ study: { request: ends, over: {} } }, 'study.over', 'must vary'],
    [{ study: { request: { mesh_id: 1 }, over: { meshes: [1] } } }, 'study.request.mesh_id', 'over.meshes'],
    [{ study: { request: {}, over: { meshes: [1e20] } } }, 'study.over.meshes.0', 'a mesh identifier'],
    [
      {
        study: {
          request: {},
          over: { meshes: { valid_from: '1 May', valid_to: '2026-02-01', bounds_of: 7 } },
        },
      },
      'study.over.meshes',
      'days such as 2026-11-21',
    ],
    [
      {
        study: {
          request: {},
          over: { departures: { from: '2026-01-02T00:00Z', to: '2026-01-01T00:00Z', step_hours: 1 } },
        },
      },
      'study.over.departures.to',
      'must not be before',
    ],
    [
      {
        study: {
          request: {},
          over: { departures: { from: '1900-01-01T00:00Z', to: '2026-01-01T00:00Z', step_hours: 1 } },
        },
      },
      'study.over',
      'combinations',
    ],
  ])('%j is refused, with its field', (body, field, message) => {
    expect(faultsOf(body)).toContainEqual([field, expect.stringContaining(message)]);
  });
});
