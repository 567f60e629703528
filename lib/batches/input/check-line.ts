/** A line of a batch as a request for a route. */
import { type FieldFault, fieldFaults } from '../../request/field-faults.ts';
import { type RouteRequest, requestPlaces, routeRequest } from '../../routes/route-request.ts';
import type { LineBody } from '../study.ts';
import type { Line } from './line.ts';

const MAX_KEY_CHARACTERS = 255;
/** What lines say besides their places is remembered of so many that differ. */
const MOST_REMEMBERED = 1000;

/** Why a line is not planned. */
export interface LineFault {
  readonly line: number;
  readonly key: string;
  /** One sentence. */
  readonly reason: string;
  readonly details?: readonly FieldFault[];
}

export interface CheckedLine {
  readonly line: number;
  readonly key: string;
  readonly request: RouteRequest;
}

/** Checks lines one after another. A line's key is its own, else its number. */
export function lineChecker(): (line: Line) => CheckedLine | LineFault {
  const requestOf = alikeRequests();
  return (line) => {
    const { number } = line;
    if ('fault' in line) return { line: number, key: `${number}`, reason: `Line ${number} ${line.fault}.` };
    const { key: given, ...body } = line.body;
    const key = given == null || given === '' ? `${number}` : typeof given === 'number' ? `${given}` : given;
    if (typeof key !== 'string' || [...key].length > MAX_KEY_CHARACTERS || !key.isWellFormed()) {
      const reason = `Line ${number}: key must be a text of at most ${MAX_KEY_CHARACTERS} characters, or a number.`;
      return { line: number, key: `${number}`, reason };
    }
    const request = requestOf(body);
    return request ? { line: number, key, request } : faultOf(number, key, body);
  };
}

function faultOf(line: number, key: string, body: LineBody): LineFault {
  const details = fieldFaults(routeRequest.safeParse(body).error!.issues, body);
  const named = details.slice(0, 3).map(({ field, message }) => `${field} ${message}`);
  const more = details.length > named.length ? ` and ${details.length - named.length} more` : '';
  return { line, key, reason: `Line ${line}: ${named.join('; ')}${more}.`, details };
}

/** Places that are right, in the stead of a line's own. */
const ANYWHERE = { start_lat: 0, start_lon: 0, end_lat: 0, end_lon: 0 };

/**
 * What `routeRequest` makes of bodies; null of one that is wrong. Most lines of a batch differ in their places alone: what else
 * they say is checked once, which is most of the work.
 */
function alikeRequests(): (body: LineBody) => RouteRequest | null {
  const known = new Map<string, RouteRequest | null>();
  const commonOf = (common: LineBody): RouteRequest | null => {
    const text = JSON.stringify(common);
    const before = known.get(text);
    if (before !== undefined) return before;
    const request = routeRequest.safeParse({ ...common, ...ANYWHERE }).data ?? null;
    if (known.size < MOST_REMEMBERED) known.set(text, request);
    return request;
  };
  return ({ start_lat, start_lon, end_lat, end_lon, start_name, end_name, ...common }) => {
    const own = requestPlaces.safeParse({
      start_lat,
      start_lon,
      end_lat,
      end_lon,
      start_name,
      end_name,
    }).data;
    const request = own && commonOf(common);
    return request ? { ...request, ...own } : null;
  };
}

export const isFault = (line: object): line is LineFault => 'reason' in line;
