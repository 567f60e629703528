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

const alternative = exampleLine([exampleCoordinates[0]!, [-57.2, -60.4], exampleCoordinates[2]!], {
  ...properties,
  route_type: 'alternative',
  traveltime: [0, 1.55, 3.12],
  distance: [0, 968_000, 1_902_000],
  fuel: [0, 61.9, 124.9],
  total_traveltime: 3.12,
  total_distance: 1_902_000,
  total_fuel: 124.9,
});

const metrics = (days: number, tons: number, metres: number) => ({
  time: { duration: days.toFixed(6), units: 'days' },
  fuelConsumption: { value: tons, units: 'tons' },
  distance: { value: metres, units: 'meters' },
});

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
        metrics: metrics(3.06, 123.4, 1_880_000),
      },
      optimality: { gap_percent: 0.0934 },
      alternatives: [
        {
          path: alternative,
          metrics: metrics(3.12, 124.9, 1_902_000),
          dearer_percent: 1.96,
          shared_percent: 31.4,
        },
      ],
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
