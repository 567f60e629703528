/**
 * Reads a JSON text whose bytes come in chunks, so that a mesh of a gigabyte is parsed one cell at a time and is
 * never in memory as a whole.
 *
 * What reads is a generator (`Reading`): it yields whenever it needs the next chunk. `readJson` gives it a text that
 * is there as a whole; a stream calls `write` and resumes it for each of its chunks.
 */
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  JsonFault,
  OPEN_ARRAY,
  OPEN_OBJECT,
  parseValue,
  QUOTE,
  ValueScanner,
} from './json-value.ts';

/** Yields where it needs more bytes, returns what it read. */
export type Reading<T = void> = Generator<void, T, void>;

export type JsonKind = 'object' | 'array' | 'other';

/** The bytes of one value, and where they start in the text. Of a text in chunks they hold until reading goes on. */
export interface Segment {
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** Maximum bytes of a value that is parsed at once; a cell has about a thousand. */
const MAX_SEGMENT_BYTES = 16 * 2 ** 20;

const COMMA = 0x2c;
const COLON = 0x3a;

/** Reads a text that is there as a whole. */
export function readJson<T>(json: Uint8Array, read: (reader: JsonReader) => Reading<T>): T {
  const reader = new JsonReader();
  reader.write(json);
  reader.end();
  return read(reader).next().value as T; // it has all it may need
}

export const parseSegment = ({ bytes, start }: Segment): unknown => parseValue(bytes, start);

/** The methods read what comes next in the text: a consumer calls those that fit what it expects. */
export class JsonReader {
  /** The bytes from `#from` to `#to` are still to be read. */
  #bytes: Uint8Array = new Uint8Array(0);
  #from = 0;
  #to = 0;
  /** Where `#bytes` starts in the text. */
  #offset = 0;
  /** Whether there is room for more after `#to`; otherwise `#bytes` is a chunk as it came. */
  #isOwn = false;
  #ended = false;
  /** Where the document starts; −1 until it is known. */
  #documentStart = -1;
  readonly #scanner = new ValueScanner();

  /** Adds a chunk. */
  write(chunk: Uint8Array): void {
    const left = this.#to - this.#from;
    if (left === 0) {
      // not as the Buffer that it often is, of which a part costs ten times as much to make
      this.#moveTo(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length), false);
    } else {
      if (!this.#isOwn || left + chunk.length > this.#bytes.length) {
        // with room for as much again, so that a long value in short chunks is not copied for each of them
        this.#moveTo(new Uint8Array(2 * (left + chunk.length)), true);
      } else if (this.#to + chunk.length > this.#bytes.length) {
        this.#moveTo(this.#bytes, true);
      }
      this.#bytes.set(chunk, this.#to);
    }
    this.#to += chunk.length;
  }

  /** Goes on in other bytes, or at the beginning of these, with what is left to be read. */
  #moveTo(bytes: Uint8Array, isOwn: boolean): void {
    const left = this.#bytes.subarray(this.#from, this.#to);
    if (left.length > 0) bytes.set(left);
    this.#offset += this.#from;
    this.#bytes = bytes;
    this.#isOwn = isOwn;
    this.#from = 0;
    this.#to = left.length;
  }

  /** There are no further chunks. */
  end(): void {
    this.#ended = true;
  }

