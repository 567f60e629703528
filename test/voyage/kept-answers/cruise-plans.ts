/** Legs of cruise plans, in the notations of the planner and of its older versions. */
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { parseCruisePlan } from '../../../lib/voyage/cruise-plans/cruise-plan.ts';
import { legsOf, sentStop } from '../../../lib/voyage/cruise-plans/cruise-plan-legs.ts';
import { sailGreatCircles } from '../../../lib/voyage/cruise-plans/great-circle-voyage.ts';
import { knownPort } from '../../../lib/voyage/cruise-plans/ports.ts';
import { type Cases, orRefused } from './clocked.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const ports = [
  { name: 'home', ...at(-60, 0), display_name: 'The home' },
  { name: 'base', position: '62 S, 010 E' },
];
const corners = [at(-61, 4), at(-61, 6), at(-62, 6), at(-62, 4)];
const catalogue = {
  ports,
  turnaround_time: 20,
  ctd_descent_rate: 0.9,
  points: [
    { name: 'CTD 1', ...at(-60.5, 1), operation_type: 'CTD', action: 'profile', water_depth: 3000 },
    { name: 'CTD 2', latitude: '61 30.0 S', longitude: '003 15.0 E', duration: '1:30', delay_end: '15 min' },
    {
      name: 'CTD 3',
      coordinates_ddm: '60 45.0 S, 002 30.0 E',
      operation_type: 'station',
      operation_depth: 500,
      delay_start: 10,
    },
    { name: 'M_deployment', ...at(-61, 8), action: 'deployment', duration: '2 h' },
    { name: 'M_recovery', ...at(-61, 8), action: 'recovery', duration_minutes: 90 },
    { name: 'yo', ...at(-61, 359), action: 'yo_yo', depth: 400, operation_type: 'ctd' },
  ],
  lines: [
    {
      name: 'tow',
      route: [at(-60.4, 5), at(-60.9, 7)],
      vessel_speed: 4,
      delay_start: 30,
      delay_end: 60,
      gear: 'net',
    },
    { name: 'point line', route: [at(-60, 5)], reversible: false },
    { name: 'one way', route: [at(-60.2, 3), at(-60.2, 4), at(-60.5, 4)], reversible: false },
  ],
  areas: [
    { name: 'box', corners, duration: '40 h', delay_end: 30 },
    { name: 'small box', corners, duration: 120, comment: 'short' },
    { name: 'flat', corners: corners.slice(0, 2), duration: '0.5 days' },
    { name: 'idle', corners },
    { name: 'far', corners: [at(-61, 179), at(-61, -179), at(-62, -179)], duration: 60 },
    { name: 'crossed', corners: [at(-61, 4), at(-62, 6), at(-61, 6), at(-62, 4)], duration: 600 },
  ],
};
const ends = { departure_port: 'home', arrival_port: 'base' };
const plans: Record<string, object> = {
  'points and lines': {
    legs: [
      {
        name: 'Leg',
        ...ends,
        activities: ['CTD 1', 'tow', 'CTD 2', 'M_', 'one way', 'point line'],
        buffer_time: '3 h',
      },
    ],
  },
  areas: {
    default_vessel_speed: 9,
    legs: [{ name: 'Leg', ...ends, activities: ['box', 'small box', 'flat', 'idle', 'far', 'crossed'] }],
  },
  'clusters in an order': {
    legs: [
      {
        ...{ name: 'Leg', ...ends, vessel_speed: 11, turnaround_time: 0, ordered: true, delay_start: 60 },
        ...{ first_activity: 'CTD 2', last_activity: 'CTD 1', colour: 'red', notes: [] },
        clusters: [
          { name: 'one', ordered: false, activities: ['CTD 3', 'yo'] },
          { name: 'two', strategy: 'day', sequence: ['M_recovery', 'M_deployment'], mood: 'good' },
        ],
      },
    ],
  },
  'older keys': {
    ...{
      points: undefined,
      stations: catalogue.points.slice(0, 3),
      moorings: catalogue.points.slice(3),
      transits: catalogue.lines,
      lines: undefined,
    },
    ...{ departure_port: 'port_reykjavik', arrival_port: 'Nuuk', crew: ['a'] },
    legs: [
      {
        name: 'Leg',
        first_station: 'CTD 1',
        last_waypoint: 'CTD 3',
        stations: ['CTD 2', 'nothing'],
        moorings: ['M_'],
      },
    ],
  },
  'several legs': {
    legs: [
      {
        name: 'Out',
        departure_port: 'home',
        arrival_port: { name: 'own', position: '-61, 5' },
        activities: [],
      },
      {
        name: 'Work',
        departure_port: 'base',
        arrival_port: 'base',
        activities: [
          { name: 'here', ...at(-61, 9), duration: 30 },
          { name: 'there', route: [at(-61, 9), at(-61, 9.5)] },
        ],
      },
      { name: 'Back', departure_port: 'base', arrival_port: 'port_st_johns', activities: ['CTD'] },
    ],
  },
  'no speed': { legs: [{ name: 'Leg', ...ends, vessel_speed: 0 }] },
  'a port that nobody knows': { legs: [{ name: 'Leg', departure_port: 'Atlantis', arrival_port: 'base' }] },
  'a port whose name two have': {
    legs: [{ name: 'Leg', departure_port: 'Port Louis', arrival_port: 'base' }],
  },
  'no port': { legs: [{ name: 'Leg' }] },
  'no legs': { legs: [] },
  'a bad place': { points: [{ name: 'P', ...at(95, 0) }], legs: [{ name: 'Leg', ...ends }] },
  'a bad time': { points: [{ name: 'P', ...at(5, 0), duration: 'soon' }], legs: [{ name: 'Leg', ...ends }] },
  'a stop twice': { legs: [{ name: 'Leg', ...ends, activities: ['CTD 1', 'CTD 1', 'CTD 2'] }] },
};

