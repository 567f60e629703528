/** What new data mean for the rest of a voyage: its status, what tells it, and whether that is news. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { haversineNm } from '../engine/geometry/sphere.ts';

/** Worst first; `unknown`: the check of the rest failed. */
export const STATUSES = ['closed', 'late', 'dearer', 'better', 'beyond', 'holds', 'unknown'] as const;
export type WatchStatus = (typeof STATUSES)[number];

/** Cost of a way from where the ship is. */
export interface WayCost {
  readonly hours: number;
  /** In the unit of the mesh; null where it does not say. */
  readonly consumption: number | null;
  /** At the price of the voyage; null where it has none. */
  readonly money: number | null;
}

export interface RestFigures {
  /** What is compared; none of the costs is null in it. */
  readonly by: keyof WayCost;
  /** Of what is consumed. */
  readonly unit: 't' | 'Ah';
  readonly planned: WayCost;
  /** The planned way in the new sea; null where it is closed. */
  readonly now: WayCost | null;
  readonly closed: (LatLon & { readonly leg: number; readonly reason: string }) | null;
  /** The window that is missed by most. */
  readonly late: { readonly what: string; readonly hours: number } | null;
  /** What of it is sailed after the end of the data. */
  readonly beyond: { readonly from: string; readonly hours: number } | null;
  /** The best way from here in the new sea; null where there is none. */
  readonly best: WayCost | null;
  /** At the end of the rest of what is aboard, tonnes; null where that is not known. */
  readonly fuelLeft: number | null;
}

/** What a status was told by; two of them say whether something new is to be told. */
export interface Judgement {
  readonly status: WatchStatus;
  /** By how much, per cent of what is compared; 0 where the status has no such figure. */
  readonly percent: number;
  readonly place: LatLon | null;
  /** Whether the fuel aboard is too little for the rest. */
  readonly isShort?: boolean;
}

/** A closed place that is no farther from the one before is the same. */
const SAME_PLACE_NM = 2;
/** Rounding makes no news. */
const SLACK_PERCENT = 1e-6;

export function judgeRest(figures: RestFigures, tellFromPercent: number): Judgement {
  const { by, planned, now, closed, late, beyond, best, fuelLeft } = figures;
  const isShort = fuelLeft !== null && fuelLeft < 0;
  const plain = (status: WatchStatus) => ({ status, percent: 0, place: null, isShort });
  if (closed) return { ...plain('closed'), place: { lat: closed.lat, lon: closed.lon } };
  if (late) return { ...plain('late'), percent: (100 * late.hours) / planned.hours };
  const dearer = above(now?.[by], planned[by]);
  if (dearer >= tellFromPercent - SLACK_PERCENT) return { ...plain('dearer'), percent: dearer };
  const saved = -above(best?.[by], now?.[by] ?? planned[by]);
  if (saved >= tellFromPercent - SLACK_PERCENT) return { ...plain('better'), percent: saved };
  return plain(beyond ? 'beyond' : 'holds');
}

/** Whether it says so of the planned way, whatever another one costs. */
export const isWorse = ({ status }: Judgement): boolean => ['closed', 'late', 'dearer'].includes(status);

/** Per cent by which the first is above the second; 0 where one is not known. */
function above(cost: number | null | undefined, than: number | null): number {
  return cost == null || !than ? 0 : 100 * (cost / than - 1);
}

/** @param before what was told last; null: nothing, which is as if all had held */
export function isNews(judged: Judgement, before: Judgement | null, tellFromPercent: number): boolean {
  const last = before ?? { status: 'holds', percent: 0, place: null, isShort: false };
  if (judged.status !== last.status) return true;
  if (Boolean(judged.isShort) !== Boolean(last.isShort)) return true;
  if (Math.abs(judged.percent - last.percent) >= tellFromPercent) return true;
  return Boolean(judged.place && last.place && haversineNm(judged.place, last.place) > SAME_PLACE_NM);
}

/** Tells it to whoever sails: one sentence on the planned way, one on the fuel aboard, and one on another way, where there is one. */
export function sentenceOf(status: WatchStatus, figures: RestFigures, routeId: number | null): string {
  const { planned, now, closed, late, beyond, best, by, unit } = figures;
  const amount = (cost: number) => `${cost.toFixed(1)} ${by === 'hours' ? 'h' : unit}`;
  const takes = ({ [by]: cost }: WayCost) =>
    by === 'money' ? `costs ${cost!.toFixed(0)} in money` : `takes ${amount(cost!)}`;
  const asPlanned = by === 'money' ? planned.money!.toFixed(0) : amount(planned[by]!);
  const costs = now && `The rest ${takes(now)}; ${asPlanned} were planned.`;
  const other = best && routeId !== null && `The best way from here ${takes(best)}: route ${routeId}.`;
  const told: Record<WatchStatus, string | null> = {
    closed:
      closed &&
      `Leg ${closed.leg} of the rest is closed near ${placeText(closed)}: ${closed.reason}. ${best ? '' : 'No other way leads to the end from here.'}`,
    late: late && `${late.what} is missed by ${late.hours.toFixed(1)} h.`,
    dearer: costs,
    better: costs,
    beyond:
      beyond &&
      `There are no data from ${beyond.from} on: ${beyond.hours.toFixed(1)} h of the rest are priced on the last ones.`,
    holds: costs && `The rest is as planned. ${costs}`,
    unknown: null,
  };
  return [told[status]?.trim(), fuelText(figures), other].filter(Boolean).join(' ');
}

function fuelText({ fuelLeft }: RestFigures): string | null {
  if (fuelLeft === null) return null;
  if (fuelLeft < 0) return `The fuel aboard is ${(-fuelLeft).toFixed(1)} t too little for it.`;
  return `${fuelLeft.toFixed(1)} t of fuel are then left.`;
}

function placeText({ lat, lon }: LatLon): string {
  const part = (degrees: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(degrees).toFixed(2)}° ${degrees < 0 ? negative : positive}`;
  return `${part(lat, ['N', 'S'])} ${part(lon, ['E', 'W'])}`;
}
