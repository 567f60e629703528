/**
 * Reads a JSON text in chunks, so that a mesh of a gigabyte is parsed one cell at a time and is never
 * completely in memory.
 *
 * Reading is a generator (`Reading`): it yields whenever it needs the next chunk. For a text that is
 * completely in memory, call `readJson`. For a stream, call `write` with each chunk, then resume the
 * generator.
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

/** Yields when it needs more bytes; returns what it has read. */
export type Reading<T = void> = Generator<void, T, void>;

export type JsonKind = 'object' | 'array' | 'other';

/**
 * The bytes of one value, and where they start in the text. In a text that comes in chunks, the bytes are
 * valid only until reading continues.
 */
export interface Segment {
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** Maximum bytes of a value that is parsed as a whole; a cell has about a thousand. */
const MAX_SEGMENT_BYTES = 16 * 2 ** 20;

const COMMA = 0x2c;
const COLON = 0x3a;

/** Reads a text that is completely in memory. */
export function readJson<T>(json: Uint8Array, read: (reader: JsonReader) => Reading<T>): T {
  const reader = new JsonReader();
  reader.write(json);
  reader.end();
  return read(reader).next().value as T; // no chunk is missing, so it does not yield
}

export const parseSegment = ({ bytes, start }: Segment): unknown => parseValue(bytes, start);

/** A byte order mark of UTF-8 becomes spaces, so that everything else stays where it is in the file. */
function withoutMark(chunk: Uint8Array): Uint8Array {
  if (!MARK.every((byte, i) => chunk[i] === byte)) return chunk;
  return new Uint8Array(chunk).fill(SPACE, 0, MARK.length);
}

const MARK = [0xef, 0xbb, 0xbf];
const SPACE = 0x20;

/** Each method reads what comes next in the text; the caller chooses the method for what it expects. */
export class JsonReader {
  /** The bytes from `#from` to `#to` have not been read yet. */
  #bytes: Uint8Array = new Uint8Array(0);
  #from = 0;
  #to = 0;
  /** Where `#bytes` starts in the text. */
  #offset = 0;
  /**
   * Whether this reader allocated `#bytes` and may write after `#to`; otherwise `#bytes` is a chunk as
   * received.
   */
  #isOwn = false;
  #ended = false;
  /** Where the document starts; −1 until it is known. */
  #documentStart = -1;
  readonly #scanner = new ValueScanner();

  /** Adds a chunk. */
  write(given: Uint8Array): void {
    const chunk = this.#offset === 0 && this.#to === 0 ? withoutMark(given) : given;
    const left = this.#to - this.#from;
    if (left === 0) {
      // as a Uint8Array, because a subarray of a Buffer takes ten times as long to make
      this.#moveTo(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length), false);
    } else {
      if (!this.#isOwn || left + chunk.length > this.#bytes.length) {
        // twice the size needed, so that a long value in short chunks is not copied for each chunk
        this.#moveTo(new Uint8Array(2 * (left + chunk.length)), true);
      } else if (this.#to + chunk.length > this.#bytes.length) {
        this.#moveTo(this.#bytes, true);
      }
      this.#bytes.set(chunk, this.#to);
    }
    this.#to += chunk.length;
  }

  /**
   * Copies the unread bytes to the beginning of `bytes`, which may be the present array, and continues there.
   */
  #moveTo(bytes: Uint8Array, isOwn: boolean): void {
    const left = this.#bytes.subarray(this.#from, this.#to);
    if (left.length > 0) bytes.set(left);
    this.#offset += this.#from;
    this.#bytes = bytes;
    this.#isOwn = isOwn;
    this.#from = 0;
    this.#to = left.length;
  }

  /** To be called after the last chunk. */
  end(): void {
    this.#ended = true;
  }

  /** Reads the whole text: one value, read by `read`, with whitespace around it. */
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

  /** The kind of the next value, judged by its first byte. */
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

  /** Reads and parses the next value. */
  *value(): Reading<unknown> {
    return parseSegment(yield* this.segment());
  }

  /** Reads the bytes of the next value. */
  *segment(): Reading<Segment> {
    const start = this.#at;
    const bytes = yield* this.#next(MAX_SEGMENT_BYTES);
    const size = this.#at - start;
    if (size > MAX_SEGMENT_BYTES) {
      throw new JsonFault(`a value of ${size} bytes at byte ${start}, expected ${MAX_SEGMENT_BYTES} at most`);
    }
    return { bytes, start };
  }

  /** Skips the next value, whatever its size. */
  *skip(): Reading {
    yield* this.#next(0);
  }

  /** The position in the text. */
  get #at(): number {
    return this.#offset + this.#from;
  }

  /** Moves to the first item between two brackets; returns false if there is none. */
  *#first(close: number): Reading<boolean> {
    this.#from++;
    while (!this.#skipWhitespace()) yield* this.#more();
    if (this.#bytes[this.#from] !== close) return true;
    this.#from++;
    return false;
  }

  /** Moves past the comma to the next item; returns false after the last. */
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

  /**
   * Reads one value. Returns its bytes if there are at most `limit`; the bytes of longer values are dropped.
   */
  *#next(limit: number): Reading<Uint8Array> {
    const start = this.#at;
    const scanner = this.#scanner;
    scanner.begin(this.#bytes[this.#from]);
    let scanned = 0; // number of bytes after `#from`
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

  /** Moves to the next byte that is not whitespace; returns false if no such byte has arrived. */
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
