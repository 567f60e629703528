/** A table of departures of a voyage that sails slower where the fuel aboard would not last. */
import { describe, expect, it } from 'vitest';
import { BEGIN, burnt, changing, days, MS_PER_DAY, planned } from './daily-meshes.ts';

describe('of departures at chosen speeds', () => {
  const at = (day: number) => new Date(BEGIN + day * MS_PER_DAY).toISOString();
  const departures = { from: at(0), to: at(2), step_hours: 24 };
  const plan = (fields: object) =>
    planned(changing, { departures, ...fields }, false, { certificate: false });
  const rows = plan({}).departures!;
  const all = rows.map(({ consumption }) => consumption!).sort((a, b) => a - b);
  const aboard = (tonnes: number) => ({ fuel_aboard_tonnes: tonnes, choose_speed: true });

  it('each row is of the fastest voyage that keeps the reserve', () => {
    const tonnes = all[1]! + 1e-3;
    const { departures: table, routes } = plan(aboard(tonnes));
    for (const [k, { days: own, departure }] of table!.entries()) {
      const alone = planned(changing, { departure, ...aboard(tonnes) }, false, { certificate: false });
      expect(own).toBeCloseTo(Math.min(...alone.routes.map(days)), 6);
      if (rows[k]!.consumption! > tonnes) expect(own).toBeGreaterThan(rows[k]!.days!);
    }
    // another departure keeps it at full speed, in less time
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
    expect(days(routes[0]!)).toBeLessThanOrEqual(Math.min(...table!.map((row) => row.days!)));
  });

  it('the best is sailed slower where none keeps it at full speed', () => {
    const { departures: table, routes } = plan(aboard(0.9 * all[0]!));
    const [within] = routes;
    expect(routes.map(({ objective }) => objective)).toEqual(['within']);
    expect(burnt(within!)).toBeLessThanOrEqual(0.9 * all[0]!);
    expect(days(within!)).toBe(Math.min(...table!.map((row) => row.days!)));
  });

  it('none counts whose fuel suffices at no speed', () => {
    expect(() => plan(aboard(0.3 * all[0]!))).toThrow(/can't be made with .* at the speeds that take least/);
  });
});