const told = (yaml: string) =>
  [false, true].map((freeOrder) =>
    orRefused(() =>
      legsOf(parseCruisePlan(yaml), { freeOrder }).map((leg) => {
        const { voyage } = routeRequest.parse({
          ...{ start_lat: leg.from.lat, start_lon: leg.from.lon, end_lat: leg.to.lat, end_lon: leg.to.lon },
          ...{
            stops: leg.stops.map((stop) => sentStop(stop, freeOrder)),
            stop_order: freeOrder ? 'best' : 'given',
          },
        });
        const sailed = sailGreatCircles({ start: leg.from, end: leg.to, voyage }, leg.speedKnots ?? 10);
        return { leg, sailed };
      }),
    ),
  );

const PORTS = [
  'reykjavik nuuk tromso trondheim bergen southampton bremerhaven hamburg emden rostock kiel brest nice vigo',
  'cadiz malaga heraklion catania limassol las_palmas ponta_delgada funchal mindelo walvis_bay durban',
  'halifax st_johns vancouver woods_hole san_diego astoria honolulu ensenada balboa bridgetown',
  'rio_de_janeiro fortaleza belem recife antofagasta port_louis_mauritius la_reunion port_louis_seychelles',
  'colombo singapore yokohama fremantle wellington christchurch auckland papeete',
]
  .join(' ')
  .split(' ');

export const cruisePlans: Cases = {
  'ports by their ids': () => PORTS.map((id) => orRefused(() => knownPort(id))).join('\n'),
  ...Object.fromEntries(
    Object.entries(plans).map(([title, plan]) => [
      title,
      () => told(JSON.stringify({ ...catalogue, ...plan })).join('\nin free order:\n'),
    ]),
  ),
  'not YAML': () => told('legs: [').join('\n'),
  'a list': () => told('- legs').join('\n'),
  'YAML with aliases': () => told('a: &a 1\nlegs: *a').join('\n'),
};
