/** Tracks that are cut, joined and left later. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SailedTrack } from '../../../lib/engine/plan-dated.ts';
import { afterItsWait, fromVertex, joinTracks } from '../../../lib/voyage/forecast/waiting-tracks.ts';

/** Of whole numbers, so that sums are exact: what each piece takes, and whether it is waited before it. */
const piece = fc.record({
  days: fc.integer({ min: 1, max: 9 }),
  lengthM: fc.integer({ min: 1, max: 99 }),
  tonnes: fc.integer({ min: 0, max: 9 }),
  row: fc.integer({ min: 0, max: 99 }),
  mesh: fc.integer({ min: 0, max: 3 }),
  isWait: fc.boolean(),
  closes: fc.boolean(),
});
type Piece = typeof piece extends fc.Arbitrary<infer T> ? T : never;

/** A track that leaves at a time; its places are numbered from `first`. */
function trackOf(pieces: readonly Piece[], leaves: number, first: number, isConsuming = true): SailedTrack {
  const sums = (values: readonly number[]) =>
    [0, ...values].map((_, k) => values.slice(0, k).reduce((sum, one) => sum + one, 0));
  const timeDays = sums(pieces.map(({ days }) => days));
  return {
    coordinates: [0, ...pieces].map((_, k) => [first + k, -60]),
    timeDays,
    distanceM: sums(pieces.map(({ lengthM, isWait }) => (isWait ? 0 : lengthM))),
    consumption: isConsuming ? sums(pieces.map(({ tonnes }) => tonnes)) : null,
    speedKmh: [0, ...pieces.map(({ days, lengthM }) => lengthM / days)],
    cells: [-1, ...pieces.map(({ row }) => row)],
    meshes: [-1, ...pieces.map(({ mesh }) => mesh)],
    waits: pieces.flatMap(({ isWait }, vertex) => {
      const [from, until] = [leaves + timeDays[vertex]!, leaves + timeDays[vertex + 1]!];
      return isWait ? [{ vertex, from, until, why: 'cheaper' as const }] : [];
    }),
    closedUnderWay: pieces.flatMap(({ closes }, k) => (closes ? [k + 1] : [])),
  };
}
const pieces = fc.array(piece, { minLength: 1, maxLength: 6 });
const leaves = fc.integer({ min: 0, max: 9 });
const runs = { seed: 1, numRuns: 300 };

describe('parts of a track', () => {
  const parts = fc.array(pieces, { minLength: 1, maxLength: 4 });

  it('are joined to what it is as a whole', () => {
    fc.assert(
      fc.property(parts, leaves, fc.boolean(), (all, begins, isConsuming) => {
        let [time, place] = [begins, 0];
        const tracks = all.map((own) => {
          const track = trackOf(own, time, place, isConsuming);
          time += track.timeDays.at(-1)!;
          place += own.length;
          return track;
        });
        expect(joinTracks(tracks)).toEqual(trackOf(all.flat(), begins, 0, isConsuming));
      }),
      runs,
    );
  });

  it('are what it is from a vertex on', () => {
    fc.assert(
      fc.property(pieces, pieces, leaves, fc.boolean(), (before, after, begins, isConsuming) => {
        const track = trackOf([...before, ...after], begins, 0, isConsuming);
        const left = begins + track.timeDays[before.length]!;
        const rest = trackOf(after, left, before.length, isConsuming);
        // what is told of the piece that ends there
        const of = ({ speedKmh, cells, meshes }: SailedTrack) => ({
          speedKmh: speedKmh.slice(1),
          cells: cells.slice(1),
          meshes: meshes.slice(1),
        });
        const own = fromVertex(track, before.length);
        expect({ ...own, ...of(own) }).toEqual({ ...rest, ...of(rest) });
      }),
      runs,
    );
  });
});

describe('a track that is left later', () => {
  const waiting = fc.tuple(piece, pieces).map(([first, others]) => [{ ...first, isWait: true }, ...others]);

  it('waits for so much less, and consumes so much less', () => {
    fc.assert(
      fc.property(waiting, leaves, fc.nat(9), fc.nat(3), (own, begins, later, idleRate) => {
        const [wait, ...others] = own as [Piece, ...Piece[]];
        const consuming = { ...wait, tonnes: idleRate * wait.days };
        const less = { ...wait, days: wait.days - later, tonnes: idleRate * (wait.days - later) };
        const left = afterItsWait(trackOf([consuming, ...others], begins, 0), later, idleRate);
        if (later > wait.days) expect(left).toBeNull();
        else {
          const { speedKmh, ...anew } = trackOf([less, ...others], begins + later, 0);
          expect(left).toMatchObject(anew);
        }
        const free = afterItsWait(trackOf(own, begins, 0, false), later, idleRate);
        if (later <= wait.days) expect(free!.consumption).toBeNull();
      }),
      runs,
    );
  });

  it('has to wait at its beginning, to consume less', () => {
    const [sailed, wait] = [false, true].map((isWait) => ({
      ...{ days: 2, lengthM: 1, tonnes: 1, row: 0, mesh: 0, closes: false },
      isWait,
    })) as [Piece, Piece];
    const track = trackOf([wait, sailed], 0, 0);
    expect(afterItsWait(track, 1, 0)).not.toBeNull();
    expect(afterItsWait(trackOf([sailed, wait], 0, 0), 1, 0)).toBeNull();
    expect(afterItsWait(trackOf([sailed], 0, 0), 1, 0)).toBeNull();
    const waits = track.waits.map((one) => ({ ...one, why: 'closed' as const }));
    expect(afterItsWait({ ...track, waits }, 1, 0)).toBeNull();
  });
});
