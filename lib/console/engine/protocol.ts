/** What the page and its engine worker say to each other. */

import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Track } from '../../engine/path/track.ts';
import type { RoutePlan } from '../../engine/route-plan.ts';
import type { PlannedWaypoint } from '../../engine/waypoints/waypoints.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';

export interface PlanRequest {
  readonly kind: 'plan';
  readonly start: LatLon;
  readonly end: LatLon;
  /** How far an end may be moved to open water, nautical miles. */
  readonly adjustmentLimitNm: number;
}

export interface EvaluateRequest {
  readonly kind: 'evaluate';
  /** How far its ends may be moved to open water, nautical miles. */
  readonly adjustmentLimitNm: number;
  /** [lon, lat], degrees, joined by rhumb lines. */
  readonly coordinates: readonly (readonly [number, number])[];
}

export interface OpenRequest {
  readonly kind: 'open';
  readonly bytes: ArrayBuffer;
  /** What an environment mesh is made into a vessel mesh for. */
  readonly vehicle: Vehicle | null;
}

export type EngineRequest = OpenRequest | PlanRequest | EvaluateRequest;

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

export interface AnswerOf {
  /** `made`: the vessel mesh that was made of an environment mesh. */
  readonly open: { readonly kind: 'opened'; readonly made: ArrayBuffer | null };
  readonly plan: { readonly kind: 'planned'; readonly plan: RoutePlan; readonly milliseconds: number };
  readonly evaluate: {
    readonly kind: 'evaluated';
    readonly track: Track;
    /** The points that were evaluated: as they were given, but for an end that was moved. */
    readonly coordinates: readonly (readonly [number, number])[];
    /** The ends that were moved. */
    readonly moved: readonly PlannedWaypoint[];
  };
}

export type EngineAnswer = AnswerOf[keyof AnswerOf] | EngineFailure;
