import { expect, test } from 'vitest';
import type { MeshSummary } from '../../lib/console/api/types.ts';
import { asListed, chooseMesh, meshAt } from '../../lib/console/state/choose-mesh.ts';

const mesh = (id: number, created: string, area: number, lonMin: number, lonMax: number) =>
  ({ id, created, area_km2: area, bounds: { latMin: -80, latMax: -50, lonMin, lonMax } }) as MeshSummary;

const meshes = [
  mesh(1, '2024-02-13T23:00:00.000Z', 1, -70, 0),
  mesh(2, '2024-02-14T05:00:00.000Z', 9, -70, 0),
  mesh(3, '2024-02-14T01:00:00.000Z', 5, -70, 0),
  mesh(4, '2024-02-15T00:00:00.000Z', 2, 170, -170),
];

test('the smallest mesh of the latest day that contains all points', () => {
  const points = [
    { lat: -60, lon: -50 },
    { lat: -70, lon: -20 },
  ];
  expect(chooseMesh(meshes, points)?.id).toBe(3);
});

test('lists begin with the latest; a forecast is in the order of its days', () => {
  const days = ['2024-02-16', '2024-02-14', '2024-02-15'].map((valid_from, k) => ({
    ...mesh(10 + k, '2024-02-14T00:00:00.000Z', 5, -70, 0),
    valid_from,
  }));
  expect(asListed([...days, meshes[0]!, meshes[3]!]).map(({ id }) => id)).toEqual([4, 11, 12, 10, 1]);
});

test('among equals a vessel mesh first, then the one imported last, as in the service', () => {
  const day = '2024-02-14T00:00:00.000Z';
  const equal = [7, 8, 9].map((id) => mesh(id, day, 5, -70, 0));
  expect(chooseMesh(equal, [])?.id).toBe(9);
  const kinds = equal.map((each) => ({
    ...each,
    kind: each.id === 8 ? ('vessel' as const) : ('environment' as const),
  }));
  expect(chooseMesh(kinds, [])?.id).toBe(8);
});

test('across the antimeridian; without points the newest; none where none contains the points', () => {
  expect(chooseMesh(meshes, [{ lat: -60, lon: 180 }])?.id).toBe(4);
  expect(chooseMesh(meshes, [])?.id).toBe(4);
  expect(chooseMesh(meshes, [{ lat: 0, lon: 0 }])).toBeNull();
});

test('of a forecast the one that holds at the instant: the valid one that begins last, of equals the newest; in a gap the one before', () => {
  const on = (id: number, from: string, to = from, lonMin = -70) => ({
    ...mesh(id, `2024-02-1${id}T00:00:00.000Z`, 5, lonMin, 0),
    valid_from: from,
    valid_to: to,
  });
  const forecast = [
    on(1, '2024-02-14', '2024-02-16'),
    on(2, '2024-02-15'),
    on(3, '2024-02-15'),
    on(4, '2024-02-18'),
    on(5, '2024-02-15', '2024-02-15', -60), // of another region
  ];
  const at = (time: string) => meshAt(new Date(time), forecast[0]!, forecast).id;
  expect(at('2024-02-01T00:00Z')).toBe(1);
  expect(at('2024-02-15T12:00Z')).toBe(3);
  expect(at('2024-02-16T12:00Z')).toBe(1);
  expect(at('2024-02-17T12:00Z')).toBe(1);
  expect(at('2024-02-20T12:00Z')).toBe(4);
  const undated = { ...forecast[0]!, valid_from: null, valid_to: null };
  expect(meshAt(new Date('2024-02-15T12:00Z'), undated, [undated])).toBe(undated);
});
