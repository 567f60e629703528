/**
 * Work at sea in a sea that changes: its line, exactly as given, at the speeds of the times at which its pieces are sailed. A cell that is
 * closed is waited for before it is entered; one that closes under way is left at its last speed. Who begins later never ends earlier.
 */
import { costsFor } from '../../engine/cost/cost.ts';
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import { departure, type Point } from '../../engine/geometry/sphere.ts';
import { cutLeg, holdsPiece } from '../../engine/path/evaluate.ts';
import { type Leg, legOf, type Track } from '../../engine/path/track.ts';
import type { Wait } from '../../engine/sea/dated-track.ts';
import { type Sea, sliceAt } from '../../engine/sea/sea.ts';
import type { SlowDown } from '../../zones/mesh/motion.ts';
import { cutOrRefuse, notSailable, slowed, type WorkSpeed } from './sail-work.ts';

/** Rows of meshes as numbers of cells, so that they can be told apart: mesh × MOST_ROWS + row. */
export const MOST_ROWS = 2 ** 26;

/** A piece in one slice: as a whole; null where it can't be sailed then. */
type PieceIn = (Leg & { readonly mesh: number; readonly row: number }) | null;

interface Piece {
  readonly from: Point;
  readonly to: Point;
  /** The cells of the sea that it lies in: two where it is on their border. */
  readonly cells: readonly number[];
}

/** How far a line is sailed. */
export interface Progress {
  readonly piece: number;
  /** Of that piece. */
  readonly part: number;
  /** The piece that the vessel is in the cell of; −1 = none yet. */
  readonly inside: number;
  /** Days of the sea; Infinity where it can't be sailed on. */
  readonly now: number;
  /** Consumed since the beginning, waits included. */
  readonly used: number;
}

export class WorkInTime {
  private readonly sea: Sea;
  private readonly pieces: readonly Piece[];
  /** By piece and slice. */
  private readonly legs: readonly (readonly PieceIn[])[];

  /**
   * @param slowDowns by mesh
   * @param stop its name
   * @param dayCosts what a day costs besides what is consumed in it, in its unit
   * @throws ImpossibleOnMesh naming the place that can't be sailed at any time
   */
  constructor(
    sea: Sea,
    slowDowns: readonly SlowDown[],
    stop: string,
    line: readonly Point[],
    { knots, consumptionFactor }: WorkSpeed,
    dayCosts = 0,
  ) {
    this.sea = sea;
    this.pieces = piecesOf(sea, stop, line);
    const { slices, meshes, cellOf } = sea;
    const all = [...new Set(this.pieces.flatMap(({ cells }) => cells))];
    const costs = meshes.map((mesh, k) => {
      const own = all.map((cell) => cellOf[k]![cell]!).filter((cell) => cell >= 0 && cell < mesh.openCount);
      const fast = costsFor(mesh, 'traveltime');
      return knots === null || own.length === 0 ? fast : slowed(mesh, slowDowns[k]!, fast, own, knots);
    });
    this.legs = this.pieces.map(({ from, to, cells }) => {
      const { x, y } = departure(from, to);
      return slices.map(({ mesh }): PieceIn => {
        const legs = cells.flatMap((cell) => {
          const own = cellOf[mesh]![cell]!;
          if (own < 0 || own >= meshes[mesh]!.openCount) return [];
          const leg = legOf(costs[mesh]!, own, x, y);
          if (leg.days === Infinity) return [];
          const consumption = consumptionFactor * leg.consumption + dayCosts * leg.days;
          return [{ ...leg, consumption, mesh, row: meshes[mesh]!.row[own]! }];
        });
        return legs.length > 0 ? legs.reduce((best, one) => (one.days < best.days ? one : best)) : null;
      });
    });
    const never = this.legs.findIndex((own) => own.every((leg) => leg === null));
    if (never >= 0)
      throw notSailable(stop, this.pieces[never]!.from, 'on no mesh of the forecast it is open there');
  }

  /** What no way to sail it at any time takes less of, piece by piece. */
  least(): Track {
    const least = (of: (leg: Leg) => number) =>
      this.legs.map((own) => Math.min(...own.map((leg) => (leg ? of(leg) : Infinity))));
    const sums = (values: readonly number[]) => {
      const all = [0];
      for (const value of values) all.push(all.at(-1)! + value);
      return all;
    };
    const rows = this.pieces.map(() => 0);
    return {
      coordinates: [this.pieces[0]!.from, ...this.pieces.map(({ to }) => to)],
      timeDays: sums(least(({ days }) => days)),
      distanceM: sums(least(({ lengthM }) => lengthM)),
      consumption: this.sea.mesh.consumption ? sums(least(({ consumption }) => consumption)) : null,
      speedKmh: [0, ...rows],
      cells: [-1, ...rows],
    };
  }

  begin = (now: number): Progress => ({ piece: 0, part: 0, inside: -1, now, used: 0 });
  isDone = ({ piece }: Progress): boolean => piece === this.pieces.length;

