/**
 * Walks the outer structure of a JSON text as bytes, so that a mesh of 200 MB is parsed one cell at a time
 * and is never in memory as a whole. A segment is the byte range of one value; the JSON parser checks it when
 * it is read. Python's bare NaN, Infinity and -Infinity are accepted.
 */

/** The bytes are not JSON; the message says where and what. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

export interface Segment {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Deeper nesting than in any mesh; it protects the walk of the parsed value against a stack overflow. */
const MAX_DEPTH = 100;

/** Maximum bytes of a value that is parsed at once; a cell has about a thousand. */
const MAX_SEGMENT_BYTES = 16 * 2 ** 20;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The whole text as one segment, without the whitespace around it. */
export function documentSegment(json: Uint8Array): Segment {
  const start = skipWhitespace(json, 0);
  const end = skipValue(json, start);
  const rest = skipWhitespace(json, end);
  if (rest < json.length) throw unexpected(json, rest, 'the end of the text');
  return { start, end };
}

/** What kind of value a segment holds, by its first byte. */
export function kindOf(json: Uint8Array, segment: Segment): 'object' | 'array' | 'other' {
  const byte = json[segment.start];
  return byte === OPEN_OBJECT ? 'object' : byte === OPEN_ARRAY ? 'array' : 'other';
}

/** Visits the members of an object in text order. */
export function forEachMember(
  json: Uint8Array,
  object: Segment,
  visit: (key: string, value: Segment) => void,
): void {
  forEachItem(json, object, CLOSE_OBJECT, (keyStart) => {
    if (json[keyStart] !== QUOTE) throw unexpected(json, keyStart, 'a key in quotes');
    const keyEnd = skipString(json, keyStart);
    const colon = skipWhitespace(json, keyEnd);
    if (json[colon] !== COLON) throw unexpected(json, colon, '":"');
    const start = skipWhitespace(json, colon + 1);
    const end = skipValue(json, start);
    visit(readSegment(json, { start: keyStart, end: keyEnd }) as string, { start, end });
    return end;
  });
}

/** Visits the elements of an array in text order. */
export function forEachElement(json: Uint8Array, array: Segment, visit: (value: Segment) => void): void {
  forEachItem(json, array, CLOSE_ARRAY, (start) => {
    const end = skipValue(json, start);
    visit({ start, end });
    return end;
  });
}

/** The value of a segment. */
export function readSegment(json: Uint8Array, segment: Segment): unknown {
  const size = segment.end - segment.start;
  if (size > MAX_SEGMENT_BYTES) {
    throw new JsonFault(
      `a value of ${size} bytes at byte ${segment.start}, expected ${MAX_SEGMENT_BYTES} at most`,
    );
  }
  let text: string;
  try {
    text = utf8.decode(json.subarray(segment.start, segment.end));
  } catch {
    throw new JsonFault(`bytes ${segment.start} to ${segment.end} are not UTF-8`);
  }
  const bare = text.includes('NaN') || text.includes('Infinity');
  if (bare) text = withoutBareNumbers(text);
  try {
    return bare ? JSON.parse(text, restoreNaN) : JSON.parse(text);
  } catch (error) {
    throw new JsonFault(`bytes ${segment.start} to ${segment.end}: ${(error as Error).message}`);
  }
}

/** Represents NaN in a text for JSON.parse; a mesh file does not contain this string. */
const NAN_MARK = '\u0000NaN';

/**
 * Replaces the numbers that JSON does not have: NaN by a marker, Infinity by a number above the largest
 * double.
 */
function withoutBareNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\b(?:NaN|Infinity)\b/g, (token) =>
    token === 'NaN' ? JSON.stringify(NAN_MARK) : token === 'Infinity' ? '1e999' : token,
  );
}

const restoreNaN = (_key: string, value: unknown): unknown => (value === NAN_MARK ? Number.NaN : value);

/** Visits the comma-separated items between two brackets; `visit` returns where the item ends. */
function forEachItem(
  json: Uint8Array,
  within: Segment,
  close: number,
  visit: (start: number) => number,
): void {
  let at = skipWhitespace(json, within.start + 1);
  if (json[at] === close) return;
  while (true) {
    at = skipWhitespace(json, visit(at));
    if (json[at] === close) return;
    if (json[at] !== COMMA) throw unexpected(json, at, `"," or "${String.fromCharCode(close)}"`);
    at = skipWhitespace(json, at + 1);
  }
}

/**
 * Returns where the value that starts at `at` ends. It only counts brackets: reading the segment checks the
 * rest.
 */
function skipValue(json: Uint8Array, at: number): number {
  const first = json[at];
  if (first === QUOTE) return skipString(json, at);
  if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return skipScalar(json, at);
  let depth = 0;
  for (let i = at; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) {
      i = skipString(json, i) - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > MAX_DEPTH) throw new JsonFault(`nested more than ${MAX_DEPTH} deep at byte ${i}`);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (--depth === 0) return i + 1;
    }
  }
  throw new JsonFault(`the text ends within the value that starts at byte ${at}`);
}

function skipString(json: Uint8Array, at: number): number {
  for (let i = at + 1; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  throw new JsonFault(`the text ends within the string that starts at byte ${at}`);
}

function skipScalar(json: Uint8Array, at: number): number {
  let i = at;
  while (i < json.length && isScalarByte(json[i])) i++;
  if (i === at) throw unexpected(json, at, 'a value');
  return i;
}

/** Letters, digits, and the signs of numbers. */
function isScalarByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

function skipWhitespace(json: Uint8Array, at: number): number {
  let i = at;
  while (json[i] === 0x20 || json[i] === 0x0a || json[i] === 0x0d || json[i] === 0x09) i++;
  return i;
}

function unexpected(json: Uint8Array, at: number, expected: string): JsonFault {
  if (at >= json.length) return new JsonFault(`expected ${expected} at byte ${at}, the text ends`);
  const byte = json[at];
  const found = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
  return new JsonFault(`expected ${expected} at byte ${at}, found ${found}`);
}
