/**
 * Voyages through the ten meshes of the sample's forecast, as multiples of the same voyage on the mesh of its first day: places strewn by
 * a seeded generator where a voyage of six stops takes about as long as the forecast.
 */
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import { haversineNm } from '../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../lib/engine/mesh/mesh.ts';
import { parseMesh } from '../lib/meshes/read/parse-mesh.ts';
import { routeRequest } from '../lib/routes/route-request.ts';
import { generateSampleForecast } from '../lib/sample-mesh/sample-forecast.ts';
import { vesselOf } from '../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../lib/vessel/mesh-for-vessel.ts';
import type { ForecastMesh } from '../lib/voyage/forecast/timeline.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import { sda } from '../test/vessel/vehicles.ts';
import type { Figure } from './goals.ts';
import { printTable, processorMilliseconds } from './statistics.ts';
import { placesOn } from './voyages.ts';

const FROM = Date.UTC(2026, 10, 27);
const MS_PER_DAY = 86_400_000;
const STOPS = 6;
const SEEDS = [1, 2];
/** Nautical miles from the first place. */
const NEAR = 600;
const GOAL = 10;
const GOAL_PERCENT = 0.5;
/** Of the shortest time. */
const TIMES = 1.2;
/** Speeds are chosen in so many times the processor time of a plain request, for one voyage and for a trade-off of nine. */
const SPEED_GOAL = 8;
const TRADE_OFF_GOAL = 15;
/** The same of three alternatives to both routes. */
const ALTERNATIVES_GOAL = 3;
/** Of stops by day only at chosen speeds, in the dearer of the two alone. */
const DAYLIGHT_GOAL = 3;
/** Of stops that may be left out, some by day only, with so much of the fuel that all take, in the dearer of any two of these. */
const FUEL_GOAL = 3;
const FUEL_PART = 0.7;
const STAY_HOURS = 4;

function sampleForecast(): ForecastMesh[] {
  return generateSampleForecast({ from: new Date(FROM) }).map(({ name, json }, k) => ({
    id: k + 1,
    name,
    mesh: openMesh(compileMesh(meshForVessel(vesselOf(sda), parseMesh(json).source))),
    from: FROM + k * MS_PER_DAY,
    to: FROM + (k + 1) * MS_PER_DAY,
    rank: '',
  }));
}

/** Each is measured on meshes that have seen no request. */
const unseen = (mesh: Mesh): Mesh => ({ ...mesh });

function measured(
  forecast: readonly ForecastMesh[],
  isChanging: boolean,
  places: readonly LatLon[],
  fields: object,
) {
  const [start, end] = places as [LatLon, LatLon];
  const { voyage } = routeRequest.parse({
    ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
    departure: new Date(FROM).toISOString(),
    ...fields,
  });
  const own = forecast.map((one) => ({ ...one, mesh: unseen(one.mesh) }));
  let plan: ReturnType<typeof planVoyage>;
  const ms = processorMilliseconds(() => {
    const request = { start, end, vehicle: sda, voyage };
    const options = { certificate: true, ...(isChanging && { forecast: own }) };
    plan = planVoyage(own[0]!.mesh, request, options);
  });
  const { routes } = plan!;
  return {
    ms,
    gaps: routes.map(({ optimality }) => optimality?.gapPercent ?? Infinity),
    days: routes[0]!.track.timeDays.at(-1)!,
    tonnes: routes[1]!.track.consumption!.at(-1)!,
  };
}

/** On one mesh, each stop with a value, each other one by day only, and with less fuel than all take. */
function togetherRatio(
  forecast: readonly ForecastMesh[],
  ends: readonly LatLon[],
  places: readonly LatLon[],
) {
  const way = { stop_order: 'best' };
  const plain = places.map((place) => ({ ...place, stay_hours: STAY_HOURS }));
  const byDay = plain.map((stop, k) => ({ ...stop, ...(k % 2 === 1 && { daylight: 'civil' }) }));
  const valued = <S extends object>(stops: readonly S[]) =>
    stops.map((stop, k) => ({ ...stop, value: 1 + ((3 * k) % 5) }));
  const all = measured(forecast, false, ends, { ...way, stops: plain });
  const within_tonnes = FUEL_PART * all.tonnes;
  const within_hours = 24 * FUEL_PART * all.days;
  const parts = [
    { stops: valued(plain), within_tonnes },
    { stops: byDay, within_tonnes: all.tonnes / FUEL_PART },
    { stops: valued(byDay), within_hours },
  ].map((fields) => measured(forecast, false, ends, { ...way, ...fields }).ms);
  const together = measured(forecast, false, ends, { ...way, stops: valued(byDay), within_tonnes });
  return { together, ratio: together.ms / Math.max(...parts) };
}

