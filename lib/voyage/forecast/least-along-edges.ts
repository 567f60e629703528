/** What a track of least time consumes at least: a leg along an edge is in two cells. */
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import { departure } from '../../engine/geometry/sphere.ts';
import { cellsAt } from '../../engine/mesh/locate.ts';
import { holdsPiece } from '../../engine/path/evaluate.ts';
import type { SailedTrack } from '../../engine/plan-dated.ts';
import { Passage } from '../../engine/sea/passage.ts';
import type { Sea } from '../../engine/sea/sea.ts';
import { ROUNDED } from '../../engine/tolerances.ts';

/** The same track; on a leg along an edge, what is consumed is that of the open cell where it is less, as on one mesh. */
export function leastAlongEdges<T extends SailedTrack>(sea: Sea, track: T): T {
  const { coordinates, timeDays, consumption: own } = track;
  if (!own) return track;
  const { mesh } = sea;
  const passage = new Passage(sea, 'consumed');
  const consumption = [0];
  for (let i = 1; i < coordinates.length; i++) {
    const [from, to] = [coordinates[i - 1]!, coordinates[i]!];
    let least = own[i]! - own[i - 1]!;
    // a stay is along neither
    const mayBeOnEdge = (from[0] === to[0]) !== (from[1] === to[1]);
    const [lon, lat] = new MercatorLine(from, to).at(0.5);
    const { x, y } = departure(from, to);
    for (const cell of mayBeOnEdge ? cellsAt(mesh, { lat, lon }, ROUNDED) : []) {
      if (cell >= mesh.openCount || !holdsPiece(mesh, cell, [from, [lon, lat], to])) continue;
      const ends = passage.through(cell, x, y, timeDays[i - 1]!);
      if (ends < Infinity && passage.waited === 0) least = Math.min(least, passage.consumed);
    }
    consumption.push(consumption[i - 1]! + least);
  }
  return { ...track, consumption };
}
