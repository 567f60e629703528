import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planCruiseCommand } from '../../lib/cli/plan-cruise.ts';
import { bytesOf, gridMesh } from '../meshes/mesh-files.ts';
import { runInProcess } from './run-in-process.ts';

let folder: string;
const path = (name: string) => join(folder, name);

const PLAN = `
ports:
  - {name: home, latitude: -59.5, longitude: 0.5}
  - {name: base, latitude: -59.5, longitude: 3.5}
points:
  - {name: near, latitude: -59.5, longitude: 1.5, duration: 60}
  - {name: far, latitude: -58.5, longitude: 2.5, duration: 120}
legs:
  - {name: Out, departure_port: home, arrival_port: base, buffer_time: 180, activities: [far, near, lost]}
  - {name: Back, departure_port: base, arrival_port: home, activities: []}
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polynya-'));
  writeFileSync(path('plan.yaml'), PLAN);
  writeFileSync(path('mesh.json'), bytesOf(gridMesh({ columns: 4 })));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (plan: string, ...args: string[]) => runInProcess(planCruiseCommand(), [plan, ...args]);

it('sails on a mesh, each leg as planned beside the best order', async () => {
  const flags = ['--mesh', path('mesh.json'), '-o', path('out.json')];
  const { code, stdout } = await run(path('plan.yaml'), ...flags);
  expect(code).toBe(0);
  expect(stdout).not.toContain('great circles');
  expect(stdout).toContain('left out: "lost", which names no point and no area');
  const [out, back] = JSON.parse(readFileSync(path('out.json'), 'utf8'));
  expect(out).toMatchObject({
    leg: 'Out',
    planned: { order: ['far', 'near'] },
    best: { order: ['near', 'far'] },
    left_out: ['lost'],
  });
  for (const amount of ['nm', 'hours', 'tonnes']) {
    expect(out.best[amount]).toBeLessThan(out.planned[amount]);
    expect(out.best[amount]).toBeGreaterThan(0);
  }
  expect(back.planned).toEqual(back.best);
  const [nm, hours] = [out.best.nm / back.best.nm, (out.best.hours - 6) / back.best.hours];
  expect(hours / nm).toBeCloseTo(1, 1);
});

it.each([
  [['--leg', 'Away'], /plan\.yaml: has no leg "Away", only "Out", "Back"\n$/],
  [[], /plan\.yaml: leg "Out" has no vessel_speed, nor the plan a default_vessel_speed\n$/],
  [['--vehicle', 'x'], /--vehicle needs --mesh\n$/],
])('says what is wrong in one line: %j', async (flags, message) => {
  const { code, stderr } = await run(path('plan.yaml'), ...flags);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});

it('exits with 2 where a mesh has no such voyage', async () => {
  writeFileSync(path('away.yaml'), PLAN.replace('longitude: 3.5', 'longitude: 9.5'));
  const { code, stderr } = await run(path('away.yaml'), '--mesh', path('mesh.json'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/plan_cruise: leg "Out": /);
});

const ARAON = join(import.meta.dirname, '../../../shared/reference/voyages/araon-2026.yaml');

describe.skipIf(!existsSync(ARAON))('the plan of a real cruise', () => {
  const legsBy = async (...flags: string[]) => {
    const { code, stdout } = await run(ARAON, '-o', path('araon.json'), ...flags);
    expect(code).toBe(0);
    expect(stdout).toContain("Without a mesh: on great circles, at the plan's speed.");
    return JSON.parse(readFileSync(path('araon.json'), 'utf8'));
  };

  it('keeps its order as it says', async () => {
    const legs = await legsBy();
    expect(legs.map(({ left_out }: { left_out: string[] }) => left_out)).toEqual([[], [], []]);
    for (const { planned, best } of legs) expect(best).toEqual(planned);
    const [leg1, leg2, leg3] = legs;
    expect(leg1.planned.order).toEqual(['Option_AD', 'Option_C', 'SouthCapeAdair']);
    expect(leg2.planned.order).toHaveLength(10);
    expect(leg3.planned.order).toEqual(['SouthCapeAdair', 'Pycnogen_inner1', 'Option_AD']);
    // stays of 18 h + 18 h + 10 min, and 6 h of buffer
    expect(leg1.planned.hours).toBeCloseTo(leg1.planned.nm / 10 + 36 + 10 / 60 + 6, 6);
    // seventeen actions at moorings of 2 h, one area of 18 h
    expect(leg2.planned.hours).toBeCloseTo(leg2.planned.nm / 10 + 17 * 2 + 18 + 6, 6);
  });

  it('is sailed in the best order between the fixed activities where that is asked for', async () => {
    const [leg2] = await legsBy('--best-order', '--leg', 'Leg2');
    expect(leg2.best.order.toSorted()).toEqual(leg2.planned.order.toSorted());
    expect([leg2.best.order[0], leg2.best.order.at(-1)]).toEqual(['NISS', 'NIWA_WBAT']);
    expect(leg2.best.nm).toBeLessThan(leg2.planned.nm);
    expect(leg2.planned.hours - leg2.best.hours).toBeCloseTo((leg2.planned.nm - leg2.best.nm) / 10, 6);
  });
});