  /** The whole text: one value, read by `read`, and whitespace around it. */
  *document<T>(read: (kind: JsonKind) => Reading<T>): Reading<T> {
    while (!this.#skipWhitespace()) yield* this.#more();
    this.#documentStart = this.#at;
    const value = yield* read(yield* this.kind());
    while (!this.#skipWhitespace()) {
      if (this.#ended) return value;
      yield;
    }
    throw this.#unexpected('the end of the text');
  }

  /** What kind of value comes next, by its first byte. */
  *kind(): Reading<JsonKind> {
    while (!this.#skipWhitespace()) yield* this.#more();
    const byte = this.#bytes[this.#from];
    return byte === OPEN_OBJECT ? 'object' : byte === OPEN_ARRAY ? 'array' : 'other';
  }

  /** The members of an object in text order; `visit` reads each value. */
  *members(visit: (key: string) => Reading): Reading {
    for (let more = yield* this.#first(CLOSE_OBJECT); more; more = yield* this.#following(CLOSE_OBJECT)) {
      if (this.#bytes[this.#from] !== QUOTE) throw this.#unexpected('a key in quotes');
      const key = (yield* this.value()) as string;
      while (!this.#skipWhitespace()) yield* this.#more();
      if (this.#bytes[this.#from] !== COLON) throw this.#unexpected('":"');
      this.#from++;
      while (!this.#skipWhitespace()) yield* this.#more();
      yield* visit(key);
    }
  }

  /** The elements of an array in text order. */
  *elements(visit: (element: Segment) => void): Reading {
    for (let more = yield* this.#first(CLOSE_ARRAY); more; more = yield* this.#following(CLOSE_ARRAY)) {
      visit(yield* this.segment());
    }
  }

  /** The value that comes next. */
  *value(): Reading<unknown> {
    return parseSegment(yield* this.segment());
  }

  /** The bytes of the value that comes next. */
  *segment(): Reading<Segment> {
    const start = this.#at;
    const bytes = yield* this.#next(MAX_SEGMENT_BYTES);
    const size = this.#at - start;
    if (size > MAX_SEGMENT_BYTES) {
      throw new JsonFault(`a value of ${size} bytes at byte ${start}, expected ${MAX_SEGMENT_BYTES} at most`);
    }
    return { bytes, start };
  }

  /** Passes over the value that comes next, however large it is. */
  *skip(): Reading {
    yield* this.#next(0);
  }

  /** The position in the text. */
  get #at(): number {
    return this.#offset + this.#from;
  }

  /** Goes to the first of the items between two brackets; false if there is none. */
  *#first(close: number): Reading<boolean> {
    this.#from++;
    while (!this.#skipWhitespace()) yield* this.#more();
    if (this.#bytes[this.#from] !== close) return true;
    this.#from++;
    return false;
  }

  /** Goes to the next of the items, past the comma; false after the last. */
  *#following(close: number): Reading<boolean> {
    while (!this.#skipWhitespace()) yield* this.#more();
    const byte = this.#bytes[this.#from];
    if (byte !== close && byte !== COMMA) {
      throw this.#unexpected(`"," or "${String.fromCharCode(close)}"`);
    }
    this.#from++;
    if (byte === close) return false;
    while (!this.#skipWhitespace()) yield* this.#more();
    return true;
  }

  /** Reads one value. Its bytes are returned if there are at most `limit`; more are passed over. */
  *#next(limit: number): Reading<Uint8Array> {
    const start = this.#at;
    const scanner = this.#scanner;
    scanner.begin(this.#bytes[this.#from]);
    let scanned = 0; // of the bytes from `#from` on
    while (true) {
      const end = scanner.scan(this.#bytes, this.#from + scanned, this.#to, this.#offset);
      const isEnd = end >= 0 || (this.#ended && scanner.isScalar);
      if (isEnd) {
        const bytes = this.#bytes.subarray(this.#from, end >= 0 ? end : this.#to);
        this.#from += bytes.length;
        if (this.#at === start) throw this.#unexpected('a value');
        return bytes;
      }
      scanned = this.#to - this.#from;
      if (this.#at + scanned - start > limit) {
        this.#from = this.#to;
        scanned = 0;
      }
      yield* this.#more();
    }
  }

  /** Goes to the next byte that is no whitespace; false if there is none yet. */
  #skipWhitespace(): boolean {
    const bytes = this.#bytes;
    let at = this.#from;
    while (at < this.#to) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
      at++;
    }
    this.#from = at;
    return at < this.#to;
  }

  *#more(): Reading {
    if (!this.#ended) return yield;
    if (this.#documentStart < 0) throw new JsonFault(`expected a value at byte ${this.#at}, the text ends`);
    const { openString } = this.#scanner;
    throw new JsonFault(
      openString === null
        ? `the text ends within the value that starts at byte ${this.#documentStart}`
        : `the text ends within the string that starts at byte ${openString}`,
    );
  }

  #unexpected(expected: string): JsonFault {
    const byte = this.#bytes[this.#from];
    const found =
      byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
    return new JsonFault(`expected ${expected} at byte ${this.#at}, found ${found}`);
  }
}
