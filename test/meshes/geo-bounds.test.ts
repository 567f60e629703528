import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaKm2, boundsFault, contains } from '../../lib/meshes/geo-bounds.ts';
import { between } from '../between.ts';

const box = (latMin: number, latMax: number, lonMin: number, lonMax: number) => ({
  latMin,
  latMax,
  lonMin,
  lonMax,
});

describe('area', () => {
  it('is that of the sphere for the globe', () => {
    expect(areaKm2(box(-90, 90, -180, 180))).toBeCloseTo(4 * Math.PI * 6371.1 ** 2, 3);
  });

  it('agrees with a sum over thin strips', () => {
    const [latMin, latMax, lonMin, lonMax] = [-80, -45, -70, 0] as const;
    let sum = 0;
    const strips = 20_000;
    const height = ((latMax - latMin) * Math.PI) / 180 / strips;
    for (let i = 0; i < strips; i++) {
      const latitude = ((latMin + ((i + 0.5) * (latMax - latMin)) / strips) * Math.PI) / 180;
      sum += height * Math.cos(latitude) * (((lonMax - lonMin) * Math.PI) / 180) * 6371.1 ** 2;
    }
    expect(areaKm2(box(latMin, latMax, lonMin, lonMax)) / sum).toBeCloseTo(1, 8);
  });

  it('goes round the back where it crosses the antimeridian', () => {
    expect(areaKm2(box(-10, 10, 175, -175))).toBeCloseTo(areaKm2(box(-10, 10, 0, 10)), 6);
  });
});

describe('containing', () => {
  const lon = between(-180, 180);

  it('leaves no longitude out of a box and its complement', () => {
    fc.assert(
      fc.property(lon, lon, lon, (west, east, at) => {
        fc.pre(west !== east); // of no width: it has no complement
        const point = { lat: 0, lon: at };
        expect(contains(box(-1, 1, west, east), point) || contains(box(-1, 1, east, west), point)).toBe(true);
      }),
    );
  });

  it.each([
    [box(-80, 80, -180, 180), 0, true],
    [box(-80, 80, -180, 180), -180, true],
    [box(-80, 80, -180, 180), 180, true],
    [box(-1, 1, 175, -175), 179, true],
    [box(-1, 1, 175, -175), -175, true],
    [box(-1, 1, 175, -175), 0, false],
    [box(-1, 1, 170, 180), -180, true],
    [box(-1, 1, -180, -170), 180, true],
    [box(-1, 1, -70, 0), 0, true],
    [box(-1, 1, -70, 0), 0.001, false],
  ])('%j at longitude %d: %s', (bounds, at, expected) => {
    expect(contains(bounds, { lat: 0, lon: at })).toBe(expected);
  });

  it('has its edges', () => {
    const bounds = box(-80, -45, -70, 0);
    expect(contains(bounds, { lat: -45, lon: -70 })).toBe(true);
    expect(contains(bounds, { lat: -44.999, lon: -70 })).toBe(false);
    expect(contains(bounds, { lat: -80.001, lon: -70 })).toBe(false);
  });
});

it.each([
  [box(-80, -45, -70, 0), null],
  [box(-10, 10, 175, -175), null],
  [box(-45, -80, -70, 0), /latitudes/],
  [box(-91, -80, -70, 0), /latitudes/],
  [box(Number.NaN, -80, -70, 0), /latitudes/],
  [box(-80, -45, 0, 190), /longitudes/],
  [box(-80, -45, 5, 5), /longitudes/],
  [box(-80, -45, 180, -180), /longitudes/],
])('%j: %s', (bounds, fault) => {
  if (fault) expect(boundsFault(bounds)).toMatch(fault);
  else expect(boundsFault(bounds)).toBeNull();
});

it('what is accepted, and its area, are numbers that DynamoDB can hold', () => {
  const least = 1e-130;
  const side = (limit: number) =>
    fc.oneof(
      between(-limit, limit),
      fc.integer({ min: 0, max: 320 }).map((k) => Number(`1e-${k}`)),
    );
  const property = fc.property(side(90), side(90), side(180), side(180), (a, b, c, d) => {
    const bounds = box(Math.min(a, b), Math.max(a, b), c, d);
    if (boundsFault(bounds)) return;
    for (const value of [a, b, c, d, areaKm2(bounds)]) {
      expect(value === 0 || Math.abs(value) >= least, `${value}`).toBe(true);
    }
  });
  fc.assert(property, { numRuns: 2000, seed: 20 });
});
