/** What a plan with proofs takes from the plan without them. */
import { afterEach, expect, it, vi } from 'vitest';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { SeaCurves } from '../../../lib/speed/in-time/sea-curves.ts';
import { VoyagesOfDeparture } from '../../../lib/voyage/forecast/departure-voyages.ts';
import { nothingKnown, stillKnown } from '../../../lib/voyage/forecast/known-in-rounds.ts';
import { changing, departure, end, start, vehicle } from './daily-meshes.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const spans = changing.map((_, mesh) => ({ from: mesh, mesh }));
const sea = seaOf(
  changing.map(({ mesh }) => mesh),
  spans,
);

function voyages(fields: object, known = nothingKnown()) {
  const { voyage } = routeRequest.parse({
    ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
    ...fields,
  });
  const of = new VoyagesOfDeparture(false, sea, spans, { start, end, vehicle, voyage }, {}, null, known);
  return (certificate: boolean) =>
    of.plan(departure, 0, { adjustmentLimitNm: 0, certificate, timeBudgetMs: Infinity, now: () => 0 });
}

const A = { name: 'A', lat: -63, lon: 3 };
const B = { name: 'B', lat: -60.5, lon: 2 };

it.each([{}, { stops: [A, B] }])('ways and paths are looked for once: %o', (stops) => {
  const searches = vi.spyOn(SeaCurves.prototype, 'sailedAt');
  const plan = voyages({ departure, within_hours: 70, ...stops });
  const rough = plan(false);
  const count = searches.mock.calls.length;
  expect(count).toBeGreaterThan(0);
  const proved = plan(true);
  expect(searches).toHaveBeenCalledTimes(count);
  expect(proved.routes[0]!.optimality!.gapPercent).toBeLessThan(1);
  const within = [rough, proved].map(({ routes }) => routes.at(-1)!.track);
  expect(within[1]!.consumption).toEqual(within[0]!.consumption);
});

it('what a round knows is known in the next one, but for ways and paths that enter what is closed', () => {
  const searches = vi.spyOn(SeaCurves.prototype, 'sailedAt');
  const fields = { departure, within_hours: 70, stops: [A, B] };
  const known = nothingKnown();
  const first = voyages(fields, known)(false);
  const count = searches.mock.calls.length;
  expect(count).toBeGreaterThan(0);
  const next = (isEntered: () => boolean) => {
    const still = stillKnown(known, isEntered, sea.meshes, sea.meshes);
    const size = still.plans.size;
    const { routes } = voyages(fields, still)(false);
    expect(routes.map(({ track }) => track.consumption)).toEqual(
      first.routes.map(({ track }) => track.consumption),
    );
    return size;
  };
  expect(next(() => false)).toBe(known.plans.size);
  expect(searches).toHaveBeenCalledTimes(count);
  expect(next(() => true)).toBe(0);
  expect(searches).toHaveBeenCalledTimes(2 * count);
});

it('a way is the same for both, but for one of several departures, which has a time of its own for its proof', () => {
  const [one, several] = [
    { departure },
    { departures: { from: departure, to: departure, step_hours: 6 } },
  ].map((fields) => {
    const plan = voyages(fields);
    return [plan(false), plan(true)].map(({ routes }) => routes[0]!.track);
  });
  expect(one![0]).toBe(one![1]);
  expect(several![0]).not.toBe(several![1]);
});
