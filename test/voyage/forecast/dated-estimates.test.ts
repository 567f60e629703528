/** What is known of a voyage's legs, for one that calls at some of its stops. */
import { expect, it } from 'vitest';
import { type Sea, seaOf } from '../../../lib/engine/sea/sea.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { DatedEstimates } from '../../../lib/voyage/forecast/dated-estimates.ts';
import { itineraryOf, sailOn } from '../../../lib/voyage/stops/itinerary.ts';
import { changing, departure, end, start, vehicle } from './daily-meshes.ts';

const meshes = changing.slice(0, 2).map(({ mesh }) => mesh);
const newSea = () =>
  seaOf(
    meshes,
    [0, 1].map((day) => ({ from: day, mesh: day })),
  );
const by = { by: 'fuel', objective: 'fuel', pinches: false } as const;

const lineTo = (lat: number, lon: number) => ({
  line: [
    [-62.4, 3.1],
    [lat, lon],
  ],
  either_way: true,
});
const stops = [
  { name: 'Near', lat: -62.5, lon: 3.5, stay_hours: 5 },
  { name: 'At the end', ...end },
  { name: 'East', ...lineTo(-62.4, 3.4) },
  { name: 'South', ...lineTo(-62.6, 3.1) },
  { name: 'Far', lat: -65.4, lon: 1.5 },
];

function costsIn(sea: Sea, names: readonly string[]) {
  const { voyage } = routeRequest.parse({
    ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon, departure },
    stops: stops.filter(({ name }) => names.includes(name)),
  });
  const request = { start, end, vehicle, voyage };
  const itinerary = itineraryOf(meshes[0]!, request, 300, undefined, sailOn(meshes[0]!, request));
  const estimates = new DatedEstimates({ sea, begins: 0 }, itinerary, by);
  return [0, 1].map((slice) => estimates.inSlice(slice));
}

it.each([[['Far', 'Near']], [['At the end', 'Far']], [['East', 'South']], [[]]])(
  '%j of all: each leg costs the same as without them',
  (names) => {
    const sea = newSea();
    costsIn(
      sea,
      stops.map(({ name }) => name),
    );
    const known = costsIn(sea, names);
    expect(known).toEqual(costsIn(newSea(), names));
    expect(known[0]!.cost).not.toEqual(known[1]!.cost);
  },
);
