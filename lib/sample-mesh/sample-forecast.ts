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
/** Coarser than the sample mesh: ten meshes are made at a start. */
const COARSE = { spread: 50, thresholds: [80] };

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
  const fields = weathers.map((weather) => fieldsWith((...place) => iceOnDay(weather, ...place)));
  // one grid for all days: it is fine wherever the ice is uneven on the first, in the middle or on the last
  const looked = [0, days >> 1, days - 1].map((k) => fields[k]!);
  const blocks = quadtree((block) => looked.every((each) => isUniform(each, block, COARSE)));
  const neighbours = JSON.stringify(Object.fromEntries(neighbourGraph(blocks).entries()));
  const files = weathers.map((weather, k) => {
    const day = dayText(new Date(from.getTime() + k * MS_PER_DAY));
    const cellboxes = blocks.map((block, id) => ({
      ...cellOn(weather, fields[k]!, block),
      id: String(id),
    }));
    const config = { mesh_info: { region: regionOn(day), data_sources: [] } };
    const parts = `"config":${JSON.stringify(config)},"cellboxes":${JSON.stringify(cellboxes)}`;
    return madeMesh(`${NAME}-${day}.env.json`, `{${parts},"neighbour_graph":${neighbours}}`);
  });
  return files;
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

function cellOn(weather: Weather, { land, coast, ice }: Fields, block: Block) {
  const box = boxOf(block);
  const { cx, cy } = box;
  const coastKm = meanOf(coast, block);
  const isLand = meanOf(land, block) > 0;
  const concentration = isLand ? 0 : rounded(meanOf(ice, block), 1);
  const [uC, vC] = current(cy, cx, coastKm);
  const [u10, v10] = windOnDay(weather, cy, cx);
  return {
    ...box,
    elevation: isLand ? 10 : rounded(elevation(coastKm), 0),
    SIC: concentration,
    thickness: rounded(iceThickness(cx, concentration), 2),
    density: ICE_DENSITY,
    uC: rounded(uC, 3),
    vC: rounded(vC, 3),
    u10: rounded(u10, 1),
    v10: rounded(v10, 1),
    swh: rounded(wavesOnDay(weather, cy, cx, coastKm, concentration), 1),
  };
}