export function measureForecastVoyages(): Figure[] {
  const forecast = sampleForecast();
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const seed of SEEDS) {
    const [first, ...others] = placesOn(forecast[0]!.mesh, 400, seed);
    const near = others.filter((place) => haversineNm(first!, place) < NEAR).slice(0, STOPS + 1);
    const [end, ...stops] = near;
    const ends = [first!, end!];
    const add = (what: string, base: number, { ms, gaps, days }: ReturnType<typeof measured>) =>
      rows.push([
        `${what}, seed ${seed}`,
        (ms / 1000).toFixed(2),
        (ms / base).toFixed(1),
        days.toFixed(1),
        gaps.map((gap) => gap.toFixed(2)).join(', '),
      ]);
    for (const [what, fields] of [
      ['two points', {}],
      [`${STOPS} stops in the given order`, { stops }],
      [`${STOPS} stops in their best order`, { stops, stop_order: 'best' }],
    ] as const) {
      const one = measured(forecast, false, ends, fields);
      const ten = measured(forecast, true, ends, fields);
      add(`${what}, one mesh`, one.ms, one);
      add('… ten meshes', one.ms, ten);
      const within_hours = 24 * TIMES * ten.days;
      const within = measured(forecast, true, ends, { ...fields, within_hours });
      add(`… within ${TIMES} times the shortest time`, ten.ms, within);
      const ratio = within.ms / ten.ms;
      figures.push({ what: `${what}, within a time`, unit: '', measured: ratio, goal: SPEED_GOAL });
      if (!('stops' in fields)) {
        const curve = measured(forecast, true, ends, { trade_off: 9 });
        add('… trade-off of nine', ten.ms, curve);
        const all = curve.ms / ten.ms;
        figures.push({ what: 'trade-off of nine', unit: '', measured: all, goal: TRADE_OFF_GOAL });
        const others = measured(forecast, true, ends, { alternatives: 3 });
        add('… with alternatives', ten.ms, others);
        const times = others.ms / ten.ms;
        figures.push({ what: 'alternatives', unit: '', measured: times, goal: ALTERNATIVES_GOAL });
        continue;
      }
      figures.push({ what: `${what}, ten meshes`, unit: '', measured: ten.ms / one.ms, goal: GOAL });
      if (!('stop_order' in fields)) {
        const byDay = stops.map((stop) => ({ ...stop, stay_hours: STAY_HOURS, daylight: 'civil' }));
        const full = measured(forecast, true, ends, { stops: byDay });
        add('… by day only', ten.ms, full);
        const both = measured(forecast, true, ends, {
          stops: byDay,
          within_hours: 24 * TIMES * full.days,
        });
        add('… and within a time', ten.ms, both);
        const dearer = both.ms / Math.max(full.ms, within.ms);
        figures.push({
          what: 'by day within a time, to the dearer alone',
          unit: '',
          measured: dearer,
          goal: DAYLIGHT_GOAL,
        });
      }
      if ('stop_order' in fields) {
        const { together, ratio } = togetherRatio(forecast, ends, stops);
        add('… with values, daylight and so much fuel, one mesh', one.ms, together);
        figures.push({
          what: 'values, daylight and fuel, to the dearer of two',
          unit: '',
          measured: ratio,
          goal: FUEL_GOAL,
        });
      }
      figures.push({ what: '… gap of time', unit: '%', measured: ten.gaps[0]!, goal: GOAL_PERCENT });
    }
  }
  console.log('\nVoyages through a forecast, multiples of one mesh');
  printTable(['request', 's', 'ratio', 'days', 'gaps %'], rows);
  return figures;
}