  /**
   * Sails on, to the end of the line or until a time.
   *
   * @param idleRate what is consumed in a day of waiting
   * @param log gets what is sailed
   */
  sailOn(from: Progress, until: number, idleRate: number, log: WorkLog | null = null): Progress {
    const { sea, legs, pieces } = this;
    let { piece, part, inside, now, used } = from;
    while (piece < pieces.length && now < until) {
      const slice = sliceAt(sea, now);
      const mayGoOn = part > 0 || (inside >= 0 && sharesCell(pieces[inside]!, pieces[piece]!));
      const open = legs[piece]![slice]!;
      const leg = open ?? (mayGoOn ? this.lastBefore(piece, slice) : null);
      const change = leg ? slice + 1 : this.opensAfter(piece, slice);
      const end = Math.min(until, sea.starts[change]!);
      if (!leg) {
        log?.wait(now, end, idleRate);
        used += idleRate * (end - now);
        now = end;
        continue;
      }
      const left = 1 - part;
      const isWhole = left * leg.days <= end - now;
      const share = isWhole ? left : (end - now) / leg.days;
      part += share;
      used += share * leg.consumption;
      const { from: at, to } = pieces[piece]!;
      log?.sail(isWhole ? to : new MercatorLine(at, to).atLength(part), leg, share, open === null);
      now = isWhole ? now + left * leg.days : end;
      inside = piece;
      if (isWhole) [piece, part] = [piece + 1, 0];
    }
    return { piece, part, inside, now, used };
  }

  get start(): Point {
    return this.pieces[0]!.from;
  }

  /** The slice in which a piece can be sailed again; that after the last where it never can. */
  private opensAfter(piece: number, slice: number): number {
    const own = this.legs[piece]!;
    const later = own.findIndex((leg, k) => k > slice && leg !== null);
    return later < 0 ? own.length : later;
  }

  private lastBefore(piece: number, slice: number): PieceIn {
    return this.legs[piece]!.slice(0, slice).findLast((leg) => leg !== null) ?? null;
  }
}

const sharesCell = (one: Piece, other: Piece): boolean =>
  one.cells.some((cell) => other.cells.includes(cell));

function piecesOf({ mesh }: Sea, stop: string, line: readonly Point[]): Piece[] {
  const sets: (readonly number[])[] = [];
  const numberOf = new Map<string, number>();
  const choose = (cells: readonly number[], piece: readonly [Point, Point, Point]): number => {
    const own = cells.filter((cell) => cell < mesh.openCount && holdsPiece(mesh, cell, piece));
    if (own.length === 0) return -1;
    const key = own.join();
    if (!numberOf.has(key)) numberOf.set(key, sets.push(own) - 1);
    return numberOf.get(key)!;
  };
  return cutOrRefuse(stop, NOT_ON_MESHES, () =>
    line.slice(1).flatMap((to, k) => {
      let from = line[k]!;
      return cutLeg(mesh, choose, from, to, k + 1).map((piece): Piece => {
        const own = { from, to: piece.to, cells: sets[piece.cell]! };
        from = piece.to;
        return own;
      });
    }),
  );
}

const NOT_ON_MESHES = 'it leaves the meshes or crosses cells there that are closed on all of them';

/** What was sailed of a line, as a track: its time runs while it is not laid down, and its cells tell their meshes (MOST_ROWS). */
export class WorkLog {
  private readonly coordinates: Point[];
  private readonly timeDays = [0];
  private readonly distanceM = [0];
  private readonly consumption = [0];
  private readonly speedKmh = [0];
  private readonly cells = [-1];
  readonly waits: Wait[] = [];
  readonly closedUnderWay: number[] = [];

  constructor(start: Point) {
    this.coordinates = [start];
  }

  sail(to: Point, leg: NonNullable<PieceIn>, share: number, isClosed: boolean): void {
    if (isClosed) this.closedUnderWay.push(this.coordinates.length);
    const { days, lengthM, consumption, speed, mesh, row } = leg;
    this.push(to, share * days, share * lengthM, share * consumption, 3.6 * speed, mesh * MOST_ROWS + row);
  }

  wait(from: number, until: number, idleRate: number): void {
    const vertex = this.coordinates.length - 1;
    this.waits.push({ vertex, from, until, why: 'closed' });
    const days = until - from;
    this.push(this.coordinates[vertex]!, days, 0, idleRate * days, 0, Math.max(0, this.cells[vertex]!));
  }

  get days(): number {
    return this.timeDays.at(-1)!;
  }

  track(consumes: boolean): Track {
    const { coordinates, timeDays, distanceM, consumption, speedKmh, cells } = this;
    return { coordinates, timeDays, distanceM, consumption: consumes ? consumption : null, speedKmh, cells };
  }

  private push(to: Point, days: number, metres: number, used: number, speed: number, cell: number): void {
    this.coordinates.push(to);
    this.timeDays.push(this.timeDays.at(-1)! + days);
    this.distanceM.push(this.distanceM.at(-1)! + metres);
    this.consumption.push(this.consumption.at(-1)! + used);
    this.speedKmh.push(speed);
    this.cells.push(cell);
  }
}
