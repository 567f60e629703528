/** A small random sea and a voyage on it, for lib/speed and for brute force. */
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import { routeRequest } from '../../lib/routes/route-request.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import { randomNumbers } from '../engine/random-mesh.ts';
import type { Cell, Place, Ship } from './brute-force.ts';
import { seaOf, ship as vehicleOf } from './seas.ts';

const SIZE = 4;
/** Tonnes an hour by speed: as published; falling with speed; flat in open water; with a hump. */
const CURVES = [
  [0.00137247, -0.0029601, 0.25290433],
  [0, -0.008, 0.6],
  [0, 0, 0.4],
  [-0.0006, 0.025, 0.3],
] as const;
const CLASSES = [
  { name: 'none', values: [3, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -8], capKmh: 3 * 1.852 },
  { name: 'PC5', values: [3, 3, 3, 3, 2, 2, 1, 1, 0, -1, -2, -2], capKmh: 5 * 1.852 },
] as const;

export function randomVoyage(seed: number) {
  const random = randomNumbers(seed);
  const chance = (part: number) => random() < part;
  const between = (low: number, high: number) => low + random() * (high - low);
  const hasIce = chance(0.6);
  const currentMps = chance(0.5) ? between(0.2, 2.5) : 0;
  const windMps = chance(0.5) ? between(3, 22) : 0;
  const hasLimits = chance(0.3);
  const adjusts = windMps > 0 && chance(0.3);
  const risk = hasIce && chance(0.4) ? CLASSES[chance(0.5) ? 0 : 1]! : null;
  const speedCoeffs = chance(0.6) ? CURVES[0] : CURVES[1 + Math.floor(3 * random())]!;
  const south = between(-75, 60);
  const lons = Array.from({ length: SIZE + 1 }, (_, k) => k * between(0.8, 1)).sort((a, b) => a - b);
  const lats = Array.from({ length: SIZE + 1 }, (_, k) => south + 0.5 * k);
  const vector = (most: number, mean: number): [number, number] => {
    const angle = mean + between(-1, 1);
    const size = most * random();
    return [size * Math.cos(angle), size * Math.sin(angle)];
  };
  const [currentTo, windTo] = [between(0, 6), between(0, 6)];
  const cells: (Cell & { readonly isOpen: boolean })[] = [];
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [column, line] = [i % SIZE, Math.floor(i / SIZE)];
    const isEnd = i === 0 || i === SIZE * SIZE - 1;
    const isIcy = hasIce && line !== 0 && chance(0.7);
    cells.push({
      ...{ west: lons[column]!, south: lats[line]!, east: lons[column + 1]!, north: lats[line + 1]! },
      current: vector(currentMps, currentTo),
      wind: vector(windMps, windTo),
      ice: {
        concentration: isIcy ? between(5, 79) : 0,
        thickness: isIcy ? between(0.05, 2) : 0,
        density: 900,
      },
      limitKmh: hasLimits && chance(0.3) ? between(3, 12) * 1.852 : Infinity,
      isOpen: isEnd || chance(0.85),
    });
  }
  const placeIn = ({ west, south, east, north }: Cell): Place => [
    west + between(0.2, 0.8) * (east - west),
    south + between(0.2, 0.8) * (north - south),
  ];
  const ends: [Place, Place] = [placeIn(cells[0]!), placeIn(cells.at(-1)!)];
  const ship: Ship = {
    ...{ mostKmh: 26.5, leastKmh: 0.2 * 26.5, beam: 24, force: 96634.5, adjusts, risk, speedCoeffs },
    resistanceCoeffs: [7.75218178e-11, 6.48113363e-6],
  };
  const times = between(1.02, 2);
  return { seed, cells, ship, ends, times, lons, lats, hasWind: windMps > 0 };
}

export type RandomVoyage = ReturnType<typeof randomVoyage>;

/** The answer of the service for it; null where no way leads there. */
export function answerTo({ cells, ship, ends, times, lons, lats, hasWind }: RandomVoyage) {
  const source = seaOf(lons, lats, (column, line) => {
    const { current, wind, ice, isOpen } = cells[line * SIZE + column]!;
    return {
      ...{ u: current[0], v: current[1] },
      columns: {
        elevation: isOpen ? -500 : 10,
        ...{ iceConcentration: ice.concentration, iceThickness: ice.thickness, iceDensity: ice.density },
        ...(hasWind && { windEast: wind[0], windNorth: wind[1] }),
      },
    };
  });
  const vehicle = vehicleOf({
    consumption_model: {
      type: 'polynomial_fuel',
      params: { speed_coeffs: ship.speedCoeffs, resistance_coeffs: ship.resistanceCoeffs },
    },
    ...(ship.adjusts && { speed_adjustment: {} }),
    ...(ship.risk && { ice_class: (ship.risk as (typeof CLASSES)[number]).name, minimum_rio: -80 }),
  });
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), source)));
  const [start, end] = ends.map(([lon, lat]) => ({ lon, lat })) as [Latlon, Latlon];
  const zones = cells.flatMap((cell, i) => (cell.limitKmh < Infinity ? [limitOf(cell, i)] : []));
  const planned = (fields: object) => {
    const sent = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon };
    const { voyage } = routeRequest.parse({ ...sent, ...(zones.length > 0 && { zones }), ...fields });
    return planVoyage(mesh, { start, end, vehicle, voyage }, { certificate: true });
  };
  try {
    const hours = 24 * planned({}).routes[0]!.track.timeDays.at(-1)! * times;
    return { hours, route: planned({ within_hours: hours }).routes.at(-1)! };
  } catch (error) {
    if (error instanceof RouteInaccessible) return null;
    throw error;
  }
}

interface Latlon {
  readonly lat: number;
  readonly lon: number;
}

function limitOf({ west, south, east, north, limitKmh }: Cell, i: number) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return { name: `limit ${i}`, kind: 'speed_limit', max_speed_kn: limitKmh / 1.852, geometry };
}
