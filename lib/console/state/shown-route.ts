/** A route as the page shows it, whether it was calculated here, by the service, or drawn by hand. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Consumption } from '../../engine/mesh/mesh-source.ts';
import type { Track } from '../../engine/path/track.ts';
import { alternativeLine, pathLine } from '../../route-files/path-line.ts';
import type { RouteEntry } from '../../route-files/route-entry.ts';
import type { ZoneKind } from '../../zones/zone.ts';
import type { RouteDocument } from '../api/types.ts';
import { LINES, type LineName } from '../map/palette.ts';

/** Arrays are as long as `coordinates`; cumulative ones begin at 0, those of legs hold at i the leg that ends there. */
export interface ShownRoute {
  readonly line: LineName;
  readonly label: string;
  /** What it was planned on, where that is not the mesh that is shown. */
  readonly mesh?: Mesh;
  /** [lon, lat], degrees. */
  readonly coordinates: readonly (readonly [number, number])[];
  /** Cumulative, days. */
  readonly timeDays: readonly number[];
  /** Cumulative, metres. */
  readonly distanceM: readonly number[];
  /** Cumulative, tonnes or units of battery; null where the mesh has neither. */
  readonly consumption: readonly number[] | null;
  /** Through the water, km/h. */
  readonly speedKmh: readonly number[];
  /** When it is there, milliseconds since 1970; null where it has no departure of its own. */
  readonly times: readonly number[] | null;
  /** Risk index outcome of each leg; null where the route was planned without an ice class. */
  readonly riskIndex: readonly (number | null)[] | null;
  /** What the zones of the plan do to it. */
  readonly zones: readonly ShownZone[];
  /** What the service says of the route. */
  readonly info: string | null;
  /** No route costs less by more than this, per cent; null where it is not known. */
  readonly gapPercent: number | null;
  /** Where it calls, start and end included, in the order sailed; null without stops. */
  readonly stops: readonly ShownStop[] | null;
  /** From each to the next. */
  readonly legs: readonly ShownLeg[] | null;
  /** Of the route in the time given: tonnes or units of battery less than the fastest, and hours later; null of others. */
  readonly saves: { readonly consumption: number; readonly percent: number; readonly hours: number } | null;
  /** Of a voyage that may leave out stops; null of others. */
  readonly worth: Worth | null;
  /** Of the rest of a route: what its plan said was left, and what is; null of others. */
  readonly continues: NonNullable<Entry['continues']> | null;
  /** Other ways that were asked for, really different and little dearer. */
  readonly others: readonly ShownRoute[];
  /** What it meets in a sea that changes under way; null of a route on one mesh. */
  readonly forecast: ShownForecast | null;
  /** What files and the passage plan are written from. */
  readonly entry: RouteEntry;
}

export interface Worth {
  readonly value: number;
  /** No voyage is worth more; null where that was not proved. */
  readonly bound: number | null;
  readonly leftOut: readonly LeftOutStop[];
}
export type LeftOutStop = NonNullable<Entry['left_out']>[number];

export interface ShownForecast {
  /** As used, one after the other. */
  readonly meshes: readonly UsedMesh[];
  readonly waits: readonly Wait[];
  readonly beyond: ForecastParts['beyond_forecast'];
  /** What the route costs here that was planned on the sea of the departure alone; null where it can't be sailed. */
  readonly plannedBlind: ForecastParts['planned_blind'];
}
type Entry = RouteDocument['routes'][number];
type Wait = NonNullable<Entry['waits']>[number];
type AlongForecast = Pick<Entry, 'meshes' | 'beyond_forecast'> & {
  readonly waits?: readonly Wait[] | undefined;
};
type ForecastParts = AlongForecast & Pick<Entry, 'planned_blind'>;
export type UsedMesh = NonNullable<ForecastParts['meshes']>[number];

