import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridMesh } from '../../local/grid-mesh.ts';
import { axeFindings, loadAxe } from './axe.ts';
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
    await view.page.setBypassCSP(true); // for axe, which is not of the page
  });
  afterAll(async () => {
    await view.close();
    await served.service.invokeImport({ remove: ids });
  });

  type IsOpen = (lat: number, lon: number) => boolean;

  /** Ice data of some days from 1 January 2024 on, in the place of those of before; opens the plan. */
  async function openThrough(days: readonly IsOpen[]): Promise<void> {
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
  }

  /** Saves the plan through the ice data of some days, and answers what is told of that. */
  async function savedThrough(days: readonly IsOpen[]): Promise<string> {
    await openThrough(days);
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
    expect(status).toContain('through 2 sets of ice data, each while it holds');
    expect(status).not.toContain('there are others now');

    await view.unfold('.forecast-fields');
    await view.write('#wait-hours', '6');
    await view.page.$eval('#refuse-beyond', (box) => (box as HTMLInputElement).click());
    const asked = await view.page.evaluate(() => {
      const { max_wait_hours: wait, beyond_forecast: beyond } = polynya.state.voyage.value!;
      return { wait, beyond, link: location.hash };
    });
    expect(asked).toMatchObject({ wait: 6, beyond: 'refuse' });
    expect(decodeURIComponent(asked.link)).toContain('forecast=6,refuse');
    const save = await view.page.waitForSelector('.status button.save');
    await save!.evaluate((button) => (button as HTMLElement).click());
    await view.page.waitForSelector(
      '.status[data-state=failed] ::-p-text(hours of the voyage are beyond the forecast)',
    );
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

  test('a table of departures, with why one fails; a row that is chosen is planned, and is the voyage of the row', async () => {
    // who leaves late finds the wall of the second day
    await openThrough([open, (_: number, lon: number) => lon !== WALL]);
    await view.unfold('.departures');
    await view.write('#departures-from', '2024-01-01T00:00');
    await view.write('#departures-to', '2024-01-01T18:00');
    await view.write('#departures-step', '6');
    await view.clickButton('.departures', 'Plan all departures');
    await view.page.waitForSelector('.departures-table tr[data-status]');
    const rows = await view.page.$$eval('.departures-table tbody tr', (all) =>
      all.map((row) => [...row.children].map(({ textContent }) => textContent!)),
    );
    expect(rows.filter(({ length }) => length > 1).map(([leaves]) => leaves)).toEqual(
      [0, 6, 12, 18].map((hour) => `01 Jan 2024 ${String(hour).padStart(2, '0')}:00`),
    );
    const at = (hour: number) => rows.findIndex(([leaves]) => leaves!.includes(` ${hour}:00`));
    expect(rows[at(12)]!.slice(1)).toEqual(['', '–', '–', '–']);
    expect(rows[at(12) + 1]![0]).toMatch(/^No way leads from .* that can be sailed, whenever cells open\.$/);
    expect(rows[3]![0]).toMatch(/^\d\.\d h of it are beyond the forecast\.$/);

    await view.clickButton('.departures-table', ' 06:00');
    await view.page.waitForSelector('.status[data-state=answered]');
    const chosen = await view.page.evaluate(() => {
      const { routes, departure } = polynya.state;
      const [{ timeDays, consumption, times, gapPercent }] = routes.value as [(typeof routes.value)[0]];
      return {
        leaves: departure.value!.toISOString(),
        arrives: new Date(times!.at(-1)!).toISOString(),
        values: [timeDays.at(-1)!.toFixed(2), consumption!.at(-1)!.toFixed(1), gapPercent!.toFixed(2)],
      };
    });
    expect(chosen.leaves).toBe('2024-01-01T06:00:00.000Z');
    const [, arrival, ...values] = rows[2]!;
    expect(arrival).toContain(chosen.arrives.slice(11, 16));
    expect(chosen.values).toEqual(values);
    expect(await view.page.$eval('.departures-table tr.chosen', (row) => row.textContent)).toContain('06:00');
    // the clock is said in the heads; a time breaks as those of the other rows do, bold or not
    const heads = await view.page.$$eval('.departures-table thead th', (all) =>
      all.map((each) => each.textContent),
    );
    expect(heads.slice(0, 2)).toEqual(['Departure, UTC', 'Arrival, UTC']);
    const lines = await view.page.$$eval('.departures-table tr[data-status=SUCCESS] .pair', (all) =>
      all.map((pair) => new Set([...pair.children].map((part) => part.getBoundingClientRect().top)).size),
    );
    expect(new Set(lines).size).toBe(1);
    await view.clickButton('.drawer', 'Passage');
    await view.page.waitForSelector('.waypoints thead ::-p-text(Arrive, UTC)');
    expect(await view.page.$eval('.waypoints .time', (each) => each.textContent)).toBe('01 Jan 2024 06:00');
    await view.clickButton('.drawer', 'Profile');
    // a departure that is past says so
    await view.page.waitForSelector('.departure ::-p-text(This departure is past: it was)');

    await loadAxe(view.page);
    expect(await axeFindings(view.page)).toEqual([]);
    const isBroken = await view.page.$$eval('.departures-table tr.chosen td:nth-child(n + 3)', (cells) =>
      cells.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect().height > 2 * Number.parseFloat(getComputedStyle(cell).fontSize);
      }),
    );
    expect(isBroken).toEqual([false, false, false]); // a number is on one line
    expect(await view.page.$eval('.place-text', (each) => each.textContent)).toContain(
      'ice of the departure',
    );
    // who leaves six hours before arrives in time, the one that was chosen does not
    const until = new Date(Date.parse(chosen.arrives) - 3 * 3_600_000).toISOString();
    await view.write('#arrive-until', until.slice(0, 16));
    await view.clickButton('.departures', 'Plan all departures');
    await view.page.waitForSelector(
      '.departures-table tr[data-status=OUTSIDE_WINDOW] + .remark ::-p-text(after the time that is asked for)',
    );
    await view.page.waitForSelector('.departures-table tr[data-status=SUCCESS]');
    await view.write('#arrive-until', '');
    // what is asked too much is told
    await view.write('#departures-step', '0.25');
    await view.write('#departures-to', '2024-02-01T00:00');
    await view.clickButton('.departures', 'Plan all departures');
    await view.page.waitForSelector('.departures ::-p-text(must leave at most 200 departures)');
    expect(view.errors).toEqual([]);
  });

  test('a saved table is shown with its route, until the plan is another', async () => {
    const { job } = await served.service.route({
      start_lat: -57.5,
      start_lon: 100.5,
      end_lat: -57.5,
      end_lon: 118.5,
      departures: { from: '2024-01-01T00:00Z', to: '2024-01-01T12:00Z', step_hours: 12 },
    });
    await view.follow(`#route/${job.route_id}`);
    await view.unfold('.departures');
    await view.page.waitForSelector('.departures-table tr[data-status=FAILURE]');
    await view.write('#end', '-57.5, 117.5');
    await view.page.waitForFunction(() => !document.querySelector('.departures-table'));
    expect(view.errors).toEqual([]);
  });
}
