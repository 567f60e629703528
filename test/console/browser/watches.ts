import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridMesh } from '../../local/grid-mesh.ts';
import { axeFindings, loadAxe } from './axe.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const START = { lat: -62.5, lon: 130.5 };
const END = { lat: -61.5, lon: 136.5 };
const PLAN = `#?start=${START.lat},${START.lon}&end=${END.lat},${END.lon}&departure=`;
/** In the middle of the way, with a gap in the south. */
const isWall = (lat: number, lon: number) => lon === 133.5 && lat > -63;

/** A voyage that is watched: planned, told of what closes it, reported, turned to another way, ended. */
export function testWatches(): void {
  let view: ConsolePage;
  let phone: ConsolePage;
  const meshes: number[] = [];
  let folder: string;
  /** What the page asks to be confirmed, and whether it is. */
  const asked: string[] = [];
  let isConfirmed = true;

  const open = async (screen: { width: number; height: number; hasTouch?: boolean }, fragment = '') => {
    const page = await served.newPage();
    await page.page.setBypassCSP(true); // for axe, which is not of the page
    page.page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      if (isConfirmed) dialog.accept();
      else dialog.dismiss();
    });
    await page.openOn(screen, fragment);
    return page;
  };
  /** Ice data newer than those before. */
  const drop = async (sea: object) => {
    const created = `20240603T0000${20 + meshes.length}`;
    const mesh = gridMesh({ latMin: -64, lonMin: 130, columns: 8, rows: 4, speedKmh: 17, ...sea });
    meshes.push(await served.service.addMesh(`watched-${meshes.length}`, mesh, created));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'track-'));
    await drop({});
    view = await open({ width: 1440, height: 900 }, PLAN + hoursFromNow(-2).toISOString().slice(0, 16));
  });
  afterAll(async () => {
    await served.service.invokeImport({ remove: meshes });
    await view.close();
    await phone?.close();
    await rm(folder, { recursive: true });
  });

  const watched = async () => (await served.service.get('/api/watch')).body.watches[0];
  const item = (status: string) => `.watches li[data-status=${status}]`;
  const textOf = (on: ConsolePage, selector: string) =>
    on.page.$eval(selector, (each) => each.textContent!.replaceAll(/[\u00a0\u202f]/g, ' '));
  const marks = (on: ConsolePage) =>
    on.page.evaluate(() => {
      const features = polynya.map.watch.getSource()!.getFeatures();
      return features.map((feature) => feature.get('watch') as string).sort();
    });
  /** The list is asked for when its tab is chosen. */
  const showTab = async (on: ConsolePage) => {
    await on.clickButton('.panel [role=tablist]', 'Route');
    await on.clickButton('.panel [role=tablist]', 'Watches');
  };

  test('a saved plan with a departure is watched, and the ship is on the map', async () => {
    const { route } = await view.saved();
    await view.clickButton('.panel', 'Watch this voyage');
    const holds = await view.page.waitForSelector(`${item('holds')} .report-position`);
    expect(holds).not.toBeNull();
    expect(await textOf(view, item('holds'))).toMatch(
      /as planned.*Arrives .*, as planned.*S 13.*E, by the plan.*It ends at the planned arrival, unless a position is reported/,
    );
    expect(await marks(view)).toEqual(['planned', 'ship']);
    expect(await textOf(view, '.watch-key')).toMatch(/the way planned.*the ship, by the plan/);
    expect(await watched()).toMatchObject({ route_id: Number(route), objective: 'traveltime' });
  });

  test('what new data close is told, with its place and the way round it', async () => {
    await drop({ isOpen: (lat: number, lon: number) => !isWall(lat, lon) });
    for (let tries = 0; (await watched()).status !== 'closed' && tries < 80; tries++) await sleep(250);
    await showTab(view);
    await view.page.waitForSelector(`${item('closed')} .watch-events li`);
    const text = await textOf(view, item('closed'));
    expect(text).toMatch(/closed ahead.*Was to arrive/);
    expect(text).toMatch(
      /Leg \d+ of the rest is closed near .*The best way from here takes \d+\.\d h: route \d+\./,
    );
    expect(await marks(view)).toEqual(['closed', 'now', 'planned', 'ship']);
    const closed = await view.page.evaluate(() => {
      const features = polynya.map.watch.getSource()!.getFeatures();
      return features
        .find((feature) => feature.get('watch') === 'closed')!
        .getGeometry()!
        .getExtent();
    });
    const seen = await view.page.evaluate(
      (at) => polynya.map.sees([at]),
      (await served.service.get(`/api/watch/${(await watched()).id}`)).body.events[0].place,
    );
    expect([closed.every(Number.isFinite), seen]).toEqual([true, true]);
    expect(await view.page.evaluate(() => polynya.map.lines.getSource()!.getFeatures().length)).toBe(0);
    await loadAxe(view.page);
    expect(await axeFindings(view.page)).toEqual([]);
    await view.screenshot('watches');
    // it is told to those who don't look at the list too
    expect(await view.notice()).toMatch(/: closed ahead\.$/);
    await view.closeNotice();
  });

  test('a position is reported with the keyboard alone: at its time, at the middle of the map', async () => {
    const place = { lat: -62.4, lon: 130.9 };
    await view.look({ ...place, zoom: 6, projection: 'mercator' });
    const summary = await view.page.waitForSelector('.report-position summary');
    await summary!.focus();
    await view.page.keyboard.press('Enter');
    await view.page.waitForSelector('.report-position[open]');
    await view.clickButton('.report-position', 'Report');
    await view.page.waitForSelector('#report-place-problem ::-p-text(The position is needed)');
    await summary!.focus();
    await view.page.keyboard.press('Tab');
    await view.page.keyboard.press('Tab');
    await view.page.keyboard.press('Enter');
    await view.page.waitForSelector('.drawing ::-p-text(press Enter where the ship is)');
    await view.page.keyboard.press('Enter');
    // the form is then at its next field
    await view.page.waitForFunction(() => document.activeElement?.id === 'report-time');
    const time = hoursFromNow(-1).toISOString().slice(11, 16);
    await view.page.keyboard.type(hoursFromNow(-3).toISOString().slice(0, 16));
    await view.page.keyboard.press('Enter');
    await view.clickButton('.report-position', 'Report');
    await view.page.waitForSelector('#report-time-problem ::-p-text(The time is before the departure)');
    asked.length = 0;
    await view.write('#report-time', time);
    await view.write('#report-fuel', '640');
    isConfirmed = false;
    await view.page.keyboard.press('Tab');
    await view.page.keyboard.press('Enter');
    await expect.poll(() => asked).toHaveLength(1);
    expect(asked[0]).toMatch(
      new RegExp(
        `: report that the ship was at 62°2.*S 130°5.*E on \\d\\d \\w+ ${time} UTC, with 640 t aboard\\?$`,
      ),
    );
    expect((await watched()).position.from).toBe('plan');
    isConfirmed = true;
    await view.page.keyboard.press('Enter');
    expect(await view.notice()).toMatch(/: the position is reported\.$/);
    const { position, fuel } = await watched();
    expect(fuel).toMatchObject({ aboard_tonnes: 640, time: position.time });
    expect(position).toMatchObject({ from: 'report', lat: expect.closeTo(place.lat, 1) });
    expect(position.time.slice(11, 16)).toBe(time);
    await expect.poll(() => textOf(view, '.watches')).toMatch(/E, reported (\d\d \w+ )?\d\d:\d\d UTC/);
    await view.closeNotice();
  });

  test('on a phone: a finger tells where the ship is, a track is opened', async () => {
    phone = await open({ width: 390, height: 844, hasTouch: true });
    const tap = async (selector: string) => {
      const element = (await phone.page.waitForSelector(selector))!;
      await element.evaluate((each) => each.scrollIntoView({ block: 'center' }));
      await (element as ElementHandle<Element>).tap();
    };
    await tap('.panel .fold');
    await tap('.panel [role=tablist] ::-p-text(Watches)');
    await tap(`${item('closed')} .choose`);
    await phone.page.waitForSelector('.report-position');
    expect(await marks(phone)).toEqual(['closed', 'now', 'planned', 'ship']);
    const isSeen = () => phone.page.evaluate((ends) => polynya.map.sees(ends), [START, END]);
    await expect.poll(isSeen).toBe(true);
    await phone.screenshot('watches-phone');
    await tap('.report-position summary');
    await tap('.report-position ::-p-text(Pick on the map)');
    await phone.page.waitForSelector('.panel.folded');
    const place = { lat: -62.45, lon: 130.8 };
    await expect.poll(isSeen).toBe(true);
    await phone.page.touchscreen.tap(...(await phone.pixelOf(place)));
    await phone.page.waitForFunction(() => document.querySelector<HTMLInputElement>('#report-place')?.value);
    await phone.page.waitForSelector('.panel:not(.folded) .report-position[open]');
    await phone.clickButton('.report-position', 'Report');
    expect(await phone.notice()).toMatch(/: the position is reported\.$/);
    const { lat, lon } = (await watched()).position;
    expect(lat).toBeCloseTo(place.lat, 1);
    await phone.closeNotice();
    const track = join(folder, 'track.csv');
    const at = (hours: number) => hoursFromNow(hours).toISOString();
    await writeFile(track, `lat,lon,eta\n-62.46,130.7,${at(-1.5)}\n${lat},${lon + 0.01},${at(0)}\n`);
    const input = await phone.page.waitForSelector('.report-position input[type=file]');
    await (input as ElementHandle<HTMLInputElement>).uploadFile(track);
    expect(await phone.notice()).toMatch(/: the position is reported\.$/);
    expect((await watched()).position.lon).toBeCloseTo(lon + 0.01, 6);
    expect(phone.errors).toEqual([]);
  });

  test('the new way is followed, its changes are a feed, and the watch is ended', async () => {
    await showTab(view);
    await view.clickButton(item('closed'), 'Follow the new way');
    await view.page.waitForSelector(item('holds'));
    await view.page.waitForFunction(() => polynya.map.watch.getSource()!.getFeatures().length === 2);
    const link = await view.page.$eval('.watches a', (each) => (each as HTMLAnchorElement).href);
    const feed = await fetch(link);
    expect([feed.headers.get('content-type'), await feed.text()]).toEqual([
      'application/atom+xml',
      expect.stringContaining('is closed near'),
    ]);
    expect(await view.page.$(`${item('holds')} button.primary`)).toBeNull();
    const { id, name, route_id } = await watched();
    await view.clickButton(item('holds'), 'Open the planned way');
    await view.page.waitForSelector(`.status[data-route="${route_id}"]`);
    expect(await marks(view)).toEqual([]);
    expect(await view.page.evaluate(() => polynya.map.lines.getSource()!.getFeatures().length)).not.toBe(0);
    await view.clickButton('.panel [role=tablist]', 'Watches');
    const end = await view.page.waitForSelector(
      `${item('holds')} button[aria-label="End the watch ${name}"]`,
    );
    await end!.focus();
    await view.page.keyboard.press('Enter');
    await view.page.waitForSelector(`details .watches li[data-watch="${id}"][data-status=ended]`);
    // what had the focus is gone
    await view.page.waitForFunction(() => document.activeElement?.matches('summary'));
    expect(asked.at(-1)).toBe(`End the watch ${name}? Nothing is told of its voyage any more.`);
    expect(view.errors).toEqual([]);
    expect(view.foreignRequests).toEqual([]);
  });
}
