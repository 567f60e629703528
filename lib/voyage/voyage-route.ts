import type { Objective } from '../engine/cost/cost.ts';
import type { LatLon, Point } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import type { ObjectiveRoute, RoutePlan } from '../engine/route-plan.ts';
import type { PlannedWaypoint } from '../engine/waypoints/waypoints.ts';
import type { TradeOffPoint } from '../speed/choose-speeds.ts';
import type { Closed } from '../zones/leg-clearance.ts';
import type { Zone } from '../zones/zone.ts';

export const WAIT_REASONS = ['window', 'daylight', 'wind', 'waves', 'ice'] as const;

/** What a stop is waited at for: that its window opens, that it gets light, or that one of these is within its limit. */
export type WaitReason = (typeof WAIT_REASONS)[number];

/** When a stop is open, as far as one thing decides it: stretches, ascending and apart, days since departure. */
export interface Opening {
  readonly reason: WaitReason;
  readonly stretches: readonly { readonly from: number; readonly to: number }[];
}

/** A place where a voyage calls, its start and its end included. */
export interface VoyageStop {
  readonly name: string;
  readonly place: PlannedWaypoint;
  /** Index in the route's track of arriving; where it stays or waits, the next one is of leaving. */
  readonly vertex: number;
  /** Since departure. */
  readonly arrivesDays: number;
  readonly waitDays: number;
  /** Where it waits. */
  readonly waitsFor?: WaitReason;
  /** Where what is done is laid down for a time, and taken up again; since departure. */
  readonly pauses?: readonly {
    readonly fromDays: number;
    readonly toDays: number;
    readonly reason: WaitReason;
  }[];
  readonly stayDays: number;
  readonly leavesDays: number;
  /** What is sailed there; `stayDays` are then those at its beginning. */
  readonly work?: VoyageWork;
}

export interface VoyageWork {
  readonly kind: 'line' | 'area';
  readonly track: Track;
  readonly sailing: Track;
  readonly days: number;
  /** At its end. */
  readonly stayAfter: number;
  /** Indices in the route's track. */
  readonly begins: number;
  readonly ends: number;
}

/** What the stops of a voyage are worth that it calls at, where some may be left out. */
export interface VoyageWorth {
  readonly value: number;
  /** No voyage that obeys the request is worth more; null where that was not proved, or not asked for. */
  readonly bound: number | null;
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly name: string;
  readonly value: number;
  /** What the voyage would take longer with it, on one mesh rather too much: legs that were not planned are estimated; null where that is not known or not the reason, or it can't be done at all. */
  readonly needsHours: number | null;
  /** What it would consume more with it, where fuel is the reason. */
  readonly needsTonnes?: number;
  readonly reason: 'time' | 'fuel' | 'window' | 'closed' | 'after';
}

/** What is left in the bunkers, tonnes; by stop, start and end included, also of a route without others. */
export interface VoyageFuel {
  /** On arriving. */
  readonly left: readonly number[];
  /** Taken before leaving. */
  readonly refuelled: readonly number[];
}

/** From one stop to the next. */
export interface VoyageLeg {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly consumption: number | null;
  readonly metres: number;
  /** Null where it was not proved, or not asked for. */
  readonly gapPercent: number | null;
}

/** What a zone did to a route, as its entry in the answer says it. */
export type ZoneEffect = {
  readonly name: string;
  readonly kind: Zone['kind'];
} & (
  | {
      readonly entered: readonly (LatLon & { readonly days: number; readonly nm: number })[];
      readonly nm_inside: number;
      readonly hours_inside: number;
    }
  | { readonly costs_hours: number; readonly costs_consumption?: number }
);

export interface Alternative<T extends Track = Track> {
  readonly track: T;
  /** Per cent above the route, by its objective. */
  readonly dearerPercent: number;
  /** Of its length, the part within two nautical miles of the one route before it with which it shares most. */
  readonly sharedPercent: number;
  /** At its end, tonnes; where the request says what is aboard. */
  readonly fuelLeft?: number;
  /** Where it leads through several meshes. */
  readonly dated?: AlongForecast;
}

/** What a route of a voyage is best in; `within`: what is limited, time or consumption, decides over the other; `cost`: money. */
export type VoyageObjective = Objective | 'within' | 'cost';

