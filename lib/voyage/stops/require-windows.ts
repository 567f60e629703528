/** What windows, daylight and a limit of time ask of a voyage, and what is said where it can't be had. */
import { Impossible } from '../../request/impossible.ts';
import { endOf, openingsOf, type Stretch } from '../order/openings.ts';
import type { WaitReason } from '../voyage-route.ts';
import type { Itinerary } from './itinerary.ts';
import { longestWaits, missedWindows, type Sailed } from './sail-stops.ts';

const HOURS_PER_DAY = 24;
const LONGEST_NIGHT_DAYS = 1;

const NAMES: Record<WaitReason, string> = {
  window: 'its windows',
  daylight: 'its daylight',
  wind: 'its limit of wind',
  waves: 'its limit of waves',
  ice: 'its limit of ice',
};

/**
 * @param directDays of the fastest leg from the start to a point
 * @throws Impossible naming each stop that can't be reached in time even directly, else the one that is missed
 */
export function requireWindows(sailed: Sailed, directDays: (point: number) => number): void {
  const { itinerary } = sailed;
  const never = sailed.points.find((point) => itinerary.latest[point] === -Infinity);
  if (never !== undefined) throw new Impossible(neverOpen(itinerary, never));
  const missed = missedWindows(sailed);
  if (missed.length > 0) throw new Impossible(missedText(itinerary, missed, directDays));
  const night = nightAt(sailed);
  if (night) throw new Impossible(night);
}

type Missed = ReturnType<typeof missedWindows>;

function missedText(
  { names, latest, count, limitDays, stops }: Itinerary,
  missed: Missed,
  directDays: (point: number) => number,
): string {
  if (missed.every(({ point }) => point === count + 1)) {
    const least = limitDays + missed[0]!.days;
    const how = stops.sets ? 'at least' : 'in the best order that was found';
    return `What has to be done takes ${hours(least)} ${how}, the voyage may take ${hours(limitDays)}: allow more, or give more stops a value, so that they may be left out.`;
  }
  const direct = Array.from({ length: count }, (_, k) => k + 1)
    .filter((point) => latest[point]! < Infinity)
    .map((point) => ({ point, days: directDays(point) - latest[point]! }))
    .filter(({ days }) => days > 0);
  const told = direct.length > 0 ? direct : missed.slice(0, 1);
  const each = told.map(({ point, days }) => `${names[point]} by ${hours(days)}`).join(', ');
  return direct.length > 0
    ? `Even sailing there directly, the end of the last window would be missed: ${each}.`
    : `No voyage meets all windows: the best attempt misses ${each}.`;
}

/** Why what is done at a point can't be done at any time. */
function neverOpen({ names, openings, decidedBy, stay }: Itinerary, point: number): string {
  const { from, to } = openings[point]!;
  const longest = Math.max(0, ...to.map((end, k) => end - Math.max(0, from[k]!)));
  const what = `What is done at stop "${names[point]}" takes ${hours(stay[point]!)}`;
  if (longest === 0) {
    const what = decidedBy[point]!.map(({ reason }) => NAMES[reason]).join(' and ');
    const why =
      decidedBy[point]!.length > 1 ? `${what} have no time in common` : `no time is left by ${what}`;
    return `Stop "${names[point]}" is never open after the departure: ${why}.`;
  }
  return `${what}, but at most ${hours(longest)} are open at a time: allow longer, or let it pause (may_pause).`;
}

/** A stop that is waited at for longer than a night, and not for something else meanwhile. */
function nightAt({ itinerary, ...sailed }: Sailed): string | null {
  const dark = longestWaits({ ...sailed, itinerary }).find(
    ({ point, from, reason }) =>
      reason === 'daylight' && daysUntilLight(itinerary, point, from) > LONGEST_NIGHT_DAYS,
  );
  if (!dark) return null;
  const { names, stay } = itinerary;
  return (
    `Stop "${names[dark.point]}" would be waited at for ${dark.days.toFixed(1)} days until there is enough daylight: it is polar night there, ` +
    `or its days are shorter than the ${hours(stay[dark.point]!)} of its work. Leave at another time, let it pause (may_pause), or ask for less light (daylight: civil or nautical).`
  );
}

/** How long a point is waited at for daylight that lasts long enough, whatever else it waits for. */
function daysUntilLight({ decidedBy, openings, stay }: Itinerary, point: number, from: number): number {
  const light = decidedBy[point]!.find(({ reason }) => reason === 'daylight');
  const begun: Stretch[] = [];
  endOf(openingsOf(light?.stretches ?? [], openings[point]!.mayPause), from, stay[point]!, begun);
  return (begun[0]?.from ?? from) - from;
}

const hours = (days: number): string => `${Math.max(0.01, days * HOURS_PER_DAY).toFixed(2)} hours`;
