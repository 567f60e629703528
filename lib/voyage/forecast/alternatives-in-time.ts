/**
 * Alternatives to a route through a forecast. They are looked for as on one mesh (alternatives/alternatives.ts), in the sea as each cell is
 * when a vessel can first be there, or when it opens next; each that is found is moved to where it costs least in the sea that it meets, and
 * counts by what it costs there, with its waits.
 */

import type { Objective } from '../../engine/cost/cost.ts';
import { totalOf } from '../../engine/path/track.ts';
import { daysWaited, gapsAlong, type SailedTrack, sailedOn } from '../../engine/plan-dated.ts';
import { ArrivalSearch } from '../../engine/sea/arrival-search.ts';
import { chainAlong } from '../../engine/sea/cut-dated.ts';
import { frozenSea, refineDated } from '../../engine/sea/dated-refine.ts';
import { INSTANT, trackOfDated } from '../../engine/sea/dated-track.ts';
import { reachedBy } from '../../engine/sea/find-fastest.ts';
import { type Aim, aimOf, type Sea, sliceAt, whenEntered } from '../../engine/sea/sea.ts';
import { wholePatch } from '../../engine/search/corridor.ts';
import { pinchPartners } from '../../engine/search/pinches.ts';
import { underWayFrom } from '../../speed/in-time/track-in-time.ts';
import { alternativesTo, type Ends, provedOf, withCheapestFirst } from '../alternatives/alternatives.ts';
import type { Settled } from '../alternatives/corridor.ts';
import type { Alternative } from '../voyage-route.ts';
import type { DatedVoyage } from './cheapest-in-time.ts';
import { waitingAlong } from './plan-waiting.ts';

export interface AlternativesInTimeOptions {
  /** At most. */
  readonly count: number;
  /** When the vessel leaves, days. */
  readonly leaves: number;
  /** How long it may wait to consume less, days. */
  readonly mostWait: number;
  /** What is consumed in a day of waiting. */
  readonly idleRate: number;
  readonly isOver: () => boolean;
  /** Whether a voyage along a track would count. */
  readonly counts: (track: SailedTrack) => boolean;
}

export type WithAlternatives = DatedVoyage & { readonly alternatives?: readonly Alternative<SailedTrack>[] };

/** @param ends in cells of the sea */
export function withAlternativesInTime(
  changing: Sea,
  ends: Ends,
  route: DatedVoyage & { readonly objective: Objective },
  options: AlternativesInTimeOptions,
): WithAlternatives {
  const { leaves, mostWait, idleRate } = options;
  const { objective } = route;
  // where there is no way without a gap, there is no other way either
  const sea = route.pinches.length > 0 ? { ...changing, passesGaps: true } : changing;
  const aim = aimOf(objective);
  const longest = aim === 'days' ? Infinity : Math.max(mostWait, daysWaited(route.track.waits)) + INSTANT;
  const begins = underWayFrom(route.track, leaves);
  const along = (track: Pick<SailedTrack, 'coordinates'>) => chainAlong(sea, aim, track.coordinates, begins);
  const sail = ({ track: settled }: Settled) => {
    const chain = along(settled);
    const refined = chain && refineDated(sea, aim, chain, begins).chain;
    const dated = refined && trackOfDated(sea, aim, refined, leaves, idleRate, begins);
    if (!dated) return null;
    const may = { begins: leaves, mostWait, idle: idleRate };
    const waiting = aim === 'consumed' && mostWait > 0 ? waitingAlong(sea, settled.coordinates, may) : null;
    const ways = [sailedOn(sea, dated), waiting ?? []]
      .flat()
      .filter((track) => daysWaited(track.waits) <= longest && options.counts(track));
    const costs = ways.map((track) => ({ track, cost: totalOf(track, objective) }));
    return costs.toSorted((a, b) => a.cost - b.cost)[0] ?? null;
  };
  const { mesh } = seaWhenReached(sea, ends, aim, route, begins, options);
  return withCheapestFirst(
    route,
    (best) => alternativesTo(mesh, ends, best, { ...options, sail }),
    (best, { track }) => {
      const chain = along(track);
      const sailed = chain && trackOfDated(sea, aim, chain, begins);
      const pinches = sailed ? gapsAlong(sea, chain, sailed) : [];
      const own = { track, unsmoothed: track, sailing: track, pinches };
      return { ...best, ...own, ...provedOf(best, totalOf(track, objective)) };
    },
  );
}

/**
 * The sea as it is in each cell when it is reached, by a vessel that takes as long as the route does and waits when it does; in a closed
 * one, when it opens next.
 */
function seaWhenReached(
  sea: Sea,
  ends: Ends,
  aim: Aim,
  { track, pinches }: DatedVoyage,
  begins: number,
  { leaves, isOver }: Pick<AlternativesInTimeOptions, 'leaves' | 'isOver'>,
) {
  const partner = pinches.length > 0 ? pinchPartners(sea.mesh) : null;
  const task = {
    ...ends,
    partner,
    sign: 1,
    time: begins,
    slackOf: () => Infinity,
    isOver,
  } as const;
  const search = new ArrivalSearch(sea, wholePatch(sea.mesh), task, Infinity, null).run();
  const waits = track.waits.filter(({ from }) => from >= begins);
  const slower = (leaves + track.timeDays.at(-1)! - begins - daysWaited(waits)) / search.best;
  const timeAfter = (underWay: number) =>
    waits.reduce((now, { from, until }) => (now > from ? now + until - from : now), begins + underWay);
  const sliceOf = reachedBy(search).map((time, cell) => {
    const slice = sliceAt(sea, time < Infinity ? timeAfter(slower * (time - begins)) : begins);
    const next = whenEntered(sea, cell, cell, slice);
    return next < 0 ? slice : next;
  });
  return frozenSea(sea, aim, sliceOf);
}
