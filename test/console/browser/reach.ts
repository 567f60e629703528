import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

/** Where a ship can be, on the map and in the panel. */
export function testReach(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
    await view.open('#?start=-61,-50&end=-62,-35');
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
  });
  afterAll(() => view.close());

  const areas = () =>
    view.page.$$eval('.reach .areas li', (all) =>
      all.map((each) => Number(/([\d\s]+) NM²/.exec(each.textContent!)![1]!.replace(/\s/g, ''))),
    );
  const drawn = () =>
    view.page.evaluate(() =>
      polynya.map.reach
        .getSource()!
        .getFeatures()
        .map(
          (feature) =>
            [feature.get('reach') as number, feature.getGeometry()!.getExtent() as number[]] as const,
        ),
    );

  test('the area within hours is drawn, the larger first, and follows the start', async () => {
    await view.unfold('.reach');
    await view.page.waitForSelector('.reach .areas li');
    const [large, small] = await areas();
    expect(large).toBeGreaterThan(small!);
    expect(small).toBeGreaterThan(0);
    const before = await drawn();
    expect(before.map(([contour]) => contour)).toEqual([24, 12]);
    await view.page.evaluate(() => {
      polynya.state.start.value = { lat: -61, lon: -46 };
    });
    await view.page.waitForFunction(
      (x) => (polynya.map.reach.getSource()!.getFeatures()[0]?.getGeometry()?.getExtent() ?? [x])[0] !== x,
      {},
      before[0]![1][0]!,
    );
  });

  test('who has to be back gets less far, and further than half the way', async () => {
    const [far, half] = await areas();
    const first = '.reach .areas li';
    const before = await view.page.$eval(first, (each) => each.textContent);
    await view.clickButton('.reach', 'There and back');
    await view.page.waitForFunction(
      (selector, text) => document.querySelector(selector)!.textContent !== text,
      {},
      first,
      before,
    );
    const [back] = await areas();
    expect(back).toBeLessThan(far!);
    expect(back! / half!).toBeGreaterThan(0.8);
    await view.clickButton('.reach', 'Where to');
    await view.page.waitForFunction(
      (selector, text) => document.querySelector(selector)!.textContent === text,
      {},
      first,
      before,
    );
  });

  test('another ship makes two areas of each contour, the smaller if it leaves later; what is not a number is refused', async () => {
    await view.page.type('.reach input[aria-label^="Add a ship"]', '61°00′S 050°00′W');
    await view.page.keyboard.press('Enter');
    await view.page.type('.reach input[aria-label^="Add a ship"]', '61°00′S 044°00′W');
    await view.page.keyboard.press('Enter');
    await view.page.waitForFunction(() => document.querySelectorAll('.reach .areas li').length === 4);
    await view.write('.reach .contours', 'a day');
    await view.page.waitForSelector('#contours-problem');
    await view.write('[aria-label="Ship 2 leaves in hours"]', '6');
    await view.page.waitForFunction(() => location.hash.includes('-61,-44,6,'));
    await view.page.waitForFunction(
      () => polynya.engine.statistics.sent === polynya.engine.statistics.answered,
    );
    expect((await areas())[1]).toBeLessThan((await areas())[0]!);
    // there and back each ship has areas of its own, that of the later one as large as if it left now
    await view.clickButton('.reach', 'There and back');
    await view.page.waitForSelector('.reach ::-p-text(Each ship by itself, back to its own place.)');
    await view.page.waitForFunction(
      () => polynya.engine.statistics.sent === polynya.engine.statistics.answered,
    );
    const back = await areas();
    expect(back).toHaveLength(4);
    expect(back[1]! / back[0]!).toBeGreaterThan(0.7);
    await view.clickButton('.reach', 'Where to');
    await view.write('.reach .contours', '8');
    await view.page.waitForFunction(() => document.querySelectorAll('.reach .areas li').length === 2);
    for (const name of ['Remove ship 2', 'Remove ship 1']) await view.page.click(`[aria-label="${name}"]`);
  });

  test('the room that the voyage has holds its fastest route', async () => {
    await view.page.select('.reach select', 'percent');
    await view.page.waitForFunction(() =>
      polynya.map.reach
        .getSource()!
        .getFeatures()
        .some((feature) => feature.get('reach') === 10),
    );
    const isInside = await view.page.evaluate(() => {
      const { map, state } = polynya;
      const route = state.routes.value.find(({ line }) => line === 'traveltime')!;
      const [lon, lat] = route.coordinates[Math.floor(route.coordinates.length / 2)]!;
      const pixel = map.pixelOf({ lat, lon })!;
      const at = map.olMap.getCoordinateFromPixel(pixel);
      const [room] = map.reach.getSource()!.getFeatures();
      return room!.getGeometry()!.intersectsCoordinate(at);
    });
    expect(isInside).toBe(true);
    const unheeded =
      '.reach ::-p-text(At full speed, whatever the zones, the clearance and the limits of speed.)';
    expect(await view.page.$(unheeded)).toBeNull();
    await view.page.focus('#clearance');
    await view.page.keyboard.press('ArrowRight');
    await view.page.waitForSelector(unheeded);
    await view.unfold('.reach');
    await view.page.waitForFunction(() => polynya.map.reach.getSource()!.getFeatures().length === 0);
    expect(view.errors).toEqual([]);
  });
}
