/** Everything that the page shows, as signals. session.ts changes them; the views and the map read them. */
import { computed, signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { PlannedWaypoint } from '../../engine/waypoints/waypoints.ts';
import type { IceChart } from '../../ice-charts/ice-chart.ts';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import type { LeastClearance } from '../../zones/least-clearance.ts';
import { readPreference } from '../api/session-value.ts';
import type { JobStatus, MeshSummary, NamedLocation, RouteDocument } from '../api/types.ts';
import type { OrderCosts, ProblemPlace } from '../engine/protocol.ts';
import type { LineName, Theme } from '../map/palette.ts';
import type { ProjectionName } from '../map/projections.ts';
import { domainOf, riskField, SEA_FIELDS } from '../map/sea-fields.ts';
import { keptTheme, type ThemeChoice, themeOf } from '../theme.ts';
import type { UnitSystem } from '../units.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { departure } from './departure.ts';
import type { MapPlace } from './link.ts';
import { askedByParts } from './plan-parts.ts';
import type { EvaluatedLine, ShownRoute, Stay } from './shown-route.ts';
import { variantAnswers } from './variants.ts';
import { vehicleType } from './vehicle-type.ts';

export { departure, vehicleType };

export interface RouteEnd extends LatLon {
  /** Of the chosen location. */
  readonly name?: string;
}
export type EndName = 'start' | 'end';

export interface OpenedMesh {
  readonly summary: MeshSummary;
  readonly mesh: Mesh;
  /** What was laid over it. */
  readonly chart: IceChart | null;
}

/** What a route was calculated on, and for which vehicle. */
export type RouteBasis = Pick<RouteDocument['routes'][number], 'mesh' | 'vehicle' | 'meshes'>;

/** The state of the request to the service. */
export type ServiceState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'asked';
      readonly jobId: string | null;
      readonly status: JobStatus | null;
      /** Of the request that the browser keeps until the service has it. */
      readonly saveId?: string;
    }
  | { readonly kind: 'answered'; readonly routeId: string; readonly basis: RouteBasis }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** What is wrong with each field of the request, by its path. */
      readonly fields?: Readonly<Record<string, string>>;
    };

export interface Preview {
  readonly routes: readonly ShownRoute[];
  readonly start: PlannedWaypoint;
  readonly end: PlannedWaypoint;
  readonly milliseconds: number;
  /** Where a route squeezes through a gap of no width. */
  readonly pinches: readonly LatLon[];
  /** Where it comes nearer to land than asked. */
  readonly tooNear: LeastClearance | null;
  /** What the voyage costs in the order given, where the order is chosen. */
  readonly inGivenOrder: readonly OrderCosts[] | null;
  /** What can't be met, where the voyage is shown without it. */
  readonly unmet: string | null;
}

/** A route that was evaluated and not planned, or the reason why it could not be evaluated. */
export interface Comparison extends EvaluatedLine {
  readonly route: ShownRoute | null;
  readonly problem: string | null;
  /** Where it can't be sailed, and why. */
  readonly places: readonly ProblemPlace[];
  /** Its ends, where they had to be moved to open water. */
  readonly moved: readonly PlannedWaypoint[];
}

/** The user's own route, drawn or read from a file. */
export interface OwnWaypoints extends Omit<EvaluatedLine, 'line'> {
  /** Where the vessel stays on its way, as the file has it. */
  readonly stays?: readonly Stay[];
}

// the view
export const projection = signal<ProjectionName>('south');
/** The visible part of the map; null until it has been shown. */
export const place = signal<MapPlace | null>(null);
export const fieldId = signal('ice');
export const units = signal<UnitSystem>(readPreference('units') === 'metric' ? 'metric' : 'nautical');
export const themeChoice = signal<ThemeChoice>(keptTheme());
export const prefersDark = signal(matchMedia('(prefers-color-scheme: dark)').matches);
export const theme = computed<Theme>(() => themeOf(themeChoice.value, prefersDark.value));
/** Whether the panel is a sheet at the bottom: on a phone, and a tablet held upright. */
const narrow = matchMedia('(max-width: 899px)');
export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
export const panelOpen = signal(!narrow.matches);
export const drawerOpen = signal(true);
export const panelTab = signal<'route' | 'recent' | 'vehicles' | 'meshes' | 'batches' | 'watches'>('route');

// the sea
export const meshes = signal<readonly MeshSummary[]>([]);
export const pickedMeshId = signal<number | null>(null);
/** Null until the service has answered. */
export const vehicles = signal<readonly Vehicle[] | null>(null);
export const sea = signal<OpenedMesh | null>(null);
export const seaLoading = signal(false);
/** That at the instant of the timeline, where it is another. */
export const seaThen = signal<OpenedMesh | null>(null);
/** What the map shows. */
export const shownSea = computed(() => seaThen.value ?? sea.value);
/** Why there is no sea; null while it may still come. */
export const seaProblem = signal<string | null>(null);
export const locations = signal<readonly NamedLocation[]>([]);

