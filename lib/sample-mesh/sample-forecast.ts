/** A forecast to try a changing sea on: an environment mesh for each day, of the region and the coasts of the sample. */

import { REGION } from './grid.ts';
import { type Block, neighbourGraph, quadtree } from './quadtree.ts';
import {
  asDropped,
  boxOf,
  type DroppedMeshes,
  type Fields,
  fieldsWith,
  isUniform,
  type MadeMesh,
  madeMesh,
  meanOf,
  rounded,
} from './sample-mesh.ts';
import { current, elevation, iceThickness } from './sea.ts';
import { ICE_DENSITY } from './vessel.ts';
import { iceOnDay, type Weather, wavesOnDay, windOnDay } from './weather.ts';

export const FORECAST_DAYS = 10;
const NAME = 'southern-ocean-forecast';
/** Of gzip: a start waits for it. */
const COMPRESSION = 1;
const MS_PER_DAY = 86_400_000;
/** Ten meshes are made at a start: only coasts are as fine as in the sample mesh, ice is at least 0.5° × 0.25°. */
const ICE = { spread: 50, thresholds: [80] };
const FINEST_ICE = 2;
const ANY_ICE = { spread: Infinity, thresholds: [] };

export interface ForecastOptions {
  /** UTC midnight of the first day. */
  readonly from: Date;
  readonly days?: number;
  /** The weather of so many hours later: two forecasts of one day that differ. */
  readonly shiftHours?: number;
}

/** The meshes of all days. */
export function generateSampleForecast({
  from,
  days = FORECAST_DAYS,
  shiftHours = 0,
}: ForecastOptions): MadeMesh[] {
  const seed = Math.floor(from.getTime() / MS_PER_DAY);
  const weathers = Array.from({ length: days }, (_, k): Weather => ({ seed, day: k + shiftHours / 24 }));
  const fields = weathers.map((weather) =>
    fieldsWith((lat, lon, coastKm) => (coastKm === 0 ? 0 : iceOnDay(weather, lat, lon, coastKm))),
  );
  // one grid for all days: it is fine wherever the ice is uneven on the first, in the middle or on the last
  const looked = [0, days >> 1, days - 1].map((k) => fields[k]!);
  const blocks = quadtree((block) =>
    looked.every((each) => isUniform(each, block, block.size > FINEST_ICE ? ICE : ANY_ICE)),
  );
  const places = blocks.map((block, id) => placeOf(fields[0]!, block, id));
  const neighbours = JSON.stringify(Object.fromEntries(neighbourGraph(blocks).entries()));
  return weathers.map((weather, k) => {
    const day = dayText(new Date(from.getTime() + k * MS_PER_DAY));
    const cellboxes = places.map((place) => cellOn(weather, fields[k]!, place));
    const config = JSON.stringify({ mesh_info: { region: regionOn(day), data_sources: [] } });
    return madeMesh(
      `${NAME}-${day}.env.json`,
      `{"config":${config},"cellboxes":[${cellboxes.join()}],"neighbour_graph":${neighbours}}`,
    );
  });
}

/** Some days of a forecast as the pipeline delivers them, made on its first day. */
export function droppedForecast(meshes: readonly MadeMesh[], from: Date, part = 0): DroppedMeshes {
  const created = `${dayText(from).replaceAll('-', '')}T00000${part}`;
  return asDropped(meshes, created, 'The sample forecast', COMPRESSION);
}

const dayText = (date: Date): string => date.toISOString().slice(0, 10);

const regionOn = (day: string) => ({
  lat_min: REGION.latMin,
  lat_max: REGION.latMax,
  long_min: REGION.lonMin,
  long_max: REGION.lonMax,
  start_time: day,
  end_time: day,
});

/** A cell, and what no day changes of it: as JSON that lacks its last brace, because all days together have 50,000 cells. */
interface Place {
  readonly block: Block;
  readonly lat: number;
  readonly lon: number;
  readonly coastKm: number;
  readonly isLand: boolean;
  readonly json: string;
}

function placeOf({ land, coast }: Fields, block: Block, id: number): Place {
  const box = boxOf(block);
  const { cx: lon, cy: lat } = box;
  const coastKm = meanOf(coast, block);
  const isLand = meanOf(land, block) > 0;
  const [uC, vC] = current(lat, lon, coastKm);
  const json = JSON.stringify({
    ...box,
    elevation: isLand ? 10 : rounded(elevation(coastKm), 0),
    density: ICE_DENSITY,
    uC: rounded(uC, 3),
    vC: rounded(vC, 3),
    id: String(id),
  });
  return { block, lat, lon, coastKm, isLand, json: json.slice(0, -1) };
}

function cellOn(
  weather: Weather,
  { ice }: Fields,
  { block, lat, lon, coastKm, isLand, json }: Place,
): string {
  const concentration = isLand ? 0 : rounded(meanOf(ice, block), 1);
  const thickness = rounded(iceThickness(lon, concentration), 2);
  const [u10, v10] = windOnDay(weather, lat, lon).map((speed) => rounded(speed, 1));
  const swh = rounded(wavesOnDay(weather, lat, lon, coastKm, concentration), 1);
  return `${json},"SIC":${concentration},"thickness":${thickness},"u10":${u10},"v10":${v10},"swh":${swh}}`;
}
