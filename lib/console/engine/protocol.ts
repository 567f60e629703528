/** What the page and its engine worker say to each other. */

import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Track } from '../../engine/path/track.ts';
import type { PlannedWaypoint } from '../../engine/waypoints/waypoints.ts';
import type { IceChart } from '../../ice-charts/ice-chart.ts';
import type { TradeOffEntry } from '../../route-files/trade-off.ts';
import type { DocumentMesh } from '../../routes/route-document.ts';
import type { ReachRequest } from '../../voyage/reach/reach-fields.ts';
import type { ReachCollection } from '../../voyage/reach/reach-geojson.ts';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import type { ZoneEffect } from '../../voyage/voyage-route.ts';
import type { LeastClearance } from '../../zones/least-clearance.ts';
import type { Zone } from '../../zones/zone.ts';
import type { DocumentEntry } from '../state/shown-route.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';

interface NamedPlace extends LatLon {
  readonly name?: string;
}

export interface PlanRequest {
  readonly kind: 'plan';
  readonly start: NamedPlace;
  readonly end: NamedPlace;
  /** Whose mesh is open; null on a ready-made one. */
  readonly vehicle: Vehicle | null;
  /** Null: from start to end and nothing else. */
  readonly voyage: Voyage | null;
  /** As the routes describe what they were planned on. */
  readonly mesh: DocumentMesh;
  /** How far an end may be moved to open water, nautical miles. */
  readonly adjustmentLimitNm: number;
  /** Where the great circle enters them is told. */
  readonly zones: readonly Zone[];
  /** Whether a hand moves something, so that an answer at once is worth more than one as exact as the service's. */
  readonly isMoving: boolean;
}

/** The curve of fuel against time; the voyage has `trade_off`. */
export type TradeOffRequest = Omit<PlanRequest, 'kind' | 'isMoving' | 'mesh' | 'zones'> & {
  readonly kind: 'trade-off';
};

/** A voyage of the curve, as its files write it. */
export interface CurvePoint extends TradeOffEntry {
  /** Tonnes or units of battery. */
  readonly consumption: number;
}

/** Ascending in time. */
export interface Curve {
  readonly points: readonly CurvePoint[];
  /** On all of them. */
  readonly note?: string | undefined;
}

export interface EvaluateRequest {
  readonly kind: 'evaluate';
  /** How far its ends may be moved to open water, nautical miles. */
  readonly adjustmentLimitNm: number;
  /** [lon, lat], degrees, joined by rhumb lines. */
  readonly coordinates: readonly (readonly [number, number])[];
  /** Where it enters them is told. */
  readonly zones: readonly Zone[];
}

export interface AreasRequest {
  readonly kind: 'reach';
  /** One for all ships, or one for each that comes back to its own place. */
  readonly requests: readonly ReachRequest[];
  readonly adjustmentLimitNm: number;
  /** A hand moves an origin: a rough answer soon is worth more than an exact one later. */
  readonly isMoving: boolean;
}

export interface OpenRequest {
  readonly kind: 'open';
  readonly bytes: ArrayBuffer;
  /** What an environment mesh is made into a vessel mesh for. */
  readonly vehicle: Vehicle | null;
  /** Laid over an environment mesh first. */
  readonly chart: Pick<IceChart, 'areas'> | null;
}

export type EngineRequest = OpenRequest | PlanRequest | TradeOffRequest | EvaluateRequest | AreasRequest;

/** Where a line can't be sailed. */
export interface ProblemPlace extends LatLon {
  /** From 1. */
  readonly leg: number;
  /** `closed cell: ice` */
  readonly reason: string;
}

/** Why there is no answer; `places`: where a line can't be sailed. */
export interface EngineFailure {
  readonly kind: 'failed';
  readonly reason: 'outside' | 'inaccessible' | 'not-sailable' | 'internal';
  readonly message: string;
  readonly places?: readonly ProblemPlace[];
}

export interface OrderCosts {
  readonly objective: DocumentEntry['type'];
  readonly days: number;
  readonly consumption: number | null;
}

export interface GreatCircle {
  /** [lon, lat], degrees. */
  readonly coordinates: EvaluateRequest['coordinates'];
  readonly evaluated: EvaluatedTrack | EngineFailure;
}

export interface EvaluatedTrack {
  readonly kind: 'evaluated';
  readonly track: Track;
  readonly zones: readonly ZoneEffect[];
  /** The points that were evaluated: as they were given, but for an end that was moved. */
  readonly coordinates: readonly (readonly [number, number])[];
  /** The ends that were moved. */
  readonly moved: readonly PlannedWaypoint[];
}

export interface AnswerOf {
  /** `made`: the vessel mesh that was made of an environment mesh. */
  readonly open: { readonly kind: 'opened'; readonly made: ArrayBuffer | null };
  readonly plan: {
    readonly kind: 'planned';
    /** As the service would answer them. */
    readonly routes: readonly DocumentEntry[];
    readonly start: PlannedWaypoint;
    readonly end: PlannedWaypoint;
    /** Where a route squeezes through a gap of no width. */
    readonly pinches: readonly LatLon[];
    /** Where a route comes nearer to land than asked, which it may at its ends. */
    readonly tooNear: LeastClearance | null;
    readonly milliseconds: number;
    /** What the voyage costs in the order given, where the order was chosen. */
    readonly inGivenOrder: readonly OrderCosts[] | null;
    /** Why the service would refuse the voyage, where it is shown without what can't be met. */
    readonly unmet: string | null;
    /** From each place where the vessel calls to the next, evaluated in the same turn: two would halve the routes a second. */
    readonly greatCircle: GreatCircle;
  };
  readonly 'trade-off': Curve & { readonly kind: 'traded-off' };
  readonly reach: { readonly kind: 'reached'; readonly areas: ReachCollection };
  readonly evaluate: EvaluatedTrack;
}

export type EngineAnswer = AnswerOf[keyof AnswerOf] | EngineFailure;
