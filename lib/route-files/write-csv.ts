/** Waypoints as comma-separated values: one layout for spreadsheets, one for ChartTrack. */
import { xmlText } from '../files/xml-text.ts';
import { coordinate, course, degreesAndMinutes, utc } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';

/**
 * A line a waypoint, with a header (RFC 4180); course and distance are those to the next waypoint. How much of the way is in ice is known
 * at its end only.
 */
export function writeCsv(plan: PassagePlan): string {
  const consumption = plan.consumes === 'battery' ? 'battery_ah' : 'fuel_tonnes';
  const hasCo2 = plan.waypoints.some(({ co2Tonnes }) => co2Tonnes !== null);
  const hasStops = plan.waypoints.some(({ isStop }) => isStop);
  const ice = iceColumns(plan);
  const header = [
    'number',
    'name',
    'latitude',
    'longitude',
    'latitude_dm',
    'longitude_dm',
    'course_degrees',
    'distance_nm',
    'cumulative_nm',
    'speed_knots',
    'days',
    consumption,
    ...(hasCo2 ? ['co2_tonnes'] : []),
    ...ice.map(([name]) => name),
    'eta_utc',
    ...(hasStops ? ['stay_hours', 'etd_utc'] : []),
  ];
  const line = (waypoint: PassageWaypoint) => [
    String(waypoint.number),
    textField(waypoint.name),
    coordinate(waypoint.lat),
    coordinate(waypoint.lon),
    degreesAndMinutes(waypoint.lat, 'lat', '-'),
    degreesAndMinutes(waypoint.lon, 'lon', '-'),
    waypoint.courseDegrees === null ? '' : course(waypoint.courseDegrees, 1),
    rounded(waypoint.distanceNm, 3),
    rounded(waypoint.cumulativeNm, 3),
    rounded(waypoint.speedKnots, 2),
    rounded(waypoint.days, 6),
    rounded(waypoint.consumption, 4),
    ...(hasCo2 ? [rounded(waypoint.co2Tonnes, 4)] : []),
    ...ice.map(([, value]) => (waypoint === plan.waypoints.at(-1) ? rounded(value, 4) : '')),
    waypoint.eta ? utc(waypoint.eta) : '',
    ...(hasStops ? stayFields(waypoint) : []),
  ];
  return [header, ...plan.waypoints.map(line)].map((fields) => `${fields.join(',')}\r\n`).join('');
}

const iceColumns = ({ inIce }: PassagePlan): [name: string, value: number][] =>
  Object.entries(inIce ?? {}).map(([name, value]) => [`in_ice_${name}`, value]);

const stayFields = ({ isStop, stayHours, etd }: PassageWaypoint): string[] => [
  isStop ? rounded(stayHours, 3) : '',
  etd ? utc(etd) : '',
];

/** The layout in which ChartTrack exchanges routes, and PolarRoute writes them; `Disance` is spelt so there. */
export function writeChartTrack({ from, to, waypoints }: PassagePlan): string {
  const lines = [
    `Route Name:,${plainField(`${from}_${to}`)}`,
    'Way Point,Position,,Radius,Reach,ROT,XTD,SPD,RL/GC,Leg,Disance(NM),,ETA',
    'ID,LAT,LON,,,,,,,,To WPT,TOTAL',
  ];
  for (const [i, waypoint] of waypoints.entries()) {
    const { lat, lon, courseDegrees, cumulativeNm, eta } = waypoint;
    const position = [degreesAndMinutes(lat, 'lat', '-'), degreesAndMinutes(lon, 'lon', '-')];
    const arriving = waypoints[i - 1]?.distanceNm ?? null;
    const leaving = courseDegrees === null ? '' : course(courseDegrees, 3);
    const figures = [leaving, rounded(arriving, 3), rounded(cumulativeNm, 3)];
    lines.push([`WP${i}`, ...position, '', '', '', '', '', 'RL', ...figures, eta ? utc(eta) : ''].join(','));
  }
  return lines.map((line) => `${line}\n`).join('');
}

export const rounded = (value: number | null, digits: number): string =>
  value === null ? '' : value.toFixed(digits);

/** Quoted where it must be. */
export function textField(text: string): string {
  const safe = noFormula(xmlText(text));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** ChartTrack knows no quotes. */
const plainField = (text: string): string =>
  noFormula(
    xmlText(text)
      .replace(/[",\r\n]+/g, ' ')
      .trim(),
  );

/**
 * A spreadsheet takes a text for a formula that begins with one of these signs, also after spaces, and some begin a cell at each
 * semicolon and tab.
 */
export const noFormula = (text: string): string =>
  text.replace(/(?<=^|[;\t])(?=[^\S\t]*[=+\-@＝＋－＠])|^(?=[\t\r])/g, "'");
