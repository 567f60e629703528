import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const PLAN = '#?start=-60,-50&end=-62,-30&departure=2026-12-24T18:00';
const VIEW = { lat: -63, lon: -42, zoom: 4.3, projection: 'south' as const };
const SHIP = 'Ship by touch';

/** What is planned by fingers alone: stops, a speed, a zone. Two taps that are a route are in screens.ts. */
export function testTouch(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const vehicle = { ...sdaFields, vessel_type: SHIP, fuel_type: 'MGO' };
    expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    view = await served.newPage();
    await view.openOn({ width: 1024, height: 768, hasTouch: true }, PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    await view.look(VIEW);
    await view.showDrawer(false);
  });
  afterAll(async () => {
    await view.close();
    await served.service.delete(`/api/vehicle/${encodeURIComponent(SHIP)}`);
  });

  test('the route is pulled to a stop, and another is picked on the map', async () => {
    const [x, y] = await view.middleOfRoute();
    await view.page.touchscreen.touchStart(x, y);
    for (const k of [1, 2, 3]) await view.page.touchscreen.touchMove(x + 5 * k, y + 10 * k);
    await view.page.touchscreen.touchEnd();
    await view.sailed('Stop 1');
    await view.page.tap('.add-stops summary');
    await view.clickButton('.add-stops', 'Pick on the map');
    await view.page.touchscreen.tap(...(await view.pixelOf({ lat: -62.5, lon: -46 })));
    await view.sailed('Stop 2', 'Stop 1');
  });

  test('three taps and Finish are a zone, which the routes keep out of', async () => {
    await view.page.tap('.zones summary');
    await view.clickButton('.add-zone', 'Draw');
    for (const [lat, lon] of [
      [-60, -44],
      [-60, -41],
      [-63, -42],
    ] as const)
      await view.page.touchscreen.tap(...(await view.pixelOf({ lat, lon })));
    await view.page.tap('.drawing button');
    await view.page.waitForFunction(
      () => polynya.state.routes.value.length === 2 && polynya.state.routes.value[0]!.zones.length === 1,
    );
  });

  test('a point on the curve of fuel against time is taken, and moved', async () => {
    await view.follow(PLAN); // without the zone and the stops, with which a curve takes seconds
    await view.unfold('.speed');
    await view.page.select('.vehicle-choice select', SHIP);
    await view.clickButton('.speed', 'Use the data of the sea alone'); // the ready-made ones are for just this vessel
    const slider = (await view.page.waitForSelector('.speed [role=slider]'))!;
    await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = (await slider.boundingBox())!;
    const { touchscreen } = view.page;
    /** Waits until the voyage in the time given takes so many hours, or more. */
    const takes = async (leastHours: number) => {
      await view.page.waitForFunction(
        (least) => {
          const route = polynya.state.routes.value.find(({ line }) => line === 'within');
          return route && 24 * route.timeDays.at(-1)! > least;
        },
        {},
        leastHours,
      );
      return view.page.evaluate(() => polynya.state.voyage.value!.within_hours!);
    };
    await touchscreen.touchStart(box.x + 0.4 * box.width, box.y + 80);
    const before = await takes(0);
    await touchscreen.touchMove(box.x + 0.6 * box.width, box.y + 80);
    await touchscreen.touchMove(box.x + 0.7 * box.width, box.y + 80);
    await touchscreen.touchEnd();
    await takes(before + 1);
    expect(view.errors).toEqual([]);
  });
}
