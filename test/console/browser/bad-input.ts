import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

export function testBadInput(): void {
  let view: ConsolePage;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polynya-files-'));
    view = await served.newPage();
    await view.open();
  });

  afterAll(async () => {
    await view.close();
    await rm(folder, { recursive: true });
  });

  async function upload(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    const input = await view.page.$('.own-route input[type=file]');
    await view.closeNotice();
    await input!.uploadFile(path);
    return view.notice();
  }

  test('a file that is not a route, and one with too many points, are refused with the reason', async () => {
    expect(await upload('holiday.gpx', 'not a route')).toBe(
      "holiday.gpx can't be opened: Line 1 is no position: not a route.",
    );
    const points = Array.from({ length: 10_001 }, (_, i) => [-60 + i / 1000, -61]);
    const line = JSON.stringify({ type: 'LineString', coordinates: points });
    expect(await upload('long.geojson', line)).toContain(
      'The route has 10001 points; at most 10000 are read.',
    );
    expect(await view.page.evaluate(() => polynya.state.ownLine.value)).toBeNull();
    await view.closeNotice();
  });

  test('both ends at one point, and text that is not a place', async () => {
    for (const id of ['start', 'end']) {
      await view.page.focus(`#${id}`);
      await view.page.keyboard.type('-61, -50');
      await view.page.keyboard.press('Enter');
    }
    expect(await view.notice()).toBe('Start and end are the same point. Move one of them.');
    await view.page.focus('#end');
    await view.write('#end', 'Atlantis');
    const problem = await view.page.waitForSelector('#end-problem');
    expect(await problem!.evaluate((element) => element.textContent)).toContain('Neither a known location');
    // a place is known as soon as the list of places is there
    await view.page.evaluate(() => {
      const [place] = polynya.state.locations.value;
      polynya.state.locations.value = [{ ...place!, name: 'Atlantis' }];
    });
    await view.page.waitForFunction(() => polynya.state.end.value?.name === 'Atlantis');
    await view.page.waitForFunction(() => !document.querySelector('#end-problem'));
    // and the two are apart
    await view.page.waitForFunction(() => !document.querySelector('.notice'));
  });

  test('an end on land is moved, and the map says how far', async () => {
    await view.follow('#?start=-61,-50&end=-69.5,-65');
    const { difference } = await view.saved();
    expect(difference).toBeLessThanOrEqual(1e-9);
    const moved = await view.page.evaluate(() => polynya.state.preview.value!.end.movedNm);
    expect(moved).toBeGreaterThan(1);
    expect(await view.alert('The end was moved')).toContain(`${moved.toFixed(1)} NM`);
  });

  test('a stop that is moved far is a danger, as an end is', async () => {
    await view.follow('#?start=-61,-50&end=-62,-35&stops=-69.5,-65,,,,,Ashore');
    await view.sailed('Ashore');
    const { moved_nm } = await view.page.evaluate(() => polynya.state.routes.value[0]!.stops![1]!);
    expect(moved_nm).toBeGreaterThan(10);
    await view.page.waitForSelector(`.alert.danger ::-p-text(Ashore was moved ${moved_nm.toFixed(1)} NM)`);
  });

  test('an end outside every mesh', async () => {
    await view.follow('#?start=-61,-50&end=40,-30');
    const { text } = await view.status('problem');
    expect(text).toContain('The end point 40°00.000′N 030°00.000′W lies outside the ice data.');
  });

  test('a link to a route that is gone, and to a mesh that was removed', async () => {
    await view.open('#?mesh=99');
    expect(await view.notice()).toContain('The ice data that were chosen are gone');
    await view.seaShown();
    await view.closeNotice();
    await view.page.evaluate(() => {
      location.hash = '#route/999999';
    });
    expect(await view.notice()).toMatch(/^Route 999999: There is no route|^Route 999999: /);
  });

  test('ice data that were made for another vessel are told, before the service refuses them', async () => {
    const vehicle = { ...sdaFields, vessel_type: 'Another', max_speed: 20 };
    expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    const mesh = await view.page.evaluate(() => polynya.state.sea.value!.summary.id);
    await view.open(`#?mesh=${mesh}&vehicle=Another&start=-61,-50&end=-62,-35`);
    await view.alert('The ice data were made for SDA: these routes are not those of Another');
    expect(await view.alertPins()).toContain('other vessel');
    await served.service.delete('/api/vehicle/Another');
  });

  test('a lost connection is shown, and the request is answered when the connection is back', async () => {
    await view.open('#?start=-61,-50');
    await view.page.setOfflineMode(true);
    await view.page.focus('#end');
    await view.page.keyboard.type('-62, -35');
    await view.page.keyboard.press('Enter');
    // the engine runs in the page, so the preview appears without a connection
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    await view.clickButton('.status', 'Save');
    expect(await view.notice()).toContain('There is no connection to the service.');
    await view.page.setOfflineMode(false);
    const { difference } = await view.saved();
    expect(difference).toBeLessThanOrEqual(1e-9);
    await view.page.waitForFunction(() => !document.querySelector('.notice.error'));
  });

  test('a service that is busy or does not answer is told, and what waits for it can be withdrawn', async () => {
    const busy = await served.newPage();
    await busy.open('#?start=-61,-50&end=-62,-35&departure=2026-12-24T18:00');
    await busy.page.waitForSelector('.comparison tr[data-line=fuel]');
    let answers = true;
    await busy.page.setRequestInterception(true);
    busy.page.on('request', (request) => {
      if (!(request.method() === 'POST' && request.url().endsWith('/api/route'))) request.continue();
      else if (answers) {
        request.respond({ status: 429, contentType: 'application/json', body: '{"error":"Too many."}' });
      }
    });
    await busy.clickButton('.status', 'Save');
    await busy.page.waitForSelector(
      '.notices ::-p-text(The service is busy. The page tries again by itself.)',
    );
    await busy.clickButton('.status', 'Cancel');
    await busy.page.waitForSelector('.status button.save');
    await busy.unfold('.departures');
    await busy.clickButton('.departures', 'Plan all departures');
    await busy.clickButton('.departures', 'Cancel');
    await busy.page.waitForSelector('.departures .primary:enabled');
    answers = false;
    await busy.clickButton('.status', 'Save');
    await busy.clickButton('.status', 'Cancel');
    await busy.page.waitForSelector('.status button.save');
    expect(await busy.page.evaluate(() => localStorage.getItem('saves'))).toBe('[]');
    expect(busy.errors).toEqual([]);
    await busy.close();
  });

  test('of several files that are dropped together none is opened in silence', async () => {
    await view.closeNotice();
    await view.page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (const name of ['one.csv', 'two.csv']) dataTransfer.items.add(new File(['-61,-50'], name));
      dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    });
    expect(await view.notice()).toBe('Nothing was opened: drop one file at a time.');
    await view.closeNotice();
  });

  test('the page works in a browser that refuses storage', async () => {
    const refused = await served.newPage();
    await refused.page.evaluateOnNewDocument(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      }
    });
    await refused.open();
    await refused.page.select('.more label:nth-child(2) select', 'metric');
    await refused.page.waitForFunction(() => document.querySelector('.legend, .readout') !== null);
    expect(refused.errors).toEqual([]);
    await refused.close();
  });

  test('there was no other error in the log', () => {
    expect(view.errors).toEqual([]);
    expect(view.foreignRequests).toEqual([]);
  });
}
