import { expect, it } from 'vitest';
import { boxPolygon } from '../../zones/areas.ts';
import { burnt, changing, days, planned } from './daily-meshes.ts';

/** Its border crosses cells of the meshes, so that they are divided. */
const limit = (knots: number) => ({
  name: 'Whales',
  kind: 'speed_limit',
  max_speed_kn: knots,
  geometry: boxPolygon(0.13, -63.7, 2.6, -60.1),
});
const gaps = ({ routes }: ReturnType<typeof planned>) => routes.map((route) => route.optimality!.gapPercent);

it('a limit that is above what the vessel sails changes neither the routes nor what is proved of them', () => {
  const [free, limited] = [{}, { zones: [limit(30)] }].map((fields) => planned(changing, fields));
  for (const quantity of [days, burnt]) {
    const [one, other] = [free!, limited!].map(({ routes }) => routes.map(quantity));
    for (const [k, each] of one!.entries()) expect(other![k]! / each).toBeCloseTo(1, 2);
  }
  for (const [k, gap] of gaps(limited!).entries()) expect(gap).toBeLessThan(gaps(free!)[k]! + 0.02);
});

it('one that slows down is proved where it was divided, as far as the wider sea leaves a gap', () => {
  const plan = planned(changing, { zones: [limit(3)] });
  const free = planned(changing, {});
  expect(days(plan.routes[0]!) / days(free.routes[0]!)).toBeGreaterThan(1.005);
  const [ofTime, ofFuel] = gaps(plan);
  expect(ofTime).toBeLessThan(0.5);
  expect(ofFuel).toBeLessThan(12);
});

it('those with a season are said to count on the meshes of its days', () => {
  const notes = [{}, { season: { from: '12-01', to: '12-31' } }].map(
    (fields) =>
      planned(changing, { zones: [{ ...limit(30), ...fields }] }, false, { certificate: false }).notes,
  );
  const told = expect.stringMatching(/season.*each mesh/);
  expect(notes[0]).not.toContainEqual(told);
  expect(notes[1]).toContainEqual(told);
});