/** Where a route enters a zone, and for how long; or what it costs to go round. */
export interface ShownZone {
  readonly name: string;
  readonly kind: ZoneKind;
  readonly entered?: readonly (LatLon & { readonly days: number; readonly nm: number })[] | undefined;
  readonly nm_inside?: number | undefined;
  readonly hours_inside?: number | undefined;
  readonly costs_hours?: number | undefined;
  readonly costs_consumption?: number | undefined;
}
type ShownStop = NonNullable<Entry['stops']>[number];
type Saves = NonNullable<Entry['saves']>;
type ShownLeg = NonNullable<Entry['legs']>[number];

/** An entry of a route document, with what only some documents carry. */
export type DocumentEntry = RouteEntry &
  ForecastParts & {
    readonly info: { readonly info: string } | null;
    readonly zones?: readonly ShownZone[] | undefined;
    readonly optimality?: { readonly gap_percent: number } | undefined;
    readonly stops?: readonly ShownStop[] | undefined;
    readonly legs?: readonly ShownLeg[] | undefined;
    readonly saves?: Saves | undefined;
    readonly value?: number | undefined;
    readonly value_bound?: number | undefined;
    readonly left_out?: readonly LeftOutStop[] | undefined;
    readonly continues?: Entry['continues'] | undefined;
    readonly path: EntryPath;
    readonly alternatives?: readonly DocumentAlternative[] | undefined;
  };

type DocumentAlternative = AlongForecast & { readonly path: EntryPath };

interface EntryPath {
  readonly features: readonly {
    readonly properties: {
      readonly speed: readonly number[];
      readonly time?: readonly string[] | undefined;
      readonly rio?: readonly (number | null)[] | undefined;
    };
  }[];
}

export function fromEntry(entry: DocumentEntry): ShownRoute {
  const { geometry, properties } = entry.path.features[0]!;
  return {
    line: entry.type,
    label: LINES[entry.type].label,
    coordinates: geometry.coordinates,
    timeDays: properties.traveltime,
    distanceM: properties.distance,
    consumption: properties.fuel ?? properties.battery ?? null,
    speedKmh: properties.speed,
    times: properties.time?.map((time) => Date.parse(time)) ?? null,
    riskIndex: properties.rio ?? null,
    zones: entry.zones ?? [],
    info: entry.info?.info ?? null,
    gapPercent: entry.optimality?.gap_percent ?? null,
    stops: entry.stops ?? null,
    legs: entry.legs ?? null,
    saves: entry.saves
      ? { ...entry.saves, consumption: entry.saves.tonnes ?? entry.saves.battery_ah ?? 0 }
      : null,
    worth: worthOf(entry),
    continues: entry.continues ?? null,
    others: (entry.alternatives ?? []).map((_, k) => otherWay(entry, k)),
    forecast: forecastOf(entry),
    entry,
  };
}

function worthOf({ value, value_bound, left_out }: DocumentEntry): Worth | null {
  return value === undefined ? null : { value, bound: value_bound ?? null, leftOut: left_out ?? [] };
}

function forecastOf({ meshes, waits, ...entry }: DocumentEntry): ShownForecast | null {
  if (!meshes) return null;
  return { meshes, waits: waits ?? [], beyond: entry.beyond_forecast, plannedBlind: entry.planned_blind };
}

/** An alternative of an entry as a route of its own; its waypoints are every crossing of a cell border. */
function otherWay(
  { alternatives, optimality: _, saves: __, planned_blind: ___, ...entry }: DocumentEntry,
  k: number,
): ShownRoute {
  const { path, in_ice, fuel_left_tonnes, meshes, waits, beyond_forecast } = alternatives![k] as NonNullable<
    RouteEntry['alternatives']
  >[number] &
    DocumentAlternative;
  const { start, end } = entry.waypoints;
  const line = `${entry.type}${k + 1}` as LineName;
  const { name } = alternativeLine({ ...entry, alternatives } as RouteEntry, k);
  const sailing = pathLine(path);
  const forecast = { meshes, waits, beyond_forecast };
  const waypoints = { start, end, sailing };
  const own = { ...entry, ...forecast, name, in_ice, fuel_left_tonnes, zones: [], path, waypoints };
  return { ...fromEntry(own), line, label: LINES[line].label, info: null };
}

