import * as z from 'zod';
import type { Objective } from '../engine/cost/cost.ts';
import type { LatLon } from '../engine/geometry/sphere.ts';

/** The identifier of a route in a path: a positive integer without leading zeros. */
export const routeId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** A route that was requested. Whether it was calculated, its job tells. */
export interface Route {
  readonly id: number;
  readonly jobId: string;
  /** The mesh it was calculated on; until then the first of the list. */
  readonly meshId: number;
  /** As requested. */
  readonly start: LatLon;
  readonly end: LatLon;
  readonly startCell: string;
  readonly startName: string | null;
  readonly endName: string | null;
  readonly tags: readonly string[];
  /** When it was requested, ISO 8601, UTC. */
  readonly created: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** What calculating a route adds to it. */
export interface CalculatedRoute {
  readonly meshId: number;
  /** ISO 8601, UTC. */
  readonly calculatedAt: string;
  /** By objective; consumption in tonnes or the mesh's units of battery. */
  readonly totals: Readonly<Partial<Record<Objective, Totals>>>;
}

export interface Totals {
  readonly days: number;
  readonly metres: number;
  readonly consumption: number | null;
}
