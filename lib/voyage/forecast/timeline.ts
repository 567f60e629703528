/** Which mesh of a forecast holds when: of those that are valid the one that begins last, of equals the newest. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Span } from '../../engine/sea/sea.ts';
import { readTimeOrDay } from '../../time/read-time.ts';

const MS_PER_DAY = 86_400_000;

/** When a mesh is valid, milliseconds since 1970. */
export interface Validity {
  readonly from: number;
  readonly to: number;
  /** Of meshes that begin at the same time, the one with the greatest holds. */
  readonly rank: string;
}

/** Of two meshes that begin at the same time, the newer has the greater. */
export const rankOf = ({ created, id }: { readonly created: string; readonly id: number }): string =>
  `${created}#${String(id).padStart(12, '0')}`;

/** A mesh of a forecast, made for the vehicle. */
export interface ForecastMesh extends Validity {
  readonly id: number;
  readonly name: string;
  readonly mesh: Mesh;
}

/** From `from` on a mesh holds, valid or not. */
export interface Holding {
  readonly from: number;
  readonly mesh: number;
  readonly isValid: boolean;
}

/** The instants that the first and the last day of a mesh are; null where one is missing or none. */
export function validityOf(start: string | null, end: string | null): Pick<Validity, 'from' | 'to'> | null {
  const [from, to] = [start, end].map((text) => (text === null ? null : readTimeOrDay(text)));
  if (!from || !to) return null;
  // a day is meant to its end
  const isDay = /^\d{4}-\d\d-\d\d$/.test(end!);
  const span = { from: from.getTime(), to: to.getTime() + (isDay ? MS_PER_DAY : 0) };
  return span.to > span.from ? span : null;
}

/** What holds over time; the first holds before too, though it is not valid then. In a gap the mesh before is kept. */
export function timelineOf(validities: readonly Validity[]): Holding[] {
  const instants = [...new Set(validities.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const timeline: Holding[] = [];
  for (const from of instants) {
    const valid = validities
      .map((own, mesh) => ({ ...own, mesh }))
      .filter((own) => own.from <= from && from < own.to);
    valid.sort((a, b) => b.from - a.from || (a.rank < b.rank ? 1 : -1));
    const last = timeline.at(-1);
    const mesh = valid[0]?.mesh ?? last!.mesh;
    const isValid = valid.length > 0;
    if (!last || last.mesh !== mesh || last.isValid !== isValid) timeline.push({ from, mesh, isValid });
  }
  return [{ ...timeline[0]!, from: -Infinity, isValid: false }, ...timeline];
}

/** The same as the engine has it, days after an instant. */
export const spansOf = (timeline: readonly Holding[], since: number): Span[] =>
  timeline.map(({ from, mesh }) => ({ from: (from - since) / MS_PER_DAY, mesh }));

/** What holds at an instant. */
export function holdingAt(timeline: readonly Holding[], time: number): Holding {
  return timeline.findLast(({ from }) => from <= time)!;
}

/** The meshes that are used from one instant to another, in turn. */
export function usedBetween(timeline: readonly Holding[], from: number, to: number) {
  return timeline.flatMap((own, k) => {
    const begin = Math.max(own.from, from);
    const end = Math.min(timeline[k + 1]?.from ?? Infinity, to);
    return begin < end || (from === to && begin === from) ? [{ ...own, from: begin, to: end }] : [];
  });
}
