import type { Track } from '../../lib/engine/path/track.ts';
import type { ObjectiveRoute, RoutePlan } from '../../lib/engine/route-plan.ts';

export const track = (different: Partial<Track> = {}): Track => ({
  coordinates: [
    [-57.706, -51.731],
    [-60.12345678901234, -60],
    [-68.02, -67.764],
  ],
  timeDays: [0, 1.5, 3.2884466],
  distanceM: [0, 900_000, 1_900_000.5],
  consumption: [0, 30, 70.25],
  speedKmh: [0, 26.5, 20],
  cells: [-1, 4, 7],
  ...different,
});

export const objectiveRoute = (different: Partial<ObjectiveRoute> = {}): ObjectiveRoute => ({
  objective: 'traveltime',
  track: track(),
  unsmoothed: track(),
  sailing: track({
    coordinates: [
      [-57.706, -51.731],
      [-68.02, -67.764],
    ],
    timeDays: [0, 3.289],
    distanceM: [0, 1_900_100],
    consumption: [0, 70.25],
    speedKmh: [0, 24],
    cells: [-1, 7],
  }),
  pinches: [],
  complete: true,
  ...different,
});

export const plan = (different: Partial<RoutePlan> = {}): RoutePlan => ({
  start: { requested: { lat: -51.731, lon: -57.706 }, used: { lat: -51.731, lon: -57.706 }, movedNm: 0 },
  end: { requested: { lat: -67.764, lon: -68.02 }, used: { lat: -67.8, lon: -68 }, movedNm: 0 },
  routes: [objectiveRoute(), objectiveRoute({ objective: 'fuel' })],
  ...different,
});
