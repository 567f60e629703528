import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const VIEW = { lat: -61, lon: -42, zoom: 4.3, projection: 'south' as const };
const PLAN = '#?start=-60,-50&end=-62,-30';

/** Lines and boxes that are stops, and stops that may be left out. */
export function testWork(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
    await view.open(PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    await view.look(VIEW);
    await view.showDrawer(false);
  });
  afterAll(() => view.close());

  const workOf = (stop: string) =>
    view.page.evaluate(
      (name) => polynya.state.routes.value[0]!.stops!.find((each) => each.name === name)?.work,
      stop,
    );

  test('a line is drawn and sailed at its speed; the schedule and the saved route have its hours', async () => {
    await view.unfold('.add-stops');
    await view.clickButton('.add-stops', 'Draw a line');
    await view.click({ lat: -61, lon: -46 });
    const [x, y] = await view.pixelOf({ lat: -61, lon: -42 });
    await view.page.mouse.click(x, y, { count: 2 });
    await view.sailed('Line');
    const fast = (await workOf('Line'))!;
    await view.writeOfStop('At most, knots', '5');
    await view.page.waitForFunction(
      (hours) => polynya.state.routes.value[0]!.stops![1]!.work!.hours > hours,
      {},
      fast.hours,
    );
    const slow = (await workOf('Line'))!;
    expect(slow.nm).toBeCloseTo(fast.nm, 6);
    // the sample sea has currents of less than half a knot here
    expect(slow.nm / slow.hours).toBeGreaterThan(4.5);
    expect(slow.nm / slow.hours).toBeLessThan(5.5);
    const { route, difference } = await view.saved();
    expect(difference).toBeLessThan(1e-9);
    const { body } = await served.service.get(`/api/route/${route}`);
    expect(body.routes[0].stops[1].work.hours).toBeCloseTo(slow.hours, 9);
    await view.open(`#route/${route}`);
    await view.page.waitForSelector('.stops > li ::-p-text(line:)');
  });

  test('with too few days what is worth least is left out, and comes back on the slider', async () => {
    await view.open(`${PLAN}&stops=-61,-46,6,,,,A,v2;-66,-40,24,,,,B,v1;-61.5,-38,,,,,C`);
    await view.sailed('A', 'B', 'C');
    const days = await view.page.evaluate(() => polynya.state.routes.value[0]!.timeDays.at(-1)!);
    await view.write('#days-limit', String(days - 0.1));
    await view.sailed('A', 'C');
    await view.page.waitForSelector('.left-out ::-p-text(Left out: B)');
    await view.page.waitForSelector('.stops > li ::-p-text(left out)');
    await view.page.waitForFunction(() => location.hash.includes('speed=hours'));
    await view.page.focus('.days-limit input[type=range]');
    await view.page.keyboard.press('End');
    await view.sailed('A', 'B', 'C');
  });

  test('work that needs daylight waits for the morning, which the schedule says', async () => {
    // about midnight at the stop
    await view.open(`${PLAN}&departure=2026-11-21T15:00&stops=-61,-46,4,,,,Net`);
    await view.sailed('Net');
    await view.clickButton('.stops', 'Net');
    await view.page.waitForSelector('.stop-editor select[aria-label=Daylight]');
    await view.page.select('.stop-editor select[aria-label=Daylight]', 'sun');
    const waits = await view.page.waitForFunction(() => {
      const { waits_for, wait_hours } = polynya.state.routes.value[0]!.stops![1]!;
      return waits_for === 'daylight' ? wait_hours : null;
    });
    expect(await waits.jsonValue()).toBeGreaterThan(3);
    expect(view.errors).toEqual([]);
  });
}
