/** The meshes of a dated request: those of a forecast that it names, or those of the region of the mesh that it would use. */
import { contains } from '../meshes/geo-bounds.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { acceptVesselMeshes } from '../meshes/select/select-meshes.ts';
import { departuresOf } from '../voyage/forecast/departures.ts';
import { MOST_MESHES } from '../voyage/forecast/forecast-fields.ts';
import {
  holdingAt,
  rankOf,
  timelineOf,
  usedBetween,
  type Validity,
  validityOf,
} from '../voyage/forecast/timeline.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { acceptMeshesFor, type MeshQuery } from './choose-meshes.ts';
import { MeshNotFound, NotOneForecast, PointOutsideMesh, WrongMeshKind } from './errors.ts';

const MS_PER_DAY = 86_400_000;
/** A mesh that begins longer than this after the last departure is not looked at: no forecast reaches as far. */
const LONGEST_DAYS = 60;

/**
 * The meshes that a request names as a forecast.
 *
 * @throws MeshNotFound, PointOutsideMesh, WrongMeshKind, NotOneForecast
 */
export async function namedForecast(
  meshes: Pick<MeshStore, 'byId'>,
  ids: readonly number[],
  { points, vehicle, environmentFor }: Omit<MeshQuery, 'meshId'>,
): Promise<number[]> {
  const records = await Promise.all(ids.map((id) => meshes.byId(id)));
  const accepts = vehicle ? acceptMeshesFor(vehicle) : acceptVesselMeshes;
  records.forEach((record, k) => {
    if (!record || record.removed) throw new MeshNotFound(ids[k]!);
    const outside = points.find((point) => !contains(record.bounds, point));
    if (outside) throw new PointOutsideMesh(outside, record.id);
    if (!accepts(record)) throw new WrongMeshKind(record, vehicle?.vessel_type ?? null);
    if (environmentFor && record.kind !== 'environment') {
      throw new NotOneForecast(
        `${environmentFor} on environment meshes only, and mesh ${record.id} is a vessel mesh.`,
      );
    }
    if (!validity(record))
      throw new NotOneForecast(`Mesh ${record.id} does not say when its data are valid.`);
  });
  const [first, ...others] = records as MeshRecord[];
  const other = others.find(({ consumption, vesselKey }) => {
    return vehicle === null && (consumption !== first!.consumption || vesselKey !== first!.vesselKey);
  });
  if (other) throw new NotOneForecast(`Meshes ${first!.id} and ${other.id} were made for different vessels.`);
  return [...ids];
}

/**
 * The meshes that belong together with the one that a request would use, of the same kind, extent and vessel: those that hold at some
 * time from the first departure on, by time. Null where that is one only and no more is asked than one can answer.
 */
export async function forecastRound(
  meshes: Pick<MeshStore, 'byId' | 'siblings'>,
  meshId: number,
  { voyage }: { readonly voyage: Voyage | null },
): Promise<number[] | null> {
  if (!voyage || !isDated(voyage)) return null;
  const known = await roundOf(meshes, meshId, Date.parse(departuresOf(voyage).at(-1)!));
  const asksForMore = voyage.departures ?? voyage.max_wait_hours ?? voyage.beyond_forecast;
  // of several meshes one may be all that is left, and then it is not any one
  if (known.every(({ id }) => id === meshId)) return asksForMore ? [meshId] : null;
  // of a day that was forecast again, only the newest mesh holds
  const holding = usedBetween(timelineOf(known), Date.parse(departuresOf(voyage)[0]!), Infinity);
  return [...new Set(holding.map(({ mesh }) => known[mesh]!.id))].slice(0, MOST_MESHES);
}

const isDated = (voyage: Voyage): boolean => departuresOf(voyage).length > 0;

interface Known extends Validity {
  readonly id: number;
}

/** Of the meshes that belong together with one, that which holds at an instant, milliseconds since 1970. */
export async function meshHoldingAt(
  meshes: Pick<MeshStore, 'byId' | 'siblings'>,
  meshId: number,
  time: number,
): Promise<number> {
  const known = await roundOf(meshes, meshId, time);
  return known.length === 0 ? meshId : known[holdingAt(timelineOf(known), time).mesh]!.id;
}

/** The meshes that belong together with one, without those that begin long after the last departure. */
async function roundOf(
  meshes: Pick<MeshStore, 'byId' | 'siblings'>,
  meshId: number,
  last: number,
): Promise<Known[]> {
  const ids = await meshes.siblings(meshId);
  const records = await Promise.all(ids.map((id) => meshes.byId(id)));
  return records.flatMap((record): Known[] => {
    const span = record && !record.removed ? validity(record) : null;
    if (!record || !span || span.from > last + LONGEST_DAYS * MS_PER_DAY) return [];
    return [{ id: record.id, ...span, rank: rankOf(record) }];
  });
}

const validity = ({ validDateStart, validDateEnd }: MeshRecord) => validityOf(validDateStart, validDateEnd);
