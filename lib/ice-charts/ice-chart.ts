/** An ice chart, whatever file it came from: the form in which it is stored and shown. */
import type { ClosedRing } from '../zones/geometry/polygon.ts';
import type { Egg } from './egg.ts';

export interface IceChart {
  readonly format: 'S-411' | 'SIGRID-3';
  readonly name: string;
  /** When the ice was as it is drawn, ISO 8601 in UTC. */
  readonly referenceTime: string;
  /** Where two overlap, the later one counts. */
  readonly areas: readonly IceArea[];
  /** Icebergs, leads, ice edges: drawn, not routed. */
  readonly drawn: readonly DrawnFeature[];
  /** Sentences on what was left out, and on what was assumed. */
  readonly info: readonly string[];
}

export interface IceArea {
  readonly egg: Egg;
  /** The outline of each, then its holes. */
  readonly polygons: readonly (readonly ClosedRing[])[];
}

export interface DrawnFeature {
  /** As the format names it: `Iceberg`, `IceLead`, `icelne`. */
  readonly kind: string;
  readonly geometry: {
    readonly type: 'Point' | 'LineString';
    /** GeoJSON: longitude, latitude. */
    readonly coordinates: unknown;
  };
}
