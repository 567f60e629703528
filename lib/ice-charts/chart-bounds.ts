/** Where a chart is, and whether it is of a sea. */
import { type Box, boundsOf, polygonOf } from '../zones/geometry/polygon.ts';
import type { IceChart } from './ice-chart.ts';

/** The box round all areas; its west is greater than its east where it crosses the antimeridian. */
export function chartBounds({ areas }: Pick<IceChart, 'areas'>): Box {
  const boxes = areas.flatMap(({ polygons }) => polygons.map((rings) => polygonOf(rings).bounds));
  const { south, north } = boundsOf(boxes.flatMap(({ south, north }) => [0, south, 0, north]));
  return { south, north, ...widestGap(boxes) };
}

/** All longitudes but the widest gap between the boxes. */
function widestGap(boxes: readonly Box[]): Pick<Box, 'west' | 'east'> {
  const turned = boxes
    .map(({ west, east }) => {
      const turns = 360 * Math.floor((west + 180) / 360);
      return { west: west - turns, east: east - turns };
    })
    .sort((a, b) => a.west - b.west);
  let [reached, gap, end, begin] = [turned[0]!.east, 0, 0, 0];
  for (const { west, east } of [...turned.slice(1), { west: turned[0]!.west + 360, east: -Infinity }]) {
    if (west - reached > gap) [gap, end, begin] = [west - reached, reached, west];
    reached = Math.max(reached, east);
  }
  if (gap === 0) return { west: -180, east: 180 };
  return { west: withinTurn(begin), east: withinTurn(end) };
}

const withinTurn = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);

/** Whether a chart is of the sea between some places: its box meets the box round them. */
export function coversSome(
  bounds: Box,
  places: readonly { readonly lat: number; readonly lon: number }[],
): boolean {
  const first = places[0]!.lon;
  const lons = places.map(({ lon }) => first + ((((lon - first + 180) % 360) + 360) % 360) - 180);
  const lats = places.map(({ lat }) => lat);
  if (Math.min(...lats) > bounds.north || Math.max(...lats) < bounds.south) return false;
  const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
  return [-360, 0, 360].some(
    (turn) => bounds.west + turn <= Math.max(...lons) && east + turn >= Math.min(...lons),
  );
}
