import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EnvironmentSource } from '../../lib/engine/mesh/mesh-source.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { riskByCell } from '../../lib/vessel/risk-index.ts';
import { area, box, charted, compiledFor, egg, polarShipThatBreaksIce, seaOfIce } from './sea-of-ice.ts';

const sea = seaOfIce({ west: -40, south: -66, columns: 8, rows: 8, concentration: 30 });

/** Row of the cell that a place is in. */
function rowAt({ bounds }: EnvironmentSource, lon: number, lat: number): number {
  for (let i = 0; i < bounds.length / 4; i++) {
    const [west, south, east, north] = bounds.subarray(4 * i, 4 * i + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (west < lon && lon < east && south < lat && lat < north) return i;
  }
  return -1;
}

const iceAt = (source: EnvironmentSource, lon: number, lat: number) => {
  const { columns, iceTypes } = source.environment!;
  const row = rowAt(source, lon, lat);
  const types = iceTypes ? iceTypes.row[row]! : -1;
  return {
    concentration: columns.iceConcentration![row],
    thickness: columns.iceThickness![row],
    types: types < 0 ? null : iceTypes!.tenths[types],
  };
};

describe('a mesh under an ice chart', () => {
  it('has the ice of the chart inside an area, and its own outside', () => {
    const triangle = area(egg('80', ['', '91']), [-37.3, -65.2], [-34.1, -64.9], [-35.6, -63.1]);
    const source = charted(sea, triangle);
    expect(iceAt(source, -35.7, -64.4)).toMatchObject({ concentration: 80, thickness: 0.95 });
    expect(iceAt(source, -35.7, -64.4).types![7]).toBe(8);
    expect(iceAt(source, -39.03, -62.53)).toEqual({ concentration: 30, thickness: 0.5, types: null });
    // 300 m on either side of the border from [-37.3, -65.2] to [-35.6, -63.1]
    expect(iceAt(source, -36.45 + 0.008, -64.15)).toMatchObject({ concentration: 80 });
    expect(iceAt(source, -36.45 - 0.008, -64.15)).toMatchObject({ concentration: 30 });
  });

  it('that says what the mesh says is the mesh itself, so that a route costs the same', () => {
    const own = seaOfIce({ west: -40, south: -66, columns: 8, rows: 8, concentration: 60, thicknessM: 0.5 });
    const same = { ...egg('60'), thicknessM: 0.5 };
    const triangle = area(same, [-37.3, -65.2], [-34.1, -64.9], [-35.6, -63.1]);
    expect(charted(own, triangle)).toBe(own);
    // with types the cells are divided, and all of them have the same ice
    const typed = charted(own, {
      ...triangle,
      egg: { ...same, parts: [{ concentration: '', stage: '87' }] },
    });
    expect(typed.bounds.length).toBeGreaterThan(own.bounds.length);
    const [from, to] = [
      { lat: -65.9, lon: -39.9 },
      { lat: -62.1, lon: -32.2 },
    ];
    const [cost, typedCost] = [own, typed].map(
      (source) => planRoute(compiledFor(source), from, to).routes[0]!.track.timeDays.at(-1)!,
    );
    expect(typedCost! / cost!).toBeCloseTo(1, 4);
  });

  it('leaves the mesh what codes do not say', () => {
    const source = charted(sea, box(egg('99', ['99', '87']), -37, -65, -35, -64));
    expect(source).toBe(sea);
    const half = charted(sea, box(egg('50'), -37, -65, -35, -64));
    expect(iceAt(half, -36.2, -64.3)).toEqual({ concentration: 50, thickness: 0.5, types: null });
  });

  it('lets a later area lie over an earlier one', () => {
    const source = charted(sea, box(egg('90'), -39, -66, -33, -62), box(egg('10'), -37, -65, -35, -64));
    expect(iceAt(source, -38.3, -64.3)).toMatchObject({ concentration: 90 });
    expect(iceAt(source, -36.3, -64.3)).toMatchObject({ concentration: 10 });
  });

  it('crosses the antimeridian as the chart does', () => {
    const across = seaOfIce({ west: 176, south: -66, columns: 8, rows: 8 });
    const source = charted(
      across,
      area(egg('70'), [178.3, -65.3], [-178.3, -65.3], [-178.3, -63.2], [178.3, -63.2]),
    );
    for (const lon of [179.3, -179.3]) expect(iceAt(source, lon, -64.2)).toMatchObject({ concentration: 70 });
    for (const lon of [177.3, -177.3]) expect(iceAt(source, lon, -64.2)).toMatchObject({ concentration: 0 });
  });

  it('divides no land', () => {
    const land = seaOfIce({ west: -40, south: -66, columns: 8, rows: 8, elevation: 20 });
    expect(charted(land, area(egg('80'), [-37.3, -65.2], [-34.1, -64.9], [-35.6, -63.1]))).toBe(land);
  });

  it('takes a usual density for the ice of a chart where the mesh knows none, because it would not resist', () => {
    const bare = seaOfIce({ west: -40, south: -66, columns: 8, rows: 8, density: Number.NaN });
    const source = charted(bare, box(egg('80'), -37, -65, -35, -64));
    const { iceDensity } = source.environment!.columns;
    expect(iceDensity![rowAt(source, -36.3, -64.3)]).toBe(900);
    expect(iceDensity![rowAt(source, -39.3, -64.3)]).toBeNaN();
  });

  it('has few cells however many areas there are', () => {
    const strips = Array.from({ length: 150 }, (_, k) => {
      const west = -40 + 0.05 * k;
      return area(
        egg(`${1 + (k % 9)}0`),
        [west, -66],
        [west + 0.05, -66],
        [west + 0.35, -62],
        [west + 0.3, -62],
      );
    });
    const source = charted(sea, ...strips);
    expect(source.bounds.length / 4).toBeLessThan(11_000);
    expect(source.bounds.length / 4).toBeGreaterThan(2_000);
  });

  it('has all its area, and every pair of pieces that touch as neighbours', () => {
    const turn = fc.tuple(
      fc.double({ min: -39.99, max: -39.51, noNaN: true }),
      fc.double({ min: -65.99, max: -65.76, noNaN: true }),
    );
    const small = seaOfIce({ west: -40, south: -66, columns: 4, rows: 4, width: 0.125, height: 0.0625 });
    fc.assert(
      fc.property(turn, turn, turn, (a, b, c) => {
        const source = charted(small, area(egg('80'), a, b, c));
        const { bounds, neighbours } = source;
        const n = bounds.length / 4;
        const sideOf = (i: number, k: number) => bounds[4 * i + k]!;
        const sum = Array.from(
          { length: n },
          (_, i) => (sideOf(i, 2) - sideOf(i, 0)) * (sideOf(i, 3) - sideOf(i, 1)),
        );
        expect(sum.reduce((all, each) => all + each, 0)).toBeCloseTo(0.5 * 0.25, 9);
        for (let i = 0; i < n; i++) {
          const linked = [...neighbours.cell.subarray(neighbours.start[i], neighbours.start[i + 1])].sort(
            (x, y) => x - y,
          );
          const touching = Array.from({ length: n }, (_, k) => k).filter(
            (k) =>
              k !== i &&
              sideOf(i, 0) <= sideOf(k, 2) &&
              sideOf(k, 0) <= sideOf(i, 2) &&
              sideOf(i, 1) <= sideOf(k, 3) &&
              sideOf(k, 1) <= sideOf(i, 3),
          );
          expect(linked).toEqual(touching);
        }
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});

describe('the mesh of a vessel under an ice chart', () => {
  it('has the risk index of the types of ice, and opens what the chart says is open', () => {
    const closed = seaOfIce({
      west: -40,
      south: -66,
      columns: 8,
      rows: 8,
      concentration: 95,
      thicknessM: 2.2,
    });
    expect(compiledFor(closed).openCount).toBe(0);
    const source = charted(
      closed,
      box(egg('90', ['40', '91'], ['30', '87'], ['20', '84']), -38, -65, -34, -63),
    );
    const mesh = compiledFor(source, polarShipThatBreaksIce);
    const rioOf = riskByCell('PC5', mesh.environment)!;
    expect(mesh.openCount).toBe(16);
    // 4 medium first-year · 1 + 3 thin, 2nd stage · 2 + 2 grey · 3 + 1 ice-free · 3
    for (let cell = 0; cell < mesh.openCount; cell++) expect(rioOf(cell)).toBe(19);
    // by thickness alone it would be 10 % water · 3 + 90 % thin ice · 2
    expect(mesh.environment.iceTypes).toBeUndefined();
  });
});
