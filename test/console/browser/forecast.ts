import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridMesh } from '../../local/grid-mesh.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const PLAN = '#?start=-57.5,100.5&end=-57.5,119.5&departure=2024-01-01T00:00';
/** Where a wall stands, 190 NM from the start: a ship is there after nine hours. */
const WALL = 106.5;
/** Where another one stands, 380 NM on, with a way round its southern end. */
const LATER_WALL = 118.5;

/** What the page tells of a voyage through a sea that changes. */
export function testForecast(): void {
  let view: ConsolePage;
  let ids: number[] = [];

  beforeAll(async () => {
    view = await served.newPage();
  });
  afterAll(async () => {
    await view.close();
    await served.service.invokeImport({ remove: ids });
  });

  /** Ice data of some days from 1 January 2024 on, in the place of those of before; opens the plan and saves it. */
  async function savedThrough(days: readonly ((lat: number, lon: number) => boolean)[]): Promise<string> {
    if (ids.length > 0) await served.service.invokeImport({ remove: ids });
    ids = [];
    const speedKmh = 20 + days.length; // ice data that were there before are not taken again
    for (const [k, isOpen] of days.entries()) {
      const mesh = gridMesh({ latMin: -60, lonMin: 100, columns: 21, rows: 4, isOpen, speedKmh });
      const day = `2024-01-0${k + 1}`;
      Object.assign(mesh.config.mesh_info.region, { start_time: day, end_time: day });
      ids.push(await served.service.addMesh(`day-${k + 1}-of-${days.length}`, mesh, '20240701T000000'));
    }
    await view.open(PLAN);
    const save = await view.page.waitForSelector('.status button.save');
    expect(await view.page.evaluate(() => polynya.state.sea.value!.summary.id)).toBe(ids[0]);
    await save!.evaluate((button) => (button as HTMLElement).click());
    await view.page.waitForSelector('.status[data-state=answered]');
    return view.page.$eval('.forecast-remarks', (each) => each.textContent!);
  }

  const open = () => true;

  test('a wait for ice that opens, the end of the forecast, and that there is no way without it', async () => {
    // in the ice of the departure there is no way, and the page asks the service for one all the same
    const walled = (_: number, lon: number) => lon !== WALL;
    const text = await savedThrough([walled, open]);
    expect(text).toMatch(
      /Waits \d+.h.* at 5\d°.*S 106°00.*E, until 02 Jan 2024 00:00 UTC\. The cell ahead is closed/,
    );
    expect(text).toMatch(
      /From 03 Jan 2024 00:00 UTC the forecast does not reach: \d+.h.* and \d+\.\d NM are planned/,
    );
    expect(text).toContain('Without the forecast there is no voyage');
    // once is enough
    const remarks = await view.page.$eval('.comparison .remarks', (each) => each.textContent!);
    expect(remarks).not.toContain('beyond the forecast');
    const status = await view.page.$eval('.status', (each) => each.textContent!);
    expect(status).toContain('through 2 ice data, each while they hold');
    expect(status).not.toContain('there are others now');
  });

  test('what knowing the forecast is worth: the way round what closes, or nothing', async () => {
    const closing = (lat: number, lon: number) => lon !== LATER_WALL || lat < -59;
    const text = await savedThrough([open, closing, closing, open]);
    const [percent] = /Knowing the forecast is worth ([\d.]+) % in time/.exec(text)!.slice(1).map(Number);
    const { days, hours } = await view.page.evaluate(() => {
      const { forecast, timeDays } = polynya.state.routes.value[0]!;
      return { days: timeDays.at(-1)!, hours: forecast!.plannedBlind!.days };
    });
    expect(percent).toBeCloseTo(100 * (hours / days - 1), 1);
    expect(percent).toBeGreaterThan(10);
    expect(text).toMatch(/It finds its way closed at 57°.*S 118°00.*E, 0\d Jan 2024/);
    expect(text).not.toContain('Waits');

    expect(await savedThrough([open, open, open])).toContain('Knowing the forecast saves nothing here');
    expect(view.errors).toEqual([]);
  });
}
