/** What a profile shows along a route. */
import { cellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { SEA_FIELDS, type SeaField } from '../map/sea-fields.ts';
import { legAt, valueWhere } from '../state/along-route.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import { consumptionRateUnit, speedIn, speedUnit, type UnitSystem } from '../units.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';

export interface Quantity {
  readonly id: string;
  readonly label: string;
  /** Of a button. */
  readonly short: string;
  /** So much of it is shown at least, so that hardly any does not look like much. */
  readonly span?: number;
  unit(units: UnitSystem, mesh: Mesh): string;
  /** The value on each leg, by the index of its end; null where there is none. */
  ofLegs(route: ShownRoute, mesh: Mesh, units: UnitSystem): (number | null)[];
  /** What it may not pass, in the unit that is shown; null where the vessel sets none. */
  limit?(vehicle: Vehicle | null): number | null;
}

/** Metres per second in a km/h. */
const MPS_PER_KMH = 1 / 3.6;

const speed: Quantity = {
  id: 'speed',
  label: 'Speed',
  short: 'Speed',
  unit: speedUnit,
  ofLegs: ({ speedKmh }, _, units) =>
    speedKmh.map((value) => (value > 0 ? speedIn(units, value * MPS_PER_KMH) : null)),
};

const consumption: Quantity = {
  id: 'consumption',
  label: 'Consumption',
  short: 'Consumption',
  unit: (_, { consumption }) => consumptionRateUnit(consumption),
  ofLegs: ({ consumption: total, timeDays }) =>
    timeDays.map((days, i) => {
      const under = days - (timeDays[i - 1] ?? days);
      return total && under > 0 ? (total[i]! - total[i - 1]!) / under : null;
    }),
};

const risk: Quantity = {
  id: 'risk-index',
  label: 'Risk index (RIO)',
  short: 'Risk',
  unit: () => '',
  limit: (vehicle) => (vehicle?.ice_class ? 0 : null),
  ofLegs: ({ riskIndex, timeDays }) => timeDays.map((_, i) => riskIndex?.[i] ?? null),
};

/** Per cent, metres. */
const SPANS: Readonly<Record<string, number>> = { ice: 20, thickness: 0.5, waves: 2 };
const SHORT: Readonly<Record<string, string>> = { ice: 'Ice', thickness: 'Thickness', waves: 'Wave' };

/** A column of the mesh, in the cell that each leg lies in. */
function fromField(field: SeaField): Quantity {
  return {
    id: field.id,
    label: field.label,
    short: SHORT[field.id] ?? field.label,
    span: SPANS[field.id] ?? 0,
    unit: (units, mesh) => field.unit(units, mesh),
    limit: (vehicle) =>
      (field.id === 'ice' ? vehicle?.max_ice_conc : field.id === 'depth' ? vehicle?.min_depth : null) ?? null,
    ofLegs: (route, mesh, units) =>
      route.coordinates.map((to, i) => {
        const from = route.coordinates[i - 1];
        if (!from) return null;
        const dLon = ((to[0] - from[0] + 540) % 360) - 180;
        const middle = { lat: (from[1] + to[1]) / 2, lon: from[0] + dLon / 2 };
        const cell = cellsAt(mesh, middle)[0];
        const value = cell === undefined ? Number.NaN : field.value(mesh, cell);
        return Number.isNaN(value) ? null : field.shown(value, units);
      }),
  };
}

/** The quantities that these routes on this mesh have. */
export function quantitiesOf(routes: readonly ShownRoute[], mesh: Mesh): Quantity[] {
  const ofMesh = SEA_FIELDS.filter(
    (field) => !['speed', 'consumption'].includes(field.id) && field.isIn(mesh),
  );
  return [
    speed,
    ...(mesh.consumption ? [consumption] : []),
    ...ofMesh.map(fromField),
    ...(routes.some(({ riskIndex }) => riskIndex) ? [risk] : []),
  ];
}

export type Axis = 'distance' | 'time';

const SAMPLES = 600;

/** Cumulative values of the axis: metres or days. */
export const along = (route: ShownRoute, axis: Axis): readonly number[] =>
  axis === 'distance' ? route.distanceM : route.timeDays;

/** Evenly spaced places along the axis, and the value of each route there; null beyond its end. */
export function sampleProfiles(
  routes: readonly ShownRoute[],
  values: readonly (readonly (number | null)[])[],
  axis: Axis,
): { places: number[]; series: (number | null)[][] } {
  const reach = Math.max(...routes.map((route) => along(route, axis).at(-1) ?? 0));
  const places = Array.from({ length: SAMPLES + 1 }, (_, k) => (reach * k) / SAMPLES);
  const series = routes.map((route, r) => {
    const cumulative = along(route, axis);
    const end = cumulative.at(-1) ?? 0;
    return places.map((place) => (place <= end ? values[r]![legAt(cumulative, place)]! : null));
  });
  return { places, series };
}

/** Metres along a route where the axis has a value. */
export function metresAt(route: ShownRoute, axis: Axis, place: number): number {
  if (axis === 'distance') return Math.min(place, route.distanceM.at(-1) ?? 0);
  return valueWhere(route.distanceM, route.timeDays, place);
}

/** The value of the axis at metres along a route. */
export function placeAt(route: ShownRoute, axis: Axis, metres: number): number {
  return axis === 'distance' ? metres : valueWhere(route.timeDays, route.distanceM, metres);
}
