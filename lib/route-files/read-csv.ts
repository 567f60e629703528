/** A route as a table: ours, ChartTrack's, or any with a heading that names the position; or a line a waypoint. */
import { computed } from '../engine/computed.ts';
import { FileUnreadable } from '../files/errors.ts';
import { problemOf, readStations, type Station } from '../files/read-stations.ts';
import { readTime } from '../time/read-time.ts';
import { greatCirclePoints, legKindOf } from './great-circle.ts';
import { type ReadRoute, type ReadWaypoint, type RoutesInFile, routeOf } from './read-route.ts';

/** The first line of ChartTrack's layout; the second names columns that the third goes on with, but for the last ones. */
const CHART_TRACK = /^Route Name:,?([^\r\n]*)\r?\n([^\r\n]*)\r?\n/i;
/** Of ChartTrack. */
const ETA_COLUMN = 12;

export const isChartTrackFile = (text: string): boolean => CHART_TRACK.test(text);

/** A line that can't be read is refused: a route without one of its waypoints is another. */
export function readCsv(text: string): RoutesInFile {
  const [head = '', title, upper = ''] = CHART_TRACK.exec(text) ?? [];
  const isChartTrack = head !== '';
  const { stations, notRead, notes, columns } = readStations(
    isChartTrack ? widened(text.slice(head.length), upper) : text,
  );
  const problem = problemOf(notRead);
  if (problem !== null) throw new FileUnreadable(`${problem}.`);
  const eta = isChartTrack ? ETA_COLUMN : (columns?.eta ?? null);
  const columnsRead = { eta, name: columns?.name ?? null };
  const unread: string[] = [];
  const byName = byRoute(stations, columns?.route ?? null);
  const areSeveral = byName.length > 1;
  const areWhole = areSeveral && byName.every(([, rows]) => rows.length > 1);
  const routes = areWhole
    ? byName.map(([name, rows]) => routeOfRows(rows, 'route', name || null, columnsRead, unread))
    : [routeOfRows(stations, columns ? 'route' : 'points', title?.trim() || null, columnsRead, unread)];
  const passedOver =
    unread.length > 0
      ? [`Times such as "${unread[0]!.slice(0, 40)}" were passed over: they are not ISO 8601.`]
      : [];
  const joined =
    areSeveral && !areWhole
      ? [
          `The column of routes has ${byName.length} names, some in one row only: all rows were taken as one route.`,
        ]
      : [];
  return { routes, notes: [...notes, ...joined, ...passedOver] };
}

/** The rows of each route that a column names; a row without a name goes on with the one above. None without a column. */
function byRoute(stations: readonly Station[], column: number | null): [name: string, rows: Station[]][] {
  if (column === null) return [];
  const routes = new Map<string, Station[]>();
  let name = '';
  for (const station of stations) {
    name = station.cells[column]?.trim() || name;
    computed(routes, name, () => []).push(station);
  }
  return [...routes];
}

/** @param unread takes the times that are none */
function routeOfRows(
  stations: readonly Station[],
  kind: ReadRoute['kind'],
  title: string | null,
  columns: { readonly eta: number | null; readonly name: number | null },
  unread: string[],
): ReadRoute {
  const waypoints: ReadWaypoint[] = [];
  let greatCircles = 0;
  const kinds = legKindsOf(
    stations.map(({ cells }) => cells),
    columns.name,
  );
  // the leg that ends at a waypoint, but where the first has one and the last has none
  const ofNext = kinds[0] != null && kinds.at(-1) === null ? 1 : 0;
  for (const [i, { lat, lon, name, stayHours, cells }] of stations.entries()) {
    const before = waypoints.at(-1);
    if (before && kinds[i - ofNext] === 'great circle') {
      waypoints.push(...greatCirclePoints(before, { lat, lon }).map((point) => ({ ...point, name: null })));
      greatCircles++;
    }
    const eta = cells[columns.eta ?? -1]?.replace(/^([\d-]{10}) /, '$1T');
    const isTime = eta && readTime(eta) !== null;
    if (eta && !isTime) unread.push(eta);
    waypoints.push({ lat, lon, name, ...(isTime && { time: eta }), ...(stayHours > 0 && { stayHours }) });
  }
  const whole = routeOf(kind, title, waypoints);
  const [first, last] = [stations[0]?.days ?? null, stations.at(-1)?.days ?? null];
  const days = first !== null && last !== null && last > first ? last - first : whole.days;
  return { ...whole, given: stations.length, greatCircles, days };
}

/** Of each row, by the column that has such words as `RL` and `GC`, whatever programs call it; at the ends others may stand there. */
function legKindsOf(rows: readonly (readonly string[])[], nameColumn: number | null) {
  const kinds = rows.map((cells) => cells.map(legKindOf));
  const isWord = (text = '') => /\p{L}/u.test(text);
  const widest = kinds.reduce((most, row) => (row.length > most.length ? row : most), []);
  const column = widest.findIndex(
    (_, k) =>
      k !== nameColumn &&
      kinds.some((row) => row[k]) &&
      rows.slice(1, -1).every((cells, i) => kinds[i + 1]![k] || !isWord(cells[k])),
  );
  return kinds.map((row) => row[column] ?? null);
}

/** A table whose heading has as many cells as the line above it. */
const widened = (table: string, above: string): string =>
  table.replace(/^[^\r\n]*/, (heading) => {
    const missing = above.split(',').length - heading.split(',').length;
    return heading + ','.repeat(Math.max(0, missing));
  });