/** Which meshes of a forecast a route meets, and where it waits. Times are ISO 8601 in UTC. */
export interface AlongForecast {
  /** As used, in turn. */
  readonly meshes: readonly {
    readonly id: number;
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }[];
  /** By vertex: the place in `meshes` of the one on which the leg that ends there is sailed. */
  readonly meshAlong: readonly number[];
  readonly waits: readonly (LatLon & {
    readonly from: string;
    readonly to: string;
    readonly reason: string;
  })[];
  /** What is sailed on a mesh that is not valid then; null if nothing is. */
  readonly beyond: { readonly from: string; readonly hours: number; readonly nm: number } | null;
}

/** What a route through the meshes of a forecast has. */
export interface DatedParts extends AlongForecast {
  readonly departure: string;
  /** The route that was planned on the sea of the departure alone, in the sea that it meets; null where it can't be sailed, undefined where time was up. */
  readonly blind:
    | {
        readonly days: number;
        readonly consumption: number | null;
        readonly worse_percent: number;
        readonly closed?: LatLon & { readonly time: string };
      }
    | null
    | undefined;
}

/** A row of a table of departures: of the fastest route. */
export interface Departure {
  readonly departure: string;
  readonly arrival: string | null;
  readonly days: number | null;
  readonly consumption: number | null;
  readonly gap_percent: number | null;
  readonly beyond_forecast_hours: number | null;
  readonly status: 'SUCCESS' | 'FAILURE' | 'OUTSIDE_WINDOW';
  readonly reason: string | null;
}

/** A route with what only voyages have. */
export interface VoyageRoute extends Omit<ObjectiveRoute, 'objective'> {
  readonly objective: VoyageObjective;
  /** Against the fastest route: what is consumed less, and how much later it arrives. */
  readonly saves?: { readonly consumption: number; readonly percent: number; readonly hours: number };
  /** What a client should know about it, in sentences without a full stop. */
  readonly remarks?: readonly string[];
  /** In the order sailed. */
  readonly stops?: readonly VoyageStop[];
  readonly legs?: readonly VoyageLeg[];
  /** Where the request says what is aboard. */
  readonly fuel?: VoyageFuel;
  /** Where it does not keep the reserve: whether no order of its stops is proved to, or none was found that does. */
  readonly belowReserve?: 'proved' | 'found';
  /** Where stops may be left out. */
  readonly worth?: VoyageWorth;
  /** What the zones of the request did to it. */
  readonly zones?: readonly ZoneEffect[];
  /** Other routes beside it, where they were asked for. */
  readonly alternatives?: readonly Alternative[];
  /** Where it leads through several meshes. */
  readonly dated?: DatedParts;
}

/** A voyage at another speed, where such were asked for. */
export interface TradeOffVoyage extends TradeOffPoint {
  /** With its stops, stays and works: from it is told what is left aboard. */
  readonly route?: Pick<VoyageRoute, 'track' | 'stops'>;
  /** At its end, tonnes; where the request says what is aboard. */
  readonly fuelLeft?: number;
}

export interface VoyagePlan extends Omit<RoutePlan, 'routes'> {
  readonly routes: readonly VoyageRoute[];
  /** Voyages at other speeds, where they were asked for. */
  readonly tradeOff?: readonly TradeOffVoyage[];
  /** Which voyages all of those are the best of, where not of all there are. */
  readonly tradeOffNote?: string;
  /** What they were planned on, where that is not the mesh of the routes. */
  readonly tradeOffMesh?: Mesh;
  /** All departures, where several were asked for. */
  readonly departures?: readonly Departure[];
  /** What it was planned on, where that is not the mesh that was given. */
  readonly mesh?: Mesh;
  /** What its routes keep out of, where there are zones or a clearance. */
  readonly closed?: Closed;
  /** What a client should know about it, in sentences. */
  readonly notes?: readonly string[];
}

/** Where a route calls at its stops, and the waypoints of their works: they stay whatever is left out. */
export const placesOfStops = ({ track, stops = [] }: Pick<VoyageRoute, 'track' | 'stops'>): Point[] =>
  stops.flatMap(({ vertex, work }) => work?.sailing.coordinates ?? [track.coordinates[vertex]!]);
