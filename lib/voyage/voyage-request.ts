/** A request as it was accepted: what is stored for its calculation. */
import type { Objective } from '../engine/cost/cost.ts';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { NamedLine } from '../zones/point-in-zone.ts';
import type { Voyage } from './voyage-fields.ts';
import { isWork, workWays } from './work/work-ways.ts';

export interface VoyageRequest {
  readonly start: LatLon;
  readonly end: LatLon;
  readonly startName: string | null;
  readonly endName: string | null;
  /** Its properties when the request was accepted; null on a ready-made mesh without one. */
  readonly vehicle: Vehicle | null;
  /** Null: from start to end and nothing else. */
  readonly voyage: Voyage | null;
  /** The digest of the standing zones that hold for it; null where none does. */
  readonly standing: string | null;
  /** The meshes of its forecast; null or absent where it is planned on one mesh. */
  readonly forecast?: readonly number[] | null;
  /** The route whose rest it is; absent of a voyage that begins. */
  readonly continues?: Continued | null;
  /** Those that it is planned by; absent: all that its meshes tell of. */
  readonly objectives?: readonly Objective[];
}

/** A route that is continued, and what its plan said was left. */
export interface Continued {
  readonly routeId: number;
  /** By objective, of those that it had. */
  readonly planned: Readonly<Record<string, PlannedLeft>>;
}

export interface PlannedLeft {
  readonly hours: number;
  /** Tonnes, or in the unit of the mesh; null where the plan does not say. */
  readonly consumption: number | null;
}

/** What of a request is planned. */
export type PlannedRequest = Pick<VoyageRequest, 'start' | 'end' | 'vehicle' | 'voyage'> &
  Partial<Pick<VoyageRequest, 'startName' | 'endName'>>;

/** A place of a voyage, and what it is: `start point`, `end point`. */
export interface VoyagePoint extends LatLon {
  readonly what: string;
}

const [START, END] = ['start point', 'end point'];

/** Whether a request asks for a way from a start to an end and nothing else. */
export const isPlain = (points: readonly VoyagePoint[]): boolean =>
  points.every(({ what }) => what === START || what === END);

/** What messages call one of many places: `origin 2`, `origin 2 "Bear"`. */
export const numbered = (what: string, index: number, name: string | null): string =>
  name ? `${what} ${index + 1} "${name}"` : `${what} ${index + 1}`;

/** Every place that a voyage has to reach, so that a mesh has to contain it. */
export function pointsOf({
  start,
  end,
  voyage,
}: Pick<VoyageRequest, 'start' | 'end' | 'voyage'>): VoyagePoint[] {
  return [
    { what: START, ...start },
    { what: END, ...end },
    ...(voyage?.stops ?? []).map(({ name, lat, lon }) => ({ what: `stop "${name}"`, lat, lon })),
  ];
}

/** The lines that a voyage sails as they are given: of an area, those of one way to survey it. */
export function workLinesOf(voyage: Voyage | null): NamedLine[] {
  const works = (voyage?.stops ?? []).filter(isWork);
  return works.map((stop) => ({ what: `stop "${stop.name}"`, line: workWays(stop)[0]! }));
}

/** The points of these lines: a mesh has to contain them too. */
export const workPointsOf = (voyage: Voyage | null): VoyagePoint[] =>
  workLinesOf(voyage).flatMap(({ what, line }) => line.map(([lon, lat]) => ({ what, lat, lon })));

/**
 * What a voyage asks for besides its places, without names: of two voyages on one way, the same only where they ask the same.
 * A field that is null is left out: there are more of them in later versions, which know the voyage again.
 */
export function termsOf(voyage: Voyage): object {
  const { stops, ...others } = voyage;
  const at = new Map(stops?.map(({ name }, i) => [name, i]));
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    stops: stops?.map(({ name: _, lat: _lat, lon: _lon, after, ...terms }) => ({
      ...terms,
      after: after.map((other) => at.get(other)).sort(),
    })),
  };
}

/** Where a voyage stops, in the order requested. */
export function stopsOf(voyage: Voyage | null): LatLon[] {
  return (voyage?.stops ?? []).map(({ lat, lon }) => ({ lat, lon }));
}
