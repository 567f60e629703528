/**
 * What voyages cost that leave out stops: stations at random places of open water on weddell-sea-8k, the same in every run, with
 * values and stays, some after others, some with windows, of which the days allow about half; both objectives, with proof.
 */
import * as z from 'zod';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import { voyageFields } from '../lib/voyage/voyage-fields.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import { referenceMesh } from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { printTable, processorMilliseconds } from './statistics.ts';
import { placesOn } from './voyages.ts';

const MESH = 'weddell-sea-8k';
const STATIONS = 40;
const DEPARTURE = '2026-11-27T06:00Z';

function stationsOf(seed: number, hours: number, hasWindows: boolean) {
  const [start, end, ...places] = placesOn(referenceMesh(MESH), STATIONS + 2, seed);
  const random = randomNumbers(seed);
  const at = (part: number) => new Date(Date.parse(DEPARTURE) + part * hours * 3_600_000).toISOString();
  const stops = places.map((place, k) => {
    const from = 0.6 * random();
    return {
      ...place,
      name: `S${k}`,
      value: Math.ceil(10 * random()),
      stay_hours: 2 + 4 * random(),
      ...(k % 8 === 7 && { after: [`S${k - 1}`] }),
      ...(hasWindows && k % 4 === 1 && { windows: [{ from: at(from), to: at(from + 0.4) }] }),
    };
  });
  return { start: start!, end: end!, stops };
}

/** Seconds of processor time, what is done, and the gaps of value, time and consumption, per cent. */
function measure(seed: number, hours: number, hasWindows: boolean) {
  const { start, end, stops } = stationsOf(seed, hours, hasWindows);
  const voyage = z
    .object(voyageFields)
    .parse({ stops, stop_order: 'best', within_hours: hours, departure: DEPARTURE });
  const request = { start, end, vehicle: null, voyage };
  let routes: ReturnType<typeof planVoyage>['routes'] = [];
  const ms = processorMilliseconds(() => {
    ({ routes } = planVoyage(referenceMesh(MESH), request, { certificate: true }));
  });
  const { value, bound } = routes[0]!.worth!;
  return {
    seconds: ms / 1000,
    done: routes[0]!.stops!.length - 2,
    value,
    valueGap: 100 * (bound! / value - 1),
    gaps: routes.map(({ optimality }) => optimality?.gapPercent ?? Infinity),
  };
}

export function measureValues(): Figure[] {
  const cases = [
    { seed: 1, hours: 480, hasWindows: false },
    { seed: 1, hours: 480, hasWindows: true },
  ];
  const runs = cases.map(({ seed, hours, hasWindows }) => measure(seed, hours, hasWindows));
  printTable(
    ['stations, seed', 's', 'done', 'value', 'its gap %', 'gaps of time and consumption %'],
    runs.map((run, k) => [
      `${cases[k]!.seed}${cases[k]!.hasWindows ? ', windows' : ''}`,
      run.seconds.toFixed(1),
      String(run.done),
      String(run.value),
      run.valueGap.toFixed(2),
      run.gaps.map((gap) => gap.toFixed(2)).join(', '),
    ]),
  );
  return [
    {
      what: `${STATIONS} stops with values, worst`,
      unit: 's',
      measured: Math.max(...runs.map(({ seconds }) => seconds)),
      goal: 60,
    },
    {
      what: `${STATIONS} stops with values, proved gap of value`,
      unit: '%',
      measured: Math.max(...runs.map(({ valueGap }) => valueGap)),
      goal: 5,
    },
  ];
}
