import type { ReadRoute } from './read-route.ts';

/** What was understood of a route in a file: `a route of 14 waypoints from an RTZ of 2024, great circles`. */
export function describeRead(format: string, { kind, waypoints, given, greatCircles }: ReadRoute): string {
  const what = kind === 'points' ? 'route through' : kind === 'line' ? 'route along a line of' : `${kind} of`;
  const article = /^(?:[AEFHILMNORSX](?=[A-Z\d-])|[aeiou])/.test(format) ? 'an' : 'a';
  const time = waypoints.find((each) => each.time !== undefined)?.time;
  const year = time === undefined ? Number.NaN : new Date(time).getUTCFullYear();
  const dated = Number.isNaN(year) ? '' : ` of ${year}`;
  const legs = given - 1;
  const along =
    greatCircles === 0
      ? 'rhumb lines'
      : greatCircles === legs
        ? 'great circles'
        : `${greatCircles} of ${legs} legs along great circles`;
  return `a ${what} ${given} ${kind === 'points' || kind === 'line' ? 'points' : 'waypoints'} from ${article} ${format}${dated}, ${along}`;
}
