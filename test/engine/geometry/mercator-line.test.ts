import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MercatorLine } from '../../../lib/engine/geometry/mercator-line.ts';
import { rhumb, shortWayDegrees } from '../../../lib/engine/geometry/sphere.ts';
import { between } from '../../between.ts';

const number = between;
const point = fc.tuple(number(-180, 180), number(-89, 89));

describe('MercatorLine', () => {
  it('keeps its bearing at every point, and ends where it should', () => {
    fc.assert(
      fc.property(point, point, number(0.01, 0.99), (from, to, part) => {
        const [latLon, end] = [from, to].map(([lon, lat]) => ({ lon, lat }));
        const line = new MercatorLine(from, to);
        fc.pre(Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat)) > 1e-3 && Math.abs(line.Δlon) < 179);
        const [lon, lat] = line.at(part);
        expect(Math.abs(lon)).toBeLessThanOrEqual(180);
        const turned = rhumb(latLon!, { lon, lat }).bearing - rhumb(latLon!, end!).bearing;
        expect(Math.abs(Math.sin(turned / 2))).toBeLessThan(1e-6);
        expect(line.at(0)).toEqual(from);
        expect(line.latAt(1)).toBe(to[1]);
        expect(Math.abs(shortWayDegrees(line.at(1)[0] - to[0]))).toBeLessThan(1e-9);
      }),
      { seed: 20_240_214, numRuns: 300 },
    );
  });

  it('meets a parallel and a meridian where its point is on them', () => {
    fc.assert(
      fc.property(point, point, number(0.01, 0.99), (from, to, part) => {
        const line = new MercatorLine(from, to);
        fc.pre(Math.abs(line.Δlon) > 1e-3 && Math.abs(line.Δlat) > 1e-3);
        expect(line.partAtParallel(line.latAt(part))).toBeCloseTo(part, 6);
        expect(line.partAtMeridian(part * line.Δlon)).toBeCloseTo(part, 9);
      }),
      { seed: 20_240_214, numRuns: 300 },
    );
  });

  it('goes over the antimeridian where that is shorter', () => {
    const [lon, lat] = new MercatorLine([179, -60], [-179, -60]).at(0.75);
    expect(lon).toBeCloseTo(-179.5, 12);
    expect(lat).toBe(-60);
  });

  it('meets no other parallel where it goes due east, and no other meridian where it goes due north', () => {
    expect(new MercatorLine([10, -60], [20, -60]).partAtParallel(-50)).toBe(Infinity);
    expect(new MercatorLine([10, -60], [10, -50]).partAtMeridian(1)).toBe(Infinity);
  });
});
