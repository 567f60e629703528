import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vehicleRequest, vesselType } from '../../lib/vehicles/vehicle.ts';
import { sda } from './sda.ts';

const refusals = (changes: object) => {
  const parsed = vehicleRequest.safeParse({ ...sda, ...changes });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('vessel types', () => {
  it.each(['SDA', 'RRS Sir David', '船', '\u{1f6a2}'.repeat(150), 'a.b', '...', 'Available', '+', "'"])(
    'takes %j',
    (name) => expect(vesselType.safeParse(name).success).toBe(true),
  );
  it.each(['', ' ', 'available', '.', '..', 'a/b', 'a?', '#', '%41', 'a\nb', '\u0085', '\ud800', 7, null])(
    'refuses %j',
    (name) => expect(vesselType.safeParse(name).success).toBe(false),
  );
  it('refuses more than 150 code points', () => {
    expect(vesselType.safeParse('\u{1f6a2}'.repeat(151)).success).toBe(false);
  });
  it('survives a path segment', () => {
    const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 150 }), (name) => {
        fc.pre(vesselType.safeParse(name).success);
        const url = new URL(`https://host/api/vehicle/${encodeURIComponent(name)}`);
        expect(decodeURIComponent(url.pathname.split('/')[3]!)).toBe(name);
      }),
    );
  });
});

describe('fields', () => {
  it.each([
    ['max_speed', [1e-300, 1e12], [0, -1, 1.1e12, Number.POSITIVE_INFINITY, Number.NaN, '5', null, true]],
    ['beam', [0.1], [0, -0.1]],
    ['force_limit', [0, -0], [-1]],
    ['min_depth', [0], [-1e-9]],
    ['max_ice_conc', [0, 100], [100.0001, -1]],
    ['max_wave', [0, null, undefined], [-1, '3']],
    ['unit', ['knots', 'ü'.repeat(150)], ['', 'x'.repeat(151), 5, null]],
    ['hull_type', ['slender'], ['', '\udfff']],
    ['excluded_zones', [[], ['a', ''], null], ['a', [1]]],
    ['neighbour_splitting', [true, false, null], ['true', 1]],
    ['force_properties', ['true', 'false', true, false, undefined], ['True', 'yes', 1, 0, null, []]],
  ])('%s', (field, accepted, refused) => {
    for (const value of accepted) expect(refusals({ [field]: value }), `${value}`).toEqual([]);
    for (const value of refused) {
      expect(refusals({ [field]: value })[0], `${value}`).toMatch(new RegExp(`^${field}(\\.0)?$`));
    }
  });

  it('names every bad field at once', () => {
    const { beam: _, ...rest } = sda;
    const parsed = vehicleRequest.safeParse({
      ...rest,
      unit: 3,
      max_ice_conc: 101,
      colour: 'red',
      wheels: 4,
    });
    const issues = parsed.error!.issues.map((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.join() : issue.path.join(),
    );
    expect(issues.sort()).toEqual(['beam', 'colour,wheels', 'max_ice_conc', 'unit']);
  });

  it('refuses a prototype as a field', () => {
    const body = JSON.parse(JSON.stringify(sda).replace('{', '{"__proto__": {"beam": 3},'));
    expect(vehicleRequest.safeParse(body).success).toBe(false);
  });
});
