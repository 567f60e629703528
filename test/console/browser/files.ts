import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDay, formatMinute } from '../../../lib/console/units.ts';
import { readRouteFile } from '../../../lib/route-files/read-route-file.ts';
import { hasReference } from '../../engine/reference.ts';
import { zipped } from '../../files/write-shapefile.ts';
import { schemaErrors } from '../../route-files/schema-errors.ts';
import { sdaFields } from '../../vessel/vehicles.ts';
import type { ConsolePage } from './console-page.ts';
import { type Downloads, downloadsOf } from './downloads.ts';
import { served } from './served.ts';

const SCHEMAS: Readonly<Record<string, string>> = {
  rtz: 'rtz_1_0.xsd',
  'rtz-1.1': 'rtz_1_1.xsd',
  'rtz-1.2': 'rtz_1_2.xsd',
  gpx: 'gpx_1_1.xsd',
};

/** Waypoints, times and files. */
export function testFiles(): void {
  let view: ConsolePage;
  let files: Downloads;

  beforeAll(async () => {
    const vehicle = { ...sdaFields, vessel_type: 'Charted', ice_class: 'PC5' };
    expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    view = await served.newPage();
    await view.open('#?start=-61.5,-49&end=-69.5,-30');
    await view.saved();
    files = await downloadsOf(view);
  });
  afterAll(async () => {
    await files.end();
    await view.close();
  });

  test('departure gives ETAs in UTC', async () => {
    await view.page.evaluate(() => {
      polynya.state.departure.value = new Date('2026-12-01T06:00:00Z');
      polynya.state.chosenLine.value = 'traveltime';
    });
    await view.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.drawer [role=tab]')].at(-1)!.click(),
    );
    await view.page.waitForSelector('.waypoints thead ::-p-text(Arrive, UTC)');
    const etas = await view.page.$$eval('.waypoints tbody tr td:nth-child(4)', (cells) =>
      cells.map((cell) => cell.textContent!.replace(/\s+/g, ' ')),
    );
    const departure = new Date('2026-12-01T06:00:00Z');
    expect(etas[0]).toBe(`${formatDay(departure)} ${formatMinute(departure)}`);
    expect(etas.at(-1)).toMatch(/Dec (2026 )?\d\d:\d\d$/);
  });

  test.each(['rtz', 'rtz-1.1', 'rtz-1.2', 'gpx'])('%s is valid, and has the waypoints', async (format) => {
    await view.page.select('.downloads select', format);
    await view.page.click('.downloads .primary');
    const text = await files.next();
    const { waypoints } = readRouteFile(text).routes[0]!;
    const sailing = await view.page.evaluate(
      () => polynya.state.chosenRoute.value!.entry.waypoints.sailing.points,
    );
    expect(waypoints).toHaveLength(sailing.length);
    waypoints.forEach(({ lat, lon }, i) => {
      expect(Math.abs(lat - sailing[i]!.lat)).toBeLessThan(1e-6);
      expect(Math.abs(lon - sailing[i]!.lon)).toBeLessThan(1e-6);
    });
    if (hasReference) expect(await schemaErrors([text], SCHEMAS[format]!)).toEqual([]);
  });

  test('the chart is a picture of both routes', async () => {
    await view.page.click('.save-chart');
    const chart = await files.next();
    expect(chart).toMatch(/^<svg /);
    for (const label of ['Fastest', 'Least fuel']) expect(chart).toContain(label);
  });

  test('an ice chart is read, listed with its age, laid over the sea as the service does it, and deleted', async () => {
    await view.follow('#?start=-61.5,-49&end=-63.5,-45&vehicle=Charted');
    const folder = await mkdtemp(join(tmpdir(), 'polynya-chart-'));
    const ring = [
      [-60, -62.8],
      [-60, -62.2],
      [-35, -62.2],
      [-35, -62.8],
      [-60, -62.8],
    ] as const;
    const path = join(folder, 'weddell_20240214T0600Z.zip');
    const attributes = { CT: '70', CA: '70', SA: '87', POLY_TYPE: 'I' };
    await writeFile(path, zipped('weddell_20240214T0600Z', [{ rings: [ring], attributes }]));
    await view.clickButton('.panel [role=tablist]', 'Ice data');
    await view.page.waitForSelector('.ice-charts .hint');
    await view.closeNotice();
    await (await view.page.$('.ice-charts input[type=file]'))!.uploadFile(path);
    expect(await view.notice()).toMatch(
      /^weddell_20240214T0600Z.zip was read as the ice chart weddell_20240214T0600Z \(SIGRID-3\): one area of 14 Feb 2024 06:00 UTC\./,
    );
    await view.page.waitForSelector('.ice-charts li .stale');
    const linesOf = (buttons: Element[]) =>
      buttons.map((button) => {
        const words = document.createRange();
        words.selectNodeContents(button);
        return words.getClientRects().length;
      });
    expect(await view.page.$$eval('.ice-charts li button', linesOf)).toEqual([1, 1]);
    const daysOn = async (isCharted: boolean) => {
      await view.page.waitForFunction(
        (wanted) => {
          const { sea, routes, previewDue } = polynya.state;
          return (sea.value?.chart != null) === wanted && routes.value.length > 0 && !previewDue.value;
        },
        {},
        isCharted,
      );
      return view.page.evaluate(() => polynya.state.routes.value[0]!.timeDays.at(-1)!);
    };
    const without = await daysOn(false);
    await view.clickButton('.notice', 'Lay it over the sea');
    await view.page.waitForSelector('.ice-charts li input[type=radio]:checked');
    expect(await view.page.$('.notice')).toBeNull();
    expect(await daysOn(true)).toBeGreaterThan(1.02 * without);
    const bordersOn = () => view.page.evaluate(() => polynya.map.iceChart.getSource()!.getFeatures().length);
    expect(await bordersOn()).toBe(1);
    await view.clickButton('.panel [role=tablist]', 'Route');
    expect(await view.alert('The ice chart weddell_20240214T0600Z is of 14 Feb 2024 06:00 UTC')).toBeTruthy();
    expect((await view.saved()).difference).toBeLessThan(1e-9);
    await view.clickButton('.panel [role=tablist]', 'Ice data');
    await view.clickButton('.ice-charts', 'Delete');
    await view.page.waitForSelector('.ice-charts .hint');
    expect(await daysOn(false)).toBe(without);
    expect(await bordersOn()).toBe(0);
    await rm(folder, { recursive: true });
  });

  test('no request went to another host, and there was no error in the log', () => {
    expect(view.foreignRequests).toEqual([]);
    expect(view.errors).toEqual([]);
  });
}
