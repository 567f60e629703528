/** A line of a batch as a request for a route. */
import { type FieldFault, fieldFaults } from '../../request/field-faults.ts';
import { type RouteRequest, routeRequest } from '../../routes/route-request.ts';
import type { Line } from './line.ts';

const MAX_KEY_CHARACTERS = 255;

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

/** Its key is that of the line, else its number. */
export function checkLine(line: Line): CheckedLine | LineFault {
  const { number } = line;
  if ('fault' in line) return { line: number, key: `${number}`, reason: `Line ${number} ${line.fault}.` };
  const { key: given, ...body } = line.body;
  const key = given == null || given === '' ? `${number}` : typeof given === 'number' ? `${given}` : given;
  if (typeof key !== 'string' || [...key].length > MAX_KEY_CHARACTERS || !key.isWellFormed()) {
    const reason = `Line ${number}: key must be a text of at most ${MAX_KEY_CHARACTERS} characters, or a number.`;
    return { line: number, key: `${number}`, reason };
  }
  const parsed = routeRequest.safeParse(body);
  if (parsed.success) return { line: number, key, request: parsed.data };
  const details = fieldFaults(parsed.error.issues, body);
  const named = details.slice(0, 3).map(({ field, message }) => `${field} ${message}`);
  const more = details.length > named.length ? ` and ${details.length - named.length} more` : '';
  return { line: number, key, reason: `Line ${number}: ${named.join('; ')}${more}.`, details };
}

export const isFault = (line: object): line is LineFault => 'reason' in line;
