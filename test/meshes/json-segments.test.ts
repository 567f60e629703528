import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  documentSegment,
  forEachElement,
  forEachMember,
  JsonFault,
  kindOf,
  readSegment,
  type Segment,
} from '../../lib/meshes/json-segments.ts';

/** Takes a text apart to the last value, every object and array by the walk. */
function walk(json: Uint8Array, segment: Segment = documentSegment(json)): unknown {
  const kind = kindOf(json, segment);
  if (kind === 'object') {
    const members: [string, unknown][] = [];
    forEachMember(json, segment, (key, value) => members.push([key, walk(json, value)]));
    return Object.fromEntries(members);
  }
  if (kind === 'array') {
    const elements: unknown[] = [];
    forEachElement(json, segment, (value) => elements.push(walk(json, value)));
    return elements;
  }
  return readSegment(json, segment);
}

const indents = fc.constantFrom(undefined, 1, '\t', ' \n ');

it('finds in any JSON what the JSON parser finds', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), indents, (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(walk(Buffer.from(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: 1000 },
  );
});

it('ends in a JsonFault, or in what the JSON parser finds, for any text', () => {
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '1',
    '-',
    'null',
    'true',
    '"a"',
    ' ',
    'é',
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
      const bytes = Buffer.from(tokens.join(''));
      let value: unknown;
      try {
        value = walk(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(JsonFault);
        return;
      }
      expect(value).toEqual(JSON.parse(bytes.toString()));
    }),
    { numRuns: 5000 },
  );
});

it.each([
  ['[NaN, -Infinity, Infinity]', [Number.NaN, -Infinity, Infinity]],
  ['{"NaN": "NaN \\" Infinity", "x": NaN}', { NaN: 'NaN " Infinity', x: Number.NaN }],
  ['"\\\\"', '\\'],
])('reads %s', (text, value) => {
  const bytes = Buffer.from(text);
  expect(readSegment(bytes, documentSegment(bytes))).toEqual(value);
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
  expect(() => walk(Buffer.from(text))).toThrow(message);
});
