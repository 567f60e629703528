/** The routes of a study priced on one of its meshes: what the spread and the least regret are made of. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { RouteNotSailable, RouteTooDetailed } from '../routes/errors.ts';
import { evaluateRoute } from '../routes/evaluate-route.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { keysOf } from './batch.ts';
import type { Snapshot } from './input/accept-lines.ts';
import type { StudyPath } from './plan-line.ts';
import type { BatchFiles, BatchStore } from './ports.ts';
import type { Spread } from './results/spread.ts';
import { type Member, type Pricing, spreadOf } from './results/spread.ts';

export interface PricePorts {
  readonly batches: Pick<BatchStore, 'parts'>;
  readonly files: Pick<BatchFiles, 'read' | 'write'>;
  readonly meshById: (id: number) => Promise<MeshRecord | null>;
  readonly open: (mesh: MeshRecord, vehicle: Vehicle | null, chartId: string | null) => Promise<Mesh>;
}

/** What a mesh says about one route. */
interface Price {
  readonly group: string;
  readonly objective: string;
  /** The mesh of the route. */
  readonly of: number;
  /** Null where the route can't be sailed here. */
  readonly cost: number | null;
  readonly closed?: LatLon;
}

/** Pieces of a route between borders of cells. */
const MAX_PIECES = 200_000;

/** Prices the routes of all meshes on one of them. */
export async function priceRoutes(ports: PricePorts, batchId: string, meshId: number): Promise<void> {
  const record = await ports.meshById(meshId);
  if (!record) return; // its lines failed, and say why
  const keys = keysOf(batchId);
  const { vehicles } = await readJson<Snapshot>(ports.files, keys.snapshot);
  const prices: Price[] = [];
  for (const path of await readPaths(ports, batchId)) {
    if (path.path === null || path.objective === null || path.not_comparable) continue;
    const vehicle = vehicles.find(({ vessel_type }) => vessel_type === path.vehicle_type) ?? null;
    prices.push(priceOf(await ports.open(record, vehicle, path.ice_chart ?? null), path));
  }
  await ports.files.write(keys.prices(meshId), prices.map((price) => `${JSON.stringify(price)}\n`).join(''));
}

function priceOf(mesh: Mesh, { group, objective, mesh_id, path }: StudyPath): Price {
  const of = { group, objective: objective!, of: mesh_id };
  try {
    const points = path!.map(([lon, lat]) => ({ lat: lat!, lon: lon! }));
    const track = evaluateRoute(mesh, points, MAX_PIECES);
    const cost = objective === 'traveltime' ? track.timeDays.at(-1) : track.consumption?.at(-1);
    return { ...of, cost: cost ?? null };
  } catch (error) {
    if (error instanceof RouteNotSailable) {
      const { lat, lon } = error.details[0]!;
      return { ...of, cost: null, closed: { lat, lon } };
    }
    if (error instanceof RouteTooDetailed) return { ...of, cost: null };
    throw error;
  }
}

/** A spread with what it is of. */
export type ObjectiveSpread = Spread & {
  readonly objective: string;
  readonly vehicle_type: string | null;
  /** Where the study varies more than meshes: `[vehicle, start, end, departure]`. */
  readonly group: string;
  /** What is not told, and why. */
  readonly note?: string;
};

/** Where no mesh has a way, there is a spread all the same: it says so. */
const NO_ROUTE_AT_ALL = 'traveltime';
const NOT_COMPARABLE =
  'Regret is told of routes between two points at the speeds of the mesh, without zones: for these it was not worked out.';

/** The spread of a study, from the prices on its meshes. */
export async function spreadOfStudy(
  ports: Pick<PricePorts, 'batches' | 'files'>,
  batchId: string,
): Promise<{ objectives: ObjectiveSpread[] }> {
  const keys = keysOf(batchId);
  const meshes = await readLines<{ mesh_id: number }>(ports.files, keys.meshes);
  const pricesOn = new Map<number, Price[]>();
  for (const { mesh_id } of meshes)
    pricesOn.set(mesh_id, await readLines<Price>(ports.files, keys.prices(mesh_id)));
  const paths = await readPaths(ports, batchId);
  const objectives: ObjectiveSpread[] = [];
  for (const group of new Set(paths.map((path) => path.group))) {
    const ofGroup = paths.filter((path) => path.group === group);
    const found = new Set(ofGroup.flatMap((path) => path.objective ?? []));
    for (const objective of found.size > 0 ? found : [NO_ROUTE_AT_ALL]) {
      const members = ofGroup
        .filter((path) => path.objective === null || path.objective === objective)
        .map(({ mesh_id, cost, path }): Member => ({ meshId: mesh_id, cost, path }));
      const pricings = [...pricesOn].map(([meshId, prices]): Pricing => {
        const own = prices.filter((price) => price.group === group && price.objective === objective);
        return {
          meshId,
          costs: new Map(own.map(({ of, cost }) => [of, cost])),
          closed: own.flatMap(({ closed }) => closed ?? []),
        };
      });
      const { vehicle_type } = ofGroup[0]!;
      const priced = ofGroup.some(({ not_comparable }) => not_comparable) ? null : pricings;
      const note = priced === null && { note: NOT_COMPARABLE };
      objectives.push({ objective, vehicle_type, group, ...spreadOf(members, priced), ...note });
    }
  }
  return { objectives };
}

async function readPaths(
  { batches, files }: Pick<PricePorts, 'batches' | 'files'>,
  batchId: string,
): Promise<StudyPath[]> {
  const paths: StudyPath[] = [];
  for (const { id } of await batches.parts(batchId)) {
    paths.push(...(await readLines<StudyPath>(files, keysOf(batchId).paths(id))));
  }
  return paths;
}

async function readJson<T>(files: Pick<BatchFiles, 'read'>, key: string): Promise<T> {
  const bytes = await files.read(key);
  if (!bytes) throw new Error(`${key} is gone.`);
  return JSON.parse(Buffer.from(bytes).toString());
}

/** None where there is no such object. */
export async function readLines<T>(files: Pick<BatchFiles, 'read'>, key: string): Promise<T[]> {
  const bytes = await files.read(key);
  if (!bytes) return [];
  return Buffer.from(bytes)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
