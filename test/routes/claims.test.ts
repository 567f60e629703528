import { expect, it } from 'vitest';
import { identicalRequestKey } from '../../lib/routes/claims.ts';
import { sda } from '../vessel/vehicles.ts';
import { request } from './world.ts';

it('requests are identical only with the same meshes, points, vehicle, voyage and standing zones, through the same forecast, of which the same is told', () => {
  const [start, end] = [
    { lat: -51.7, lon: -57.7 },
    { lat: -67.7, lon: -68 },
  ];
  const stop = { name: 'Pole', lat: -60, lon: -60 };
  const plain = { meshIds: [1, 2], start, end, vehicle: null };
  const sailed = { ...plain, vehicle: sda };
  const voyage = request({ stops: [stop] }).voyage;
  const elsewhere = request({ stops: [{ ...stop, lat: -61 }] }).voyage;
  const later = request({ stops: [stop], departure: '2026-11-21T10:00Z' }).voyage;
  const different = [
    plain,
    { ...plain, meshIds: [2, 1] },
    { ...plain, start: end, end: start },
    sailed,
    { ...plain, vehicle: { ...sda, beam: 1 } },
    ...[voyage, elsewhere, later].map((asked) => ({ ...plain, voyage: asked })),
    ...['a', 'b'].map((standing) => ({ ...plain, standing })),
    { ...plain, voyage, standing: 'a' },
    ...[[1], [1, 2]].map((forecast) => ({ ...plain, voyage: later, forecast })),
    ...[8, 9].map((routeId) => ({ ...plain, continues: { routeId, planned: {} } })),
    { ...plain, objectives: ['traveltime' as const] },
  ];
  expect(new Set(different.map(identicalRequestKey)).size).toBe(different.length);
  const reordered = Object.fromEntries(Object.entries(sda).toReversed()) as typeof sda;
  expect(identicalRequestKey({ ...plain, vehicle: reordered })).toBe(identicalRequestKey(sailed));
  const renamed = request({ stops: [{ ...stop, name: 'South' }] }).voyage;
  const key = identicalRequestKey({ ...plain, voyage });
  expect(identicalRequestKey({ ...plain, voyage: renamed })).toBe(key);
  expect(identicalRequestKey({ ...plain, voyage: null, standing: null })).toBe(identicalRequestKey(plain));
});
