/** The trade-off of a voyage that may leave out stops is that of the stops at which its fastest route calls. */
import { expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { boxPolygon } from '../../zones/areas.ts';

const vehicle = ship({ idle_rate: 3 });
const sea = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), () => ({ columns: { elevation: -500 } }));
const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
const [start, end] = [-3, 3].map((lon) => ({ lat: -62, lon })) as [
  { lat: number; lon: number },
  { lat: number; lon: number },
];
const plan = (fields: object) =>
  planVoyage(mesh, { start, end, vehicle, voyage: request(fields).voyage }, { certificate: true });

const near = { name: 'Near', lat: -61.5, lon: 0, stay_hours: 6 };
const far = { name: 'Far', lat: -65.5, lon: 1, stay_hours: 2 };
const stops = [
  { ...far, value: 1 },
  { ...near, value: 2, after: ['Far'], after_if_done: true },
];
const zone = { name: 'Z', kind: 'closed', geometry: boxPolygon(-2, -62, -1, -61) };

it.each([
  ['on an open sea', {}],
  ['among zones', { zones: [zone] }],
])('%s', (_, around) => {
  const way = { stop_order: 'best', ...around };
  const [fastest] = plan({ ...way, stops: [near] }).routes as [VoyageRoute];
  const within_hours = 24 * fastest.track.timeDays.at(-1)! + 1;
  const both = plan({ ...way, stops, within_hours, trade_off: 4 });
  expect(both.routes.map(({ worth }) => worth!.leftOut.map(({ name }) => name))).toEqual([['Far'], ['Far']]);
  const alone = plan({ ...way, stops: [near], trade_off: 4 });
  const curveOf = ({ tradeOff }: typeof alone) =>
    tradeOff!.map(({ days, consumption }) => [days, consumption]);
  expect(curveOf(both)).toEqual(curveOf(alone));
  expect(both.tradeOffNote).toMatch(/^These voyages call at the stops at which the fastest route does/);
  // what its points say of ice is looked up on the mesh of their cells
  expect(both.tradeOffMesh?.row).toEqual(alone.mesh?.row);
  const on = both.tradeOffMesh ?? mesh;
  for (const { track } of both.tradeOff!) {
    for (const row of track.cells.slice(1)) expect(Array.from(on.row)).toContain(row);
  }
});

it('of all stops where nothing limits it, directly where all are left out', () => {
  const all = plan({ stops, trade_off: 3 });
  expect(all.tradeOff!.map(({ consumption }) => consumption)).toEqual(
    plan({ stops: [far, near], trade_off: 3 }).tradeOff!.map(({ consumption }) => consumption),
  );
  const [direct] = plan({}).routes as [VoyageRoute];
  const within_hours = 24 * direct.track.timeDays.at(-1)! + 0.1;
  const none = plan({ stops, within_hours, trade_off: 3 });
  expect(none.routes[0]!.worth!.value).toBe(0);
  expect(none.tradeOff!.map(({ days }) => days)).toEqual(
    plan({ trade_off: 3 }).tradeOff!.map(({ days }) => days),
  );
});
