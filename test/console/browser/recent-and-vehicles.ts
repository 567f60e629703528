import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draft } from '../../../lib/console/state/draft.ts';
import { sdaFields } from '../../vessel/vehicles.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const SAME_ROUTE = 1e-9;

/** What was requested before, and the vehicles that it was requested for. */
export function testRecentAndVehicles(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const { status } = await served.service.post('/api/vehicle', { ...sdaFields, vessel_type: 'Ship' });
    expect(status).toBe(201);
    view = await served.newPage();
  });
  afterAll(() => view.close());

  const fastestDays = () => view.page.evaluate(() => polynya.state.routes.value[0]!.timeDays.at(-1)!);

  const meshKind = () => view.page.evaluate(() => polynya.state.sea.value!.summary.kind);

  /** Clicks a tab of the panel or a button by its text. */
  async function click(selector: string, text: string): Promise<void> {
    await view.page.waitForFunction(
      (wanted, words) =>
        [...document.querySelectorAll(wanted)].some(({ textContent }) => textContent?.includes(words)),
      {},
      selector,
      text,
    );
    await view.page.$$eval(
      selector,
      (all, words) => (all as HTMLElement[]).find(({ textContent }) => textContent?.includes(words))!.click(),
      text,
    );
  }

  /** The number of the route, saved once it has been planned. */
  async function nextRoute(before: string | null): Promise<string> {
    // until then the answer of before is shown
    await view.page.waitForFunction(
      (id) => {
        const { value } = polynya.state.service;
        return value.kind !== 'answered' || value.routeId !== id;
      },
      {},
      before,
    );
    const { route, difference } = await view.saved();
    expect(difference).toBeLessThanOrEqual(SAME_ROUTE);
    return route!;
  }

  test('a chosen vehicle is planned on the mesh that the service takes; an edited one has them made again; both are among the recent', async () => {
    await view.open('#?start=-61,-50&end=-69.5,-30');
    const first = await nextRoute(null);
    await view.page.waitForSelector('.vehicle-choice select');
    await view.page.select('.vehicle-choice select', 'Ship');
    await view.page.waitForSelector('.status .tags input');
    await view.page.type('.status .tags input', 'convoy, spring');
    await view.page.keyboard.press('Tab');
    const ofShip = await nextRoute(first);
    // the vessel mesh was made for a ship with these properties, by another name
    expect(await meshKind()).toBe('vessel');
    const shipDays = await fastestDays();

    await click('[role=tab]', 'Vessels');
    await click('.vehicle button', 'Change');
    await view.page.waitForSelector('#vehicle-max_speed');
    // what is refused is looked at: the form is longer than a screen
    await view.write('#vehicle-max_speed', '-1');
    await view.page.waitForSelector('.vehicle-form .field-problem');
    await view.page.focus('.vehicle-form button');
    await view.page.keyboard.press('Enter');
    await view.page.waitForFunction(() => document.activeElement?.id === 'vehicle-max_speed');
    await view.write('#vehicle-max_speed', String(sdaFields.max_speed / 2)); // Enter saves the form
    await view.page.waitForFunction(() => !document.querySelector('.vehicle-form'));
    await click('[role=tab]', 'Route');
    const ofSlower = await nextRoute(ofShip);
    expect(await meshKind()).toBe('environment');
    expect(await fastestDays()).toBeGreaterThan(1.2 * shipDays);

    await click('[role=tab]', 'Saved');
    await click('.recent .tag', 'spring'); // leaves those that were requested with this tag
    await view.page.waitForFunction(() => document.querySelectorAll('.recent:not(.drafts) li').length === 2);
    await click('.recent button', `${ofShip} ·`);
    await view.page.waitForFunction(
      (id) => {
        const { value } = polynya.state.service;
        return value.kind === 'answered' && value.routeId === id;
      },
      {},
      ofShip,
    );
    expect(await fastestDays()).toBe(shipDays);
    expect((await view.saved()).text).toMatch(/calculated before Ship was changed/);
    expect(ofSlower).not.toBe(ofShip);
  });

  test('a route is shown on the mesh that it was calculated on, and says that there are others', async () => {
    await served.service.post('/api/vehicle', { ...sdaFields, vessel_type: 'Twin' });
    const { meshes } = (await served.service.get('/api/mesh')).body;
    const { id, name } = (meshes as { id: number; name: string; kind: string; removed: boolean }[]).find(
      ({ kind, removed }) => kind === 'environment' && !removed,
    )!;
    const { job } = await served.service.route({
      start_lat: -61,
      start_lon: -50,
      end_lat: -69.5,
      end_lon: -30,
      vehicle_type: 'Twin',
      mesh_id: id,
    });
    await view.open(`#route/${job.route_id}`);
    const { text } = await view.saved();
    const shown = await view.page.evaluate(() => polynya.state.sea.value!.summary);
    expect({ id: shown.id, name: shown.name }).toEqual({ id, name });
    expect(text).toContain('there are others now');
  });

  test('a saved route that is opened takes nothing of the plan before, which stays among the drafts; its remarks outlive a reload', async () => {
    await view.follow('#?start=-60.25,-50&end=-61.75,-35&vehicle=Ship');
    const { route } = await view.saved();
    await view.clickButton('.drawer', 'Passage');
    await view.write('.waypoints input[aria-label="Remark at waypoint 2"]', 'ice pilot');
    await view.page.waitForFunction(() => location.hash.includes('notes='));
    const hash = await view.page.evaluate(() => location.hash);
    expect(hash).toMatch(/^#route\//);
    await view.open(hash);
    await view.status('answered');
    await view.clickButton('.drawer', 'Passage');
    const remark = await view.page.waitForSelector('.waypoints input[aria-label="Remark at waypoint 2"]');
    expect(await remark!.evaluate((input) => (input as HTMLInputElement).value)).toBe('ice pilot');
    const mesh = await view.page.evaluate(() => polynya.state.sea.value!.summary.id);
    await view.follow(`#?start=-60,-48&end=-61,-36&departure=2026-12-24T18:00&mesh=${mesh}&vehicle=Ship`);
    await view.write('#end', '-61, -37');
    await click('.panel [role=tab]', 'Saved');
    await click('.recent button', `${route} · success`);
    await view.status('answered');
    const plan = await view.page.evaluate(() => {
      const { departure, pickedMeshId } = polynya.state;
      const [, before] = JSON.parse(localStorage.getItem('drafts')!) as { draft: Draft }[];
      return [departure.value, pickedMeshId.value, before!.draft.departure, before!.draft.end];
    });
    expect(plan).toEqual([null, null, '2026-12-24T18:00:00.000Z', { lat: -61, lon: -37 }]);
  });

  test('no request went to another host, and there was no error in the log', () => {
    expect(view.errors).toEqual([]);
    expect(view.foreignRequests).toEqual([]);
  });
}
