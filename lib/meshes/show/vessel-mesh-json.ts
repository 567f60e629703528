/** Makes the vessel mesh for a vehicle from an environment mesh, as a file for other tools. */
import type { EnvironmentSource } from '../../engine/mesh/mesh-source.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { accessOf } from '../../vessel/access.ts';
import { performanceOf } from '../../vessel/performance.ts';
import {
  DIRECTIONS,
  type Direction,
  type Links,
  type Rectangle,
  type SplitCell,
  splitNeighbours,
} from '../../vessel/split-neighbours.ts';
import type { Vessel } from '../../vessel/vessel.ts';
import { apparentWind } from '../../vessel/wind.ts';
import { MeshRefused } from '../mesh-refused.ts';
import { cellSegments } from '../read/cell-segments.ts';
import { parseSegment } from '../read/json-reader.ts';
import { parseMesh } from '../read/parse-mesh.ts';

const HEADINGS = [0, 1, 2, 3, 4, 5, 6, 7];

type Fields = Record<string, unknown>;

/**
 * Yields the text of the vessel mesh in pieces, so that a large one is never a single string.
 *
 * @param environmentJson the uncompressed bytes of an environment mesh
 * @throws MeshRefused, VesselUnusable
 */
export function* vesselMeshJson(environmentJson: Uint8Array, vehicle: Vehicle): Generator<string> {
  const mesh = parseMesh(environmentJson);
  if (mesh.kind === 'vessel')
    throw new MeshRefused(['a vessel mesh already: config.vessel_info names its vessel']);
  const vessel = vesselOf(vehicle);
  const fieldsOf = vesselFields(vessel, mesh.source);
  const { inaccessible } = accessOf(vessel, mesh.source.environment!);
  const split = vehicle.neighbour_splitting ?? true;
  const cells = splitNeighbours(
    cellsOf(mesh.source),
    split ? inaccessible : new Uint8Array(inaccessible.length),
  );
  const { config, cells: originals } = cellSegments(environmentJson);
  const vessel_info = { ...vehicle, max_speed: vessel.maxSpeedKmh, unit: 'km/hr' };
  yield `{"config":${stringify({ ...(config as Fields), vessel_info })},"cellboxes":[`;
  let separator = '';
  for (const cell of cells) {
    const original = parseSegment(originals[cell.row]!) as Fields;
    const piece = cell.isPiece ? { ...geometryOf(cell.rectangle), id: String(cell.id) } : {};
    yield `${separator}\n${stringify({ ...original, ...piece, ...fieldsOf(cell.row) })}`;
    separator = ',';
  }
  yield '],"neighbour_graph":{';
  const closed = new Set(cells.filter(({ row }) => inaccessible[row]).map(({ id }) => id));
  separator = '';
  for (const { id, links } of cells) {
    if (closed.has(id)) continue;
    yield `${separator}\n"${id}":${JSON.stringify(openLinks(links, closed))}`;
    separator = ',';
  }
  yield '}}\n';
}

/** The fields that the vessel adds to the cell of a row. */
function vesselFields(vessel: Vessel, { environment }: EnvironmentSource): (row: number) => Fields {
  const { flags, inaccessible } = accessOf(vessel, environment!);
  const { speeds, rates, forces } = performanceOf(vessel, environment!, inaccessible);
  const eight = (column: Float64Array, row: number) => [...column.subarray(8 * row, 8 * row + 8)];
  return (row) => {
    const access = Object.fromEntries([...flags].map(([flag, cells]) => [flag, cells[row] === 1]));
    if (inaccessible[row]) return { ...access, inaccessible: true };
    return {
      ...access,
      inaccessible: false,
      speed: eight(speeds, row),
      ...(vessel.ice && { 'ice resistance': forces.ice[row] }),
      ...windFields(environment!, forces, row),
      ...(vessel.ice && { resistance: HEADINGS.map((heading) => resistanceAt(forces, row, heading)) }),
      [vessel.consumption.of]: eight(rates, row),
    };
  };
}

type Forces = ReturnType<typeof performanceOf>['forces'];

function windFields(
  { columns }: NonNullable<EnvironmentSource['environment']>,
  { wind, calmSpeeds }: Forces,
  row: number,
): Fields {
  const [east, north] = [columns.windEast?.[row], columns.windNorth?.[row]];
  if (!wind || !Number.isFinite(east) || !Number.isFinite(north)) return {};
  const felt = HEADINGS.map((heading) => apparentWind(calmSpeeds[row]!, heading, east!, north!));
  return {
    'wind resistance': [...wind.subarray(8 * row, 8 * row + 8)],
    'relative wind speed': felt.map(({ speed }) => speed),
    'relative wind angle': felt.map(({ angle }) => angle),
  };
}

function resistanceAt({ ice, waves, wind }: Forces, row: number, heading: number): number {
  return ice[row]! + (waves ? waves[row]! : 0) + (wind ? wind[8 * row + heading]! : 0);
}

function cellsOf({ ids, bounds, neighbours: { start, cell, direction } }: EnvironmentSource) {
  return ids.map((id, row) => {
    const links = Object.fromEntries(DIRECTIONS.map((each) => [each, [] as number[]])) as Links;
    for (let k = start[row]!; k < start[row + 1]!; k++) {
      links[direction[k] as Direction].push(Number(ids[cell[k]!]));
    }
    return {
      id: Number(id),
      rectangle: [...bounds.subarray(4 * row, 4 * row + 4)] as unknown as Rectangle,
      links,
    };
  });
}

function openLinks(links: SplitCell['links'], closed: ReadonlySet<number>) {
  return Object.fromEntries(
    DIRECTIONS.map((direction) => [direction, links[direction].filter((id) => !closed.has(id))]),
  );
}

function geometryOf([west, south, east, north]: Rectangle): Fields {
  const ring = [west, south, west, north, east, north, east, south, west, south];
  const points = [0, 2, 4, 6, 8].map((i) => `${ring[i]} ${ring[i + 1]}`);
  return {
    geometry: `POLYGON ((${points.join(', ')}))`,
    cx: (west + east) / 2,
    cy: (south + north) / 2,
    dcx: (east - west) / 2,
    dcy: (north - south) / 2,
  };
}

/** JSON has no NaN; a NaN of the mesh counts as 0. */
const stringify = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (Number.isNaN(each) ? 0 : each));
