import { exampleLine } from './geojson-line.ts';

/** A route of two legs, to show the shape of one. */
const properties = {
  from: 'Falklands',
  to: 'Rothera',
  objective_function: 'traveltime',
  route_type: 'smoothed',
  traveltime: [0, 1.52, 3.06],
  distance: [0, 960_000, 1_880_000],
  fuel: [0, 61.2, 123.4],
  speed: [0, 26.5, 25.4],
  total_traveltime: 3.06,
  total_fuel: 123.4,
  total_distance: 1_880_000,
};

export const exampleCoordinates: [lon: number, lat: number][] = [
  [-57.706, -51.731],
  [-62.5, -60.1],
  [-68.02, -67.764],
];

const path = (kind: string) => exampleLine(exampleCoordinates, { ...properties, route_type: kind });

export const exampleRoute = {
  routes: [
    {
      type: 'traveltime',
      id: '9',
      name: 'Falklands to Rothera (traveltime)',
      job: { requestedAt: '2024-02-14T10:00:00.000Z', calculatedAt: '2024-02-14T10:00:01.000Z' },
      waypoints: {
        start: { lat: -51.731, lon: -57.706, name: 'Falklands' },
        end: { lat: -67.764, lon: -68.02, name: 'Rothera' },
        sailing: {
          points: [
            { lat: -51.731, lon: -57.706 },
            { lat: -67.764, lon: -68.02 },
          ],
          traveltime: [0, 3.061],
          distance: [0, 1_881_000],
          fuel: [0, 123.5],
          total_traveltime: 3.061,
          total_fuel: 123.5,
          total_distance: 1_881_000,
        },
      },
      path: path('smoothed'),
      unsmoothedPath: path('unsmoothed'),
      optimisation: {
        metrics: {
          time: { duration: '3.060000', units: 'days' },
          fuelConsumption: { value: 123.4, units: 'tons' },
          distance: { value: 1_880_000, units: 'meters' },
        },
      },
      optimality: { gap_percent: 0.0934 },
      mesh: {
        id: 3,
        name: 'weddell-sea.vessel.json',
        validDateStart: '2024-02-11',
        validDateEnd: '2024-02-13',
        bounds: { latMin: -80, latMax: -45, lonMin: -70, lonMax: 0 },
      },
      info: { info: 'Latest available mesh from 2024/02/14.' },
    },
  ],
  tags: ['science'],
};
