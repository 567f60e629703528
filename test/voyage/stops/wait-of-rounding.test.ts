import { expect, it } from 'vitest';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { gridVoyages } from '../forecast/grid-voyages.ts';

const grid: Grid = { columns: 4, rows: 2, box: [0, 0, 2, 1], degrees: 4 };
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 0.5), placeAt(grid, 1.8, 0.5)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });

it.each([true, false])(
  'a stop that is come to as its window opens is not waited for (one mesh: %s)',
  (isOne) => {
    const meshes = forecast(() => ({ rate: 1 }));
    const place = { name: 'A', ...placeAt(grid, 1, 0.7), stay_hours: 2 };
    const arrivesWith = (fields: object) =>
      planned(meshes, { stops: [{ ...place, ...fields }] }, { isOne }).routes[0]!.stops![1]!;
    const { arrivesDays } = arrivesWith({});
    const afterIt = (ms: number) =>
      new Date(Math.ceil(Date.parse(departure) + arrivesDays * 86_400_000) + ms).toISOString();
    const atOnce = arrivesWith({ not_before: afterIt(0) });
    expect(atOnce).toMatchObject({ waitDays: 0 });
    expect(atOnce).not.toHaveProperty('waitsFor');
    expect(arrivesWith({ not_before: afterIt(60_000) })).toMatchObject({ waitsFor: 'window' });
  },
);
