/** A watch as the API tells it. */
import { haversineNm } from '../engine/geometry/sphere.ts';
import type { Nearest } from '../routes/nearest-on.ts';
import { placeAt } from '../routes/planned-way.ts';
import { FASTEST_KN } from './one-ship.ts';
import type { Reported } from './report-positions.ts';
import { fuelAt, nearestOfReport, restOf } from './rest-of-way.ts';
import { arrivalOf, hasEnded, type Position, statusOf, type Watch, type WatchEvent } from './watch.ts';

const MS_PER_HOUR = 3_600_000;
/** A ship that is farther off its way is told so. */
const OFF_NM = 25;

export function describeWatch(watch: Watch, now: Date) {
  const { id, name, requester, created, routeId, objective, way, position, departure, check } = watch;
  const nearest = position && nearestOfReport(watch, position);
  const { arrives, info } = expectedOf(watch, nearest);
  const ended = hasEnded(watch, now);
  return {
    id,
    name,
    route_id: routeId,
    objective,
    requested_by: requester,
    created,
    departure,
    status: statusOf(watch),
    ...(check?.reason && { reason: check.reason }),
    checked: check?.time ?? null,
    position: position
      ? { ...position, from: 'report' as const, off_nm: nearest!.offNm }
      : plannedPosition(watch, now),
    ...(watch.done.length > 0 && { done: [...watch.done] }),
    ...(watch.fuel && { fuel: fuelOf(watch, now) }),
    arrives,
    planned_arrival: new Date(arrivalOf(way)).toISOString(),
    until: watch.endsAt,
    tell_from_percent: watch.tellFromPercent,
    meshes: [...(check?.meshes ?? way.meshes)],
    ...(ended && { ended: { time: watch.endsAt, why: watch.ends } }),
    ...(info && { info }),
  };
}

/** A watch after a report, with what of the report was not taken, and why. */
export function describeReported({ watch, leftOut }: Reported, now: Date) {
  const described = describeWatch(watch, now);
  if (leftOut.length === 0) return described;
  const info = [leftOutText(watch, leftOut), described.info].filter(Boolean).join(' ');
  return { ...described, left_out: [...leftOut], info };
}

function leftOutText({ departure }: Watch, leftOut: readonly Position[]): string {
  const early = leftOut.filter(({ time }) => time < departure).length;
  const impossible = leftOut.length - early;
  const parts = [
    early > 0 && `${early} before the departure`,
    impossible > 0 && `${impossible} at more than ${FASTEST_KN} knots from the others`,
  ];
  return `Positions of the track that are left out: ${parts.filter(Boolean).join(', ')}.`;
}

/** An event as the API tells it. */
export const describeEvent = ({ meshes, ...event }: WatchEvent) => ({ ...event, meshes: [...meshes] });

const agroundText = (movedNm: number) =>
  `The ship was last reported on land or where no ship can be: its rest begins ${movedNm.toFixed(1)} NM from there, at the nearest navigable place.`;

/** What was aboard, and what of it is left at the end: as the latest check says, else as planned. */
function fuelOf(watch: Watch, now: Date) {
  const { fuel, check, way } = watch;
  const rest = restOf(watch, now);
  const aboard = fuelAt(watch, rest ? rest.planned[0]! : arrivalOf(way));
  const planned = aboard === null ? null : aboard - (rest?.consumption ?? 0);
  const isChecked = check?.fuelLeft != null && knowsReports(watch);
  const left_tonnes = isChecked ? check.fuelLeft! : planned;
  return { aboard_tonnes: fuel!.tonnes, time: fuel!.time, left_tonnes };
}

/** Whether the latest check began after the latest report came. */
const knowsReports = ({ check, reported }: Watch): boolean => !reported || (check?.time ?? '') >= reported;

function plannedPosition({ way }: Watch, now: Date) {
  return { ...placeAt(way, now.getTime()), time: now.toISOString(), from: 'plan' as const };
}

/**
 * When the ship arrives: as the latest check says, unless there is none or the ship was reported since. Then the rest of the way takes
 * what is planned from the place of the plan that is nearest to the report, and what lies between them takes the mean speed of the way.
 */
function expectedOf(
  watch: Watch,
  nearest: Nearest | null,
): { readonly arrives: string; readonly info: string } {
  const { way, position, check } = watch;
  const planned = arrivalOf(way);
  const checked = knowsReports(watch) ? check : null;
  const aground = checked?.movedNm ? agroundText(checked.movedNm) : '';
  const offWay = nearest && nearest.offNm > OFF_NM ? offWayText(nearest.offNm, checked?.arrives != null) : '';
  const info = [offWay, aground].filter(Boolean).join(' ');
  if (checked?.arrives) return { arrives: checked.arrives, info };
  if (!position || !nearest) return { arrives: new Date(planned).toISOString(), info };
  const backMs = (nearest.offNm / meanSpeedKn(way)) * MS_PER_HOUR;
  const arrives = Date.parse(position.time) + backMs + planned - nearest.time;
  return { arrives: new Date(Math.round(arrives)).toISOString(), info };
}

const offWayText = (offNm: number, isPriced: boolean) =>
  `The ship was ${Math.round(offNm)} NM off its way when it was last reported: ${isPriced ? 'its rest is priced from there' : 'it is expected as if it came back to the nearest place of the way at the mean speed'}.`;

function meanSpeedKn({ points, times }: Watch['way']): number {
  let nm = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const [[lon1, lat1], [lon2, lat2]] = [points[i]!, points[i + 1]!];
    nm += haversineNm({ lat: lat1, lon: lon1 }, { lat: lat2, lon: lon2 });
  }
  return nm / ((times.at(-1)! - times[0]!) / MS_PER_HOUR);
}
