/** What the figures of the rest of a voyage mean, whatever they are. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeRest, type WayCost } from '../../lib/watches/judge-rest.ts';
import { between } from '../between.ts';

const place = { lat: -60, lon: 0 };
const cost = fc.oneof(between(1, 9), between(1, 9), fc.constant(0));
const way = fc.record({ hours: between(1, 9), consumption: cost, money: cost });
const figures = fc.record({
  by: fc.constantFrom<keyof WayCost>('hours', 'consumption', 'money'),
  unit: fc.constant('t' as const),
  planned: way,
  now: fc.option(way),
  closed: fc.option(fc.constant({ ...place, leg: 1, reason: 'ice' }), { freq: 2 }),
  late: fc.option(
    between(0.1, 9).map((hours) => ({ what: 'Stop', hours })),
    { freq: 2 },
  ),
  beyond: fc.option(fc.constant({ from: '2026-11-20T00:00:00.000Z', hours: 1 }), { freq: 2 }),
  best: fc.option(way),
  fuelLeft: fc.option(between(-1, 1)),
});

it('the worst of what is found is told, and by how much of what was planned', () => {
  fc.assert(
    fc.property(figures, between(1, 50), (all, tellFrom) => {
      const { by, planned, now, closed, late, beyond, best, fuelLeft } = all;
      const { status, percent, isShort, place: told } = judgeRest(all, tellFrom);
      const isDearer = now !== null && planned[by]! > 0 && now[by]! > (1 + tellFrom / 100) * planned[by]!;
      const known = (now ?? planned)[by]!;
      const isBetter = best !== null && best[by]! < (1 - tellFrom / 100) * known;
      const found = [
        closed && 'closed',
        late && 'late',
        isDearer && 'dearer',
        isBetter && 'better',
        beyond && 'beyond',
        'holds',
      ];
      expect(status).toBe(found.find(Boolean));
      expect(told).toEqual(status === 'closed' ? place : null);
      expect(isShort).toBe(fuelLeft !== null && fuelLeft < 0);
      const parts = {
        late: (late?.hours ?? 0) / planned.hours,
        dearer: (now?.[by] ?? 0) / planned[by]! - 1,
        better: 1 - (best?.[by] ?? 0) / known,
      };
      expect(percent).toBeCloseTo(100 * (parts[status as keyof typeof parts] ?? 0), 9);
    }),
    { seed: 1, numRuns: 1000 },
  );
});
