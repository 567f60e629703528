/** The answer to a matrix request, on a mesh. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import type { Terminal } from '../../engine/waypoints/waypoints.ts';
import { NotOnMesh } from '../not-on-mesh.ts';
import { numbered } from '../voyage-request.ts';
import { accuracyPercent, matrixOn, type PairCosts, type PassedPart } from './matrix.ts';
import type { MatrixRequest } from './matrix-fields.ts';
import { placeApart } from './place-apart.ts';

/** A place as it was used, and by how many nautical miles it was moved out of a closed cell. */
export type MatrixPlace = LatLon & { readonly name: string | null; readonly moved_nm: number };
/** By source, then by target; null where there is no way. */
type Table = (number | null)[][];

export interface MatrixAnswer {
  readonly sources: MatrixPlace[];
  readonly targets: MatrixPlace[];
  readonly mesh_id: number;
  /** By how much at most the values are too high. */
  readonly accuracy_percent: number;
  readonly traveltime_days: Table;
  readonly distance_metres: Table;
  readonly fuel_tonnes?: Table;
  readonly battery_ah?: Table;
}

/**
 * @param limitNm how far a place in a closed cell may be moved
 * @throws NotOnMesh where a place has no sea near it, MatrixTooLarge
 */
export function matrixAnswer(
  mesh: Mesh,
  meshId: number,
  request: Pick<MatrixRequest, 'sources' | 'targets'>,
  limitNm: number,
  passed?: PassedPart,
): MatrixAnswer {
  const asked = [...request.sources, ...(request.targets ?? [])];
  const placed = placesOf(mesh, request, limitNm);
  const places = placed.map(({ used, movedNm }, k) => ({
    lat: used.lat,
    lon: used.lon,
    name: asked[k]!.name,
    moved_nm: movedNm,
  }));
  const count = request.sources.length;
  const targetsFrom = request.targets ? count : 0;
  const [sources, targets] = [placed.slice(0, count), placed.slice(targetsFrom)];
  const pairs = matrixOn(mesh, sources, targets, passed);
  const table = (part: (pair: PairCosts) => number): Table =>
    pairs.map((row) => row.map((pair) => (part(pair) === Infinity ? null : part(pair))));
  const consumption = () => table((pair) => pair.consumption!);
  return {
    sources: places.slice(0, count),
    targets: places.slice(targetsFrom),
    mesh_id: meshId,
    accuracy_percent: accuracyPercent(sources.length * targets.length),
    traveltime_days: table(({ days }) => days),
    distance_metres: table(({ metres }) => metres),
    ...(mesh.consumption === 'fuel' && { fuel_tonnes: consumption() }),
    ...(mesh.consumption === 'battery' && { battery_ah: consumption() }),
  };
}

function placesOf(
  mesh: Mesh,
  { sources, targets }: Pick<MatrixRequest, 'sources' | 'targets'>,
  limitNm: number,
): Terminal[] {
  const named = [
    ...sources.map(({ lat, lon, name }, k) => ({ what: numbered('source', k, name), at: { lat, lon } })),
    ...(targets ?? []).map(({ lat, lon, name }, k) => ({
      what: numbered('target', k, name),
      at: { lat, lon },
    })),
  ];
  try {
    return placeApart(mesh, named, limitNm);
  } catch (error) {
    if (error instanceof RouteInaccessible || error instanceof WaypointOutsideMesh) {
      throw new NotOnMesh(error.message);
    }
    throw error;
  }
}