export interface EvaluatedLine {
  readonly line: LineName;
  readonly name: string;
  /** The waypoints that were evaluated, [lon, lat], degrees. */
  readonly waypoints: readonly (readonly [number, number])[];
}

/** A route that was evaluated on a mesh; its waypoints are those that were given. */
export function fromTrack(
  { line, name, waypoints }: EvaluatedLine,
  track: Track,
  mesh: RouteEntry['mesh'] & { readonly consumption: Consumption | null },
  zones: readonly ShownZone[],
): ShownRoute {
  const kind = mesh.consumption;
  const atWaypoints = indicesOf(waypoints, track.coordinates);
  const end = (point: readonly [number, number]) => ({ lat: point[1], lon: point[0], name: null });
  const values = (indices: readonly number[]) => ({
    traveltime: indices.map((i) => track.timeDays[i]!),
    distance: indices.map((i) => track.distanceM[i]!),
    ...(kind && track.consumption && { [kind]: indices.map((i) => track.consumption![i]!) }),
  });
  const { coordinates, timeDays, distanceM, consumption, speedKmh } = track;
  const entry: RouteEntry = {
    type: 'traveltime' satisfies Objective,
    name,
    mesh,
    waypoints: {
      start: end(waypoints[0]!),
      end: end(waypoints.at(-1)!),
      sailing: { points: waypoints.map(([lon, lat]) => ({ lat, lon })), ...values(atWaypoints) },
    },
    path: { features: [{ geometry: { coordinates }, properties: values(coordinates.map((_, i) => i)) }] },
  };
  return {
    line,
    label: LINES[line].label,
    coordinates,
    timeDays,
    distanceM,
    consumption,
    speedKmh,
    times: null,
    riskIndex: null,
    zones,
    info: null,
    gapPercent: null,
    stops: null,
    legs: null,
    saves: null,
    worth: null,
    continues: null,
    others: [],
    forecast: null,
    entry,
  };
}

export interface Stay {
  readonly lat: number;
  readonly lon: number;
  readonly days: number;
}

/** A track that also waits at places on its way, in their order, and consumes so much a day there. */
export function withStays(track: Track, calls: readonly Stay[], perDay: number): Track {
  const timeDays = [...track.timeDays];
  const consumption = track.consumption && [...track.consumption];
  let at = 0;
  for (const { lat, lon, days } of calls) {
    const found = track.coordinates.findIndex(([east, north], i) => i >= at && east === lon && north === lat);
    if (found < 0) continue;
    at = found;
    for (let i = at + 1; i < timeDays.length; i++) {
      timeDays[i]! += days;
      if (consumption) consumption[i]! += days * perDay;
    }
  }
  return { ...track, timeDays, consumption };
}

/** Where the waypoints are among the points of a track, which has the crossings of cell borders between them. */
function indicesOf(waypoints: EvaluatedLine['waypoints'], coordinates: Track['coordinates']): number[] {
  let i = 0;
  return waypoints.map(([lon, lat], k) => {
    if (k === waypoints.length - 1) return coordinates.length - 1;
    while (i < coordinates.length - 1 && (coordinates[i]![0] !== lon || coordinates[i]![1] !== lat)) i++;
    return i;
  });
}

export const totalDays = ({ timeDays }: ShownRoute): number => timeDays.at(-1) ?? 0;
export const totalMetres = ({ distanceM }: ShownRoute): number => distanceM.at(-1) ?? 0;
export const totalConsumption = ({ consumption }: ShownRoute): number | null => consumption?.at(-1) ?? null;

export function lowestRisk({ riskIndex }: ShownRoute): number | null {
  const known = riskIndex?.filter((value) => value !== null) ?? [];
  return known.length === 0 ? null : Math.min(...known);
}
