/** RTZ, the route exchange format of bridge systems (IEC 61174, annex S): versions 1.0, 1.1 and 1.2. */

import { writeXml } from '../files/xml.ts';
import { describeVoyage } from './describe-totals.ts';
import { RouteFileRefused } from './errors.ts';
import type { RtzVersion } from './format-types.ts';
import { coordinate, decimal, utc } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';

/** IEC 61174: a bridge system need not read a larger file. */
const MAX_BYTES = 400_000;
const SPEED_DIGITS = 2;
const FUEL_DIGITS = 3;

/**
 * @param fileStem the name of the file without its ending, which the name of the route has to be
 * @throws RouteFileRefused where the file would be larger than bridge systems have to read
 */
export function writeRtz(plan: PassagePlan, fileStem: string, version: RtzVersion): string {
  const [major, minor] = version.split('.');
  const text = writeXml({
    route: {
      '@version': version,
      '@xmlns': `http://www.cirm.org/RTZ/${major}/${minor}`,
      routeInfo: { '@routeName': fileStem, '@routeAuthor': 'Polynya' },
      waypoints: {
        defaultWaypoint: { leg: { '@geometryType': 'Loxodrome' } },
        waypoint: plan.waypoints.map(waypoint),
      },
      ...((plan.departure || plan.waypoints.some(({ stayHours }) => stayHours > 0)) && {
        schedules: { schedule: schedule(plan, version) },
      }),
    },
  });
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_BYTES) {
    throw new RouteFileRefused(
      `An RTZ file may have ${MAX_BYTES / 1000} KB, this one would have ${Math.ceil(bytes / 1000)}: ask for the sailing waypoints only.`,
    );
  }
  return text;
}

/** The schema's limit is 10 NM, and less than that: what is wider is written as this. */
const WIDEST_XTD_NM = 9.99;
const XTD_DIGITS = 2;

/** Cross-track limits of a leg, nautical miles: the room on either side, rounded down. */
const crossTrack = (nm: number) =>
  decimal(Math.min(WIDEST_XTD_NM, Math.floor(nm * 10 ** XTD_DIGITS) / 10 ** XTD_DIGITS), XTD_DIGITS);

const waypoint = ({ number, name, lat, lon, speedKnots, portNm, starboardNm }: PassageWaypoint) => ({
  '@id': String(number),
  '@revision': '0',
  '@name': name,
  position: { '@lat': coordinate(lat), '@lon': coordinate(lon) },
  // the leg that arrives here, hence none at the first
  ...(number > 1 && {
    leg: {
      ...(starboardNm !== null && { '@starboardXTD': crossTrack(starboardNm) }),
      ...(portNm !== null && { '@portsideXTD': crossTrack(portNm) }),
      ...(speedKnots !== null && { '@speedMax': decimal(speedKnots, SPEED_DIGITS) }),
      '@geometryType': 'Loxodrome',
    },
  }),
});

function schedule(plan: PassagePlan, version: RtzVersion) {
  const { waypoints, name, consumes } = plan;
  const legFuel = (i: number) =>
    consumes === 'fuel' && i > 0 ? waypoints[i]!.consumption! - waypoints[i - 1]!.consumption! : null;
  const elements = waypoints.map(({ number, eta, etd, isStop, stayHours, speedKnots }, i) => ({
    '@waypointId': String(number),
    ...(etd && (number === 1 || isStop) && { '@etd': utc(etd) }),
    ...(eta && number > 1 && { '@eta': utc(eta) }),
    ...(number > 1 && isStop && stayAttribute(stayHours, version)),
    ...(speedKnots !== null && { '@speed': decimal(speedKnots, SPEED_DIGITS) }),
    ...(legFuel(i) !== null && { '@fuel': decimal(legFuel(i)!, FUEL_DIGITS) }),
    ...(i === waypoints.length - 1 && { '@Note': describeVoyage(plan) }),
  }));
  // version 1.0 of the schema spells the element so
  const element = version === '1.0' ? 'sheduleElement' : 'scheduleElement';
  return { '@id': '1', '@name': name, calculated: { [element]: elements } };
}

const SECONDS_PER_HOUR = 3600;

/** `stay`: a duration, but a time of the day in version 1.0, which has no room for a day or more: `eta` and `etd` tell it. */
function stayAttribute(hours: number, version: RtzVersion): { '@stay'?: string } {
  const seconds = Math.round(hours * SECONDS_PER_HOUR);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (version !== '1.0') return { '@stay': `PT${h}H${m}M${s}S` };
  const two = (part: number) => String(part).padStart(2, '0');
  return h < 24 ? { '@stay': `${two(h)}:${two(m)}:${two(s)}` } : {};
}
