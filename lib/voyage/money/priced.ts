/** Meshes on which a day consumes so much more as it costs, and what is sailed there. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import type { VoyageLeg, VoyageStop } from '../voyage-route.ts';

/** The mesh on which a day consumes so much more. */
export function priced(mesh: Mesh, perDay: number): Mesh {
  const { headings } = mesh;
  const isRate = (k: number) => k % (2 * headings) >= headings;
  return {
    ...mesh,
    motion: mesh.motion.map((value, k) => (k % 4 === 1 ? value + perDay : value)),
    profiles: mesh.profiles.map((value, k) => (isRate(k) ? value + perDay : value)),
    isForOneSearch: true,
  };
}

/** What a track consumes and costs that was sailed on a mesh as it is. */
export const pricedTrack = <T extends Track>(track: T, perDay: number): T => ({
  ...track,
  consumption: track.consumption!.map((sum, i) => sum + perDay * track.timeDays[i]!),
});

/** What is consumed on a track that was sailed on a priced mesh. */
export const unpricedTrack = <T extends Track>(track: T, perDay: number): T => ({
  ...track,
  consumption: track.consumption!.map((sum, i) => Math.max(0, sum - perDay * track.timeDays[i]!)),
});

/** The same of legs and of the work at stops. */
export function unpricedParts(
  { legs, stops }: { readonly legs?: readonly VoyageLeg[]; readonly stops?: readonly VoyageStop[] },
  perDay: number,
) {
  const ofStop = ({ work, ...stop }: VoyageStop): VoyageStop => ({
    ...stop,
    ...(work && {
      work: {
        ...work,
        track: unpricedTrack(work.track, perDay),
        sailing: unpricedTrack(work.sailing, perDay),
      },
    }),
  });
  return {
    ...(legs && {
      legs: legs.map((leg) => ({ ...leg, consumption: leg.consumption! - perDay * leg.days })),
    }),
    ...(stops && { stops: stops.map(ofStop) }),
  };
}
