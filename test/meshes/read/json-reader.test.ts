import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonReader, parseSegment, type Reading, readJson } from '../../../lib/meshes/read/json-reader.ts';
import { JsonFault } from '../../../lib/meshes/read/json-value.ts';
import { runs } from '../../thorough.ts';

/**
 * Reads a text with the reader: objects member by member, arrays element by element, other values as they
 * are.
 */
function* takeApart(reader: JsonReader, isDocument = true): Reading<unknown> {
  const read = function* (kind: string): Reading<unknown> {
    if (kind === 'object') {
      const members: [string, unknown][] = [];
      yield* reader.members(function* (key) {
        members.push([key, yield* takeApart(reader, false)]);
      });
      return Object.fromEntries(members);
    }
    if (kind === 'array') {
      const elements: unknown[] = [];
      yield* reader.elements((element) => elements.push(parseSegment(element)));
      return elements;
    }
    return yield* reader.value();
  };
  return isDocument ? yield* reader.document(read) : yield* read(yield* reader.kind());
}

const whole = (text: string | Uint8Array) => readJson(Buffer.from(text), takeApart);

/** The same from chunks that end before the given bytes. */
function inChunks(bytes: Uint8Array, cuts: readonly number[]): unknown {
  const reader = new JsonReader();
  const reading = takeApart(reader);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const to of ends) {
    reader.write(bytes.slice(from, to));
    reading.next();
    from = to;
  }
  reader.end();
  const { done, value } = reading.next();
  return done ? value : 'unfinished';
}

/** The value, or the message of the fault. */
function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    expect(error).toBeInstanceOf(JsonFault);
    return (error as Error).message;
  }
}

const indents = fc.constantFrom(undefined, 1, '\t', ' \n ');
const jsonTexts = fc
  .tuple(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), indents)
  .map(([value, indent]) => JSON.stringify(value, null, indent));
const cutPlaces = fc.array(fc.nat(1000), { maxLength: 8 });
const tokens = ['{', '}', '[', ']', ',', ':', '"', '\\', '1', '-', 'null', 'true', '"a"', ' ', 'é'];
const tokenTexts = fc.array(fc.constantFrom(...tokens), { maxLength: 12 }).map((each) => each.join(''));

it('finds in any JSON what the JSON parser finds', () => {
  fc.assert(
    fc.property(jsonTexts, (text) => {
      expect(whole(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: runs(100, 300) },
  );
});

it('ends in a JsonFault, or in what the JSON parser finds, for any text', () => {
  fc.assert(
    fc.property(tokenTexts, (text) => {
      const found = outcome(() => whole(text));
      if (typeof found !== 'string') expect(found).toEqual({ value: JSON.parse(text) });
    }),
    { numRuns: runs(300, 1500) },
  );
});

it('finds the same however the bytes are cut, for JSON and for anything else', () => {
  fc.assert(
    fc.property(fc.oneof(jsonTexts, tokenTexts), cutPlaces, (text, cuts) => {
      const bytes = Buffer.from(text);
      expect(outcome(() => inChunks(bytes, cuts))).toEqual(outcome(() => whole(bytes)));
    }),
    { numRuns: runs(200, 1000) },
  );
});

it('finds a fault in every text that is cut short', () => {
  const text = Buffer.from('{"a": [1, {"b": "\\"x\\\\"}, true], "c": {"d": null}}');
  for (let length = 0; length < text.length; length++) {
    expect(outcome(() => whole(text.subarray(0, length)))).toMatch(
      /the text ends|not valid JSON|end of JSON/,
    );
  }
});

it.each([
  ['[NaN, -Infinity, Infinity]', [Number.NaN, -Infinity, Infinity]],
  ['{"NaN": "NaN \\" Infinity", "x": NaN}', { NaN: 'NaN " Infinity', x: Number.NaN }],
  ['"\\\\"', '\\'],
])('reads %s', (text, value) => {
  const read = (reader: JsonReader) => reader.document(() => reader.value());
  expect(readJson(Buffer.from(text), read)).toEqual(value);
});

it.each([
  ['', /expected a value at byte 0, the text ends/],
  ['{"a" 1}', /expected ":" at byte 5, found "1"/],
  ['{a: 1}', /expected a key in quotes at byte 1, found "a"/],
  ['[1 2]', /expected "," or "\]" at byte 3, found "2"/],
  ['[1', /the text ends within the value that starts at byte 0/],
  ['["a', /the text ends within the string that starts at byte 1/],
  ['[1]]', /expected the end of the text at byte 3/],
  ['[nan]', /bytes 1 to 4/],
  ['[NaNs]', /bytes 1 to 5/],
])('says where %j is wrong', (text, message) => {
  expect(() => whole(text)).toThrow(message);
});

it('passes over a value of any size, and says how large one is that is too large to be parsed', () => {
  const chunk = Buffer.alloc(2 ** 20, 'x');
  const read = (use: (reader: JsonReader) => Reading) => {
    const reader = new JsonReader();
    const reading = reader.document(() => use(reader));
    reader.write(Buffer.from(' "'));
    reading.next();
    for (let i = 0; i < 17; i++) {
      reader.write(chunk);
      reading.next();
    }
    reader.write(Buffer.from('"'));
    reader.end();
    return reading.next().done;
  };
  expect(read((reader) => reader.skip())).toBe(true);
  const parse = (reader: JsonReader) => reader.value() as Reading;
  expect(() => read(parse)).toThrow(/^a value of 17825794 bytes at byte 1, expected 16777216 at most$/);
});
