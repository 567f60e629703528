/**
 * One value of a JSON text, as bytes: finds its end, and parses it. Python's NaN, Infinity and -Infinity are
 * accepted.
 */

/** The bytes are not JSON; the message says where and what. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Deeper than any mesh is nested; limits the recursion over the parsed value. */
const MAX_DEPTH = 100;

/**
 * Finds the end of a value whose bytes come in chunks. It only counts brackets and follows strings:
 * `parseValue` checks everything else.
 */
export class ValueScanner {
  #depth = 0;
  #inString = false;
  /** Whether the last byte was a backslash. */
  #escaped = false;
  #isScalar = false;
  #stringStart = 0;

  /** @param first byte of the value */
  begin(first: number): void {
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#isScalar = first !== QUOTE && first !== OPEN_OBJECT && first !== OPEN_ARRAY;
  }

  /** Whether the value is a number or a word: the end of the text can end it. */
  get isScalar(): boolean {
    return this.#isScalar;
  }

  /** Where the string that has not ended yet starts in the text; null if there is none. */
  get openString(): number | null {
    return this.#inString ? this.#stringStart : null;
  }

  /**
   * Scans the next bytes of the value, `from` to `to`.
   *
   * @param offset of the first byte of `bytes` in the text
   * @returns the index where the value ends, −1 if it does not end before `to`
   */
  scan(bytes: Uint8Array, from: number, to: number, offset: number): number {
    let at = from;
    if (this.#isScalar) {
      while (at < to && isScalarByte(bytes[at])) at++;
      return at < to ? at : -1;
    }
    while (at < to) {
      at = this.#inString ? this.#scanString(bytes, at, to) : this.#scanBrackets(bytes, at, to, offset);
      if (this.#depth === 0 && !this.#inString) return at;
    }
    return -1;
  }

  /** Scans to the end of the string. */
  #scanString(bytes: Uint8Array, from: number, to: number): number {
    let at = this.#escaped ? from + 1 : from;
    for (; at < to; at++) {
      if (bytes[at] === QUOTE) {
        this.#inString = false;
        this.#escaped = false;
        return at + 1;
      }
      if (bytes[at] === BACKSLASH) at++;
    }
    this.#escaped = at > to;
    return to;
  }

  /** Scans to the first byte of a string, or to the end of the value. */
  #scanBrackets(bytes: Uint8Array, from: number, to: number, offset: number): number {
    let depth = this.#depth;
    let at = from;
    while (at < to) {
      const byte = bytes[at++];
      if (byte === QUOTE) {
        this.#inString = true;
        this.#stringStart = offset + at - 1;
        break;
      }
      const curly = byte | 0x20; // maps [ to {, and ] to }
      if (curly === OPEN_OBJECT) {
        if (++depth > MAX_DEPTH) {
          throw new JsonFault(`nested more than ${MAX_DEPTH} deep at byte ${offset + at - 1}`);
        }
      } else if (curly === CLOSE_OBJECT && --depth === 0) {
        break;
      }
    }
    this.#depth = depth;
    return at;
  }
}

/** Whether a byte may be part of a number or a word. */
function isScalarByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the bytes of a value.
 *
 * @param start of the bytes in the text, for the message of a fault
 */
export function parseValue(bytes: Uint8Array, start: number): unknown {
  const where = `bytes ${start} to ${start + bytes.length}`;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonFault(`${where} are not UTF-8`);
  }
  const bare = text.includes('NaN') || text.includes('Infinity');
  if (bare) text = withoutBareNumbers(text);
  try {
    return bare ? JSON.parse(text, restoreNaN) : JSON.parse(text);
  } catch (error) {
    throw new JsonFault(`${where}: ${(error as Error).message}`);
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
