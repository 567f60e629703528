import { describe, expect, it } from 'vitest';
import { fitProjection, type Position } from '../../lib/chart/projection.ts';

const frame = { left: 56, top: 74, width: 740 };
const fitted = (...shown: Position[]) => fitProjection(shown, frame);

describe('the projection of a chart', () => {
  it.each([
    [
      'south of 55° S',
      [
        [-57, -51],
        [-68, -67],
      ],
      'polar stereographic',
    ],
    [
      'north of 55° N',
      [
        [11, 79],
        [-3, 56],
      ],
      'polar stereographic',
    ],
    [
      'in between',
      [
        [-57, -51],
        [-36, -54],
      ],
      'Mercator',
    ],
    [
      'across the equator',
      [
        [0, -60],
        [0, 60],
      ],
      'Mercator',
    ],
  ] as const)('%s', (_, shown, kind) => {
    expect(fitted(...shown).kind).toBe(kind);
  });

  it('shows all that it must within its frame, and finds positions back', () => {
    const shown: Position[] = [
      [170, -60],
      [-170, -65],
      [-178, -72],
    ];
    const projection = fitted(...shown);
    const { left, top, width, height } = projection.frame;
    for (const position of shown) {
      const [x, y] = projection.project(position)!;
      expect(x).toBeGreaterThan(left);
      expect(x).toBeLessThan(left + width);
      expect(y).toBeGreaterThan(top);
      expect(y).toBeLessThan(top + height);
      expect(projection.invert([x, y])!.map((degrees) => Math.round(degrees * 1e6))).toEqual(
        position.map((degrees) => degrees * 1e6),
      );
    }
  });

  it.each([
    [
      'south',
      [
        [-57, -60],
        [-68, -67],
      ],
    ],
    [
      'north',
      [
        [11, 79],
        [-3, 66],
      ],
    ],
  ] as const)('has north above south in the %s', (_, shown) => {
    const projection = fitted(...shown);
    const lon = (shown[0][0] + shown[1][0]) / 2;
    const y = (lat: number) => projection.project([lon, lat])![1];
    expect(y(shown[0][1] + 1)).toBeLessThan(y(shown[0][1]));
  });

  it('is not stretched beyond measure by a route along a meridian, or of no length', () => {
    expect(fitted([0, -50], [0, -10]).frame.height).toBe(Math.round(740 * 1.25));
    const { project } = fitted([10, -60], [10, -60]);
    expect(project([10, -60])!.every(Number.isFinite)).toBe(true);
  });
});
