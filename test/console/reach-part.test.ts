import { expect, test } from 'vitest';
import { reachPart } from '../../lib/console/state/reach-part.ts';

test('a link holds the reach with its ships, and when each can leave', () => {
  const kept = {
    measure: 'hours' as const,
    values: [6, 12.5],
    way: 'from' as const,
    ships: [
      { lat: -61, lon: -50, name: 'Argos, the second', delayHours: 3 },
      { lat: -60.5, lon: 179.25 },
    ],
  };
  expect(reachPart.fromText(reachPart.toText(kept))).toEqual(kept);
  reachPart.show(kept);
  expect(reachPart.kept()).toEqual(kept);
  const round = { measure: 'consumption' as const, values: [40], way: 'round' as const };
  expect(reachPart.fromText(reachPart.toText(round))).toEqual(round);
  reachPart.show(undefined);
  expect(reachPart.kept()).toBeUndefined();
});

test.each(['', 'hours', 'hours,0', 'miles,3', 'percent,0.01', 'hours,x'])('%j says nothing', (text) => {
  expect(reachPart.fromText(text)).toBeUndefined();
});
