/** Tracks that wait to consume less: left later, cut and joined. */
import type { SailedTrack } from '../../engine/plan-dated.ts';

/** A track that waits at its beginning to consume less, left so many days later: as it was from its wait on; null where it does not wait so long. */
export function afterItsWait(track: SailedTrack, later: number, idleRate: number): SailedTrack | null {
  const [first, ...others] = track.waits;
  if (first?.vertex !== 0 || first.why !== 'cheaper' || first.until - first.from < later) return null;
  const less = (sums: readonly number[], by: number) => sums.map((sum, k) => (k === 0 ? sum : sum - by));
  return {
    ...track,
    timeDays: less(track.timeDays, later),
    consumption: track.consumption && less(track.consumption, later * idleRate),
    waits: [{ ...first, from: first.from + later }, ...others],
  };
}

/** Tracks of which each begins where and when the one before it ends. */
export function joinTracks(tracks: readonly SailedTrack[]): SailedTrack {
  return tracks.reduce((whole, next) => {
    const last = whole.coordinates.length - 1;
    const on = <T>(own: readonly T[], more: readonly T[]) => [...own, ...more.slice(1)];
    const sums = (own: readonly number[], more: readonly number[]) =>
      on(
        own,
        more.map((sum) => own.at(-1)! + sum),
      );
    return {
      coordinates: on(whole.coordinates, next.coordinates),
      timeDays: sums(whole.timeDays, next.timeDays),
      distanceM: sums(whole.distanceM, next.distanceM),
      consumption: whole.consumption && sums(whole.consumption, next.consumption!),
      speedKmh: on(whole.speedKmh, next.speedKmh),
      cells: on(whole.cells, next.cells),
      meshes: on(whole.meshes, next.meshes),
      waits: [...whole.waits, ...next.waits.map((wait) => ({ ...wait, vertex: last + wait.vertex }))],
      closedUnderWay: [...whole.closedUnderWay, ...next.closedUnderWay.map((vertex) => last + vertex)],
    };
  });
}

/** The part of a track from a vertex on. */
export function fromVertex(track: SailedTrack, vertex: number): SailedTrack {
  const sums = (own: readonly number[]) => own.slice(vertex).map((sum) => sum - own[vertex]!);
  return {
    coordinates: track.coordinates.slice(vertex),
    timeDays: sums(track.timeDays),
    distanceM: sums(track.distanceM),
    consumption: track.consumption && sums(track.consumption),
    speedKmh: track.speedKmh.slice(vertex),
    cells: track.cells.slice(vertex),
    meshes: track.meshes.slice(vertex),
    waits: track.waits
      .filter((wait) => wait.vertex >= vertex)
      .map((wait) => ({ ...wait, vertex: wait.vertex - vertex })),
    closedUnderWay: track.closedUnderWay.filter((one) => one > vertex).map((one) => one - vertex),
  };
}