// the route
export const start = signal<RouteEnd | null>(null);
export const end = signal<RouteEnd | null>(null);
export const ends = { start, end };
export const dragging = signal(false);
export const preview = signal<Preview | null>(null);
export const previewProblem = signal<string | null>(null);
/** Whether the preview is of the plan before a change: the engine still plans the present one. */
export const previewDue = signal(false);
export const answer = signal<readonly ShownRoute[] | null>(null);
export const service = signal<ServiceState>({ kind: 'none' });
export const PLAIN_VOYAGE: Voyage = {
  departure: null,
  mesh_ids: null,
  departures: null,
  arrival_window: null,
  max_wait_hours: null,
  beyond_forecast: null,
  ice_chart: null,
  zones: null,
  standing_zones: null,
  clearance_nm: null,
  clearance_of: null,
  within_hours: null,
  arrive_by: null,
  max_speed_kn: null,
  min_speed_kn: null,
  trade_off: null,
  alternatives: null,
  stops: null,
  stop_order: null,
  fuel_aboard_tonnes: null,
  reserve_tonnes: null,
  capacity_tonnes: null,
  choose_speed: null,
  within_tonnes: null,
  price: null,
};
/** What the route is asked to do besides leading from start to end; null: nothing. */
export const voyage = computed<Voyage | null>(() => {
  const asked = { ...askedByParts.value, departure: departure.value?.toISOString() ?? null };
  return Object.values(asked).some((value) => value !== null) ? { ...PLAIN_VOYAGE, ...asked } : null;
});
/** How often the routes were dropped to be planned anew, whether or not that needs another mesh. */
export const plannedAnew = signal(0);
/** Tags of the next request, separated by commas. */
export const tags = signal('');

// comparisons
export const greatCircleLine = signal<Comparison | null>(null);
export const ownWaypoints = signal<OwnWaypoints | null>(null);
export const ownLine = signal<Comparison | null>(null);
export const drawingOwn = signal(false);
/** The line that is being drawn is asked to end where it is. */
export const finishAsked = signal(0);
/** A key puts its next point at the middle of the map, or takes the last one back. */
export const pointAsked = signal(0);
export const pointBackAsked = signal(0);
export const measuring = signal(false);
/** The last leg of the line that is measured, and all of it. */
export const measured = signal<{
  readonly bearingDegrees: number;
  readonly legMetres: number;
  readonly totalMetres: number;
} | null>(null);

// links between map, profile and table
export const chosenLine = signal<LineName>('traveltime');
/** Metres along the chosen line; null where the pointer is elsewhere. */
export const pointed = signal<{
  readonly line: LineName;
  readonly metres: number;
  readonly from: 'map' | 'profile' | 'table';
} | null>(null);
export const underPointer = signal<LatLon | null>(null);
/** A finger has nothing under it until it taps; until the map is moved. */
export const tapped = signal<LatLon | null>(null);
/** Whether the map is moved by keys: then its middle is what is looked at. */
export const onMapByKeys = signal(false);

/** A place that the map is asked to show, all of some places, and the whole route. */
export const lookAt = signal<LatLon | null>(null);
export const lookAtAll = signal<readonly LatLon[] | null>(null);
export const fitAsked = signal(0);
/** An end or a stop was typed: it, and the route once that is known, may lie where the map does not look. */
export const placeTyped = signal(false);

/** A sentence at the top of the map: what went wrong, or what happened. */
export const notice = signal<{
  readonly kind: 'error' | 'info';
  readonly text: string;
  /** What the person can do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
} | null>(null);

/** The chosen vehicle; null without one, and until its properties are known. */
export const vehicle = computed(
  () => vehicles.value?.find((each) => each.vessel_type === vehicleType.value) ?? null,
);
/** The sea has a risk index if the chosen vehicle has an ice class. */
const iceClass = computed(() => vehicle.value?.ice_class);
export const fields = computed(() => {
  const opened = sea.value;
  if (!opened) return [];
  const all = iceClass.value ? [...SEA_FIELDS, riskField(iceClass.value)] : SEA_FIELDS;
  return all.filter((each) => each.isIn(opened.mesh));
});
export const field = computed(
  () => fields.value.find(({ id }) => id === fieldId.value) ?? fields.value[0] ?? SEA_FIELDS[0]!,
);
/** Of the sea in which a voyage begins, so that a colour is the same value at each instant of it. */
export const domain = computed(() => (sea.value ? domainOf(field.value, sea.value.mesh) : ([0, 1] as const)));

/** The mesh that the shown answer was calculated on; null without one. */
export const answerMeshId = computed(() =>
  service.value.kind === 'answered' ? (service.value.basis.mesh.id ?? null) : null,
);

/** The calculated routes that are shown: the service's once it has answered, before that the preview. */
export const routes = computed<readonly ShownRoute[]>(() => answer.value ?? preview.value?.routes ?? []);

/** The difference between the service's costs and the preview's, as a fraction; null until both are known of one plan. */
export const difference = computed(() => {
  const [ours, theirs] = [preview.value?.routes, answer.value];
  if (!ours || !theirs || previewDue.value || ours.length !== theirs.length) return null;
  const differences = theirs.map((route) => {
    const own = ours.find(({ line }) => line === route.line);
    const cost = (each: ShownRoute) =>
      (each.line === 'traveltime' ? each.timeDays : each.consumption)?.at(-1) ?? 0;
    return own ? Math.abs(cost(route) - cost(own)) / Math.max(cost(own), Number.MIN_VALUE) : Infinity;
  });
  return Math.max(...differences);
});

/** All lines that can be sailed. */
export const lines = computed<readonly ShownRoute[]>(() => [
  ...routes.value.flatMap((route) => [route, ...route.others]),
  ...[greatCircleLine.value, ownLine.value, ...variantAnswers.value]
    .map((line) => line?.route)
    .filter((route) => !!route),
]);

export const chosenRoute = computed(
  () => lines.value.find(({ line }) => line === chosenLine.value) ?? lines.value[0] ?? null,
);
