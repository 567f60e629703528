/**
 * The least consumption through a changing sea by brute force: labels of places, times and what was consumed until then, all legs from
 * points on the border of a cell to all others of it, without waits. Of labels of one point and nearly one time the dearer is dropped:
 * what is found is what a path really consumes, and rarely much more than the least.
 */
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { EARTH_RADIUS_M, meanCosine, shortWay } from '../../../lib/engine/geometry/sphere.ts';
import { Passage } from '../../../lib/engine/sea/passage.ts';
import type { Sea } from '../../../lib/engine/sea/sea.ts';
import { allCells } from '../../../lib/engine/search/corridor.ts';
import { layOutPatch } from '../../../lib/engine/search/patch.ts';
import { placeOf } from '../../../lib/engine/search/place.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';

interface Label {
  readonly point: number;
  readonly time: number;
  readonly consumed: number;
}

/**
 * @param parts points inside an edge
 * @param grain days: labels that are nearer to each other are one
 * @returns Infinity where no path consumes less than `most`
 */
export function leastByLabels(
  sea: Sea,
  start: LatLon,
  end: LatLon,
  leaves: number,
  { parts, grain, most }: { parts: number; grain: number; most: number },
): number {
  const { mesh } = sea;
  const ends = placeWaypoints(mesh, start, end, 0);
  const patch = layOutPatch(mesh, allCells(mesh), () =>
    Array.from({ length: parts }, (_, k) => (k + 1) / (parts + 1)),
  );
  const { cellStart, cellPoint } = patch;
  const cellsOf: number[][] = Array.from(patch.λ, () => []);
  const pointsOf = (cell: number) => cellPoint.subarray(cellStart[cell], cellStart[cell + 1]);
  for (let cell = 0; cell < mesh.openCount; cell++) for (const p of pointsOf(cell)) cellsOf[p]!.push(cell);
  const passage = new Passage(sea, 'consumed');
  const [from, to] = [placeOf(ends.start.used), placeOf(ends.end.used)];
  const placeAt = (p: number) => ({ λ: patch.λ[p]!, φ: patch.φ[p]!, ψ: patch.ψ[p]! });
  const known = new Map<string, number>();
  const queue: Label[][] = [];
  let best = most;
  const sail = (cell: number, a: ReturnType<typeof placeAt>, b: ReturnType<typeof placeAt>, time: number) => {
    const q = meanCosine(a.φ, a.ψ, b.φ, b.ψ);
    const [x, y] = [EARTH_RADIUS_M * q * shortWay(a.λ, b.λ), EARTH_RADIUS_M * (b.φ - a.φ)];
    const until = passage.through(cell, x, y, time);
    return passage.waited > 0 ? Infinity : until;
  };
  const follow = (at: ReturnType<typeof placeAt>, cells: readonly number[], { time, consumed }: Label) => {
    for (const cell of cells) {
      if (ends.end.cells.includes(cell) && sail(cell, at, to, time) < Infinity)
        best = Math.min(best, consumed + passage.consumed);
      for (const point of pointsOf(cell)) {
        const until = sail(cell, at, placeAt(point), time);
        const sum = consumed + passage.consumed;
        if (!(until > time) || until === Infinity || sum >= best) continue;
        const slot = Math.floor((until - leaves) / grain);
        const key = `${point} ${slot}`;
        if (sum >= (known.get(key) ?? Infinity)) continue;
        known.set(key, sum);
        queue[slot] ??= [];
        queue[slot].push({ point, time: until, consumed: sum });
      }
    }
  };
  follow(from, ends.start.cells, { point: -1, time: leaves, consumed: 0 });
  for (let slot = 0; slot < queue.length; slot++) {
    // legs that end in the same slot are appended while it is gone through
    for (let k = 0; k < (queue[slot]?.length ?? 0); k++) {
      const label = queue[slot]![k]!;
      if (label.consumed > known.get(`${label.point} ${slot}`)!) continue;
      follow(placeAt(label.point), cellsOf[label.point]!, label);
    }
  }
  return best < most ? best : Infinity;
}
