import { describe, expect, it } from 'vitest';
import { closedZoneFault } from '../../lib/zones/point-in-zone.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { boxPolygon } from './areas.ts';

const geometry = boxPolygon(10, -61, 12, -60);
const reef: Zone = { name: 'Reef', kind: 'closed', geometry };
const place = (lat: number, lon: number) => ({ what: 'start point', lat, lon });
const line = (lat: number) => ({
  what: 'stop "Line"',
  line: [
    [9, lat],
    [13, lat],
  ] as const,
});

describe('places and lines of a voyage', () => {
  it('are named where they are in a closed zone', () => {
    expect(closedZoneFault([place(-59, 11), place(-60.5, 11)], [reef])).toBe(
      'The start point (-60.5000, 11.0000) lies in the closed zone "Reef".',
    );
    expect(closedZoneFault([], [reef], [line(-59), line(-60.5)])).toBe(
      'Stop "Line" crosses the closed zone "Reef" at -60.5000, 10.0000.',
    );
  });

  it('may be anywhere else, and in zones that do not close', () => {
    expect(closedZoneFault([place(-59, 11)], [reef], [line(-59), line(-62)])).toBeNull();
    for (const kind of ['report', 'speed_limit'] as const)
      expect(closedZoneFault([place(-60.5, 11)], [{ ...reef, kind }], [line(-60.5)])).toBeNull();
  });
});
