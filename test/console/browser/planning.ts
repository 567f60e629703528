import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draft } from '../../../lib/console/state/draft.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const VIEW = { lat: -66, lon: -42, zoom: 4.1, projection: 'south' as const };
const PLAN = '#?start=-61,-50&end=-62,-35&departure=2026-12-24T18:00';

/** What a plan is: kept here, undone and redone, told as it is, stored by the service only when it is saved. */
export function testPlanning(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
    await view.open(PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
  });
  afterAll(() => view.close());

  const end = () => view.page.evaluate(() => polynya.state.end.value!);
  const storedRoutes = async () => (await served.service.get('/api/recent_routes')).body.routes.length;

  async function drag(by: number): Promise<void> {
    const [x, y] = await view.pixelOf(await end());
    await view.page.mouse.move(x, y);
    await view.page.mouse.down();
    await view.page.mouse.move(x + by, y, { steps: 4 });
    await view.page.mouse.up();
  }

  const type = (id: string, text: string) => view.write(`#${id}`, text);

  test('the last row of the passage has the totals of the table, or it says why not', async () => {
    await view.clickButton('.drawer', 'Passage');
    await view.page.waitForSelector('.waypoints');
    const { totals, last, why } = await view.page.evaluate(() => {
      const words = (cell: string) =>
        document.querySelector(cell)?.textContent?.trim().split(/\s+/).join(' ');
      return {
        totals: words('.comparison tr.chosen td'),
        last: words('.waypoints tbody tr:last-child td:nth-child(8)'),
        why: words('.waypoints .why'),
      };
    });
    expect(last).toMatch(/\d h \d+ min$/);
    if (totals !== last) expect(why).toContain('waypoints are as few as can be steered');
    // a remark that is taken back leaves the routes as they are
    const remark = '.waypoints input[aria-label="Remark at waypoint 2"]';
    await view.write(remark, 'ice pilot');
    const sent = await view.page.evaluate(() => polynya.engine.statistics.sent);
    await view.clickButton('.tools', 'Undo');
    await view.page.waitForFunction(
      (field) => !document.querySelector<HTMLInputElement>(field)?.value,
      {},
      remark,
    );
    expect(await view.page.evaluate(() => polynya.engine.statistics.sent)).toBe(sent);
    expect(await view.page.evaluate(() => polynya.state.routes.value.length)).toBe(2);
  });

  test('a saved route has the departure of the plan, and another departure is another route, beside its passage too', async () => {
    await view.page.waitForSelector('.waypoints');
    const { route } = await view.saved();
    const { body } = await served.service.get(`/api/route/${route}`);
    expect(body.routes[0].departure).toBe('2026-12-24T18:00:00.000Z');
    await type('departure', '2026-12-26 06:00');
    await view.page.waitForSelector('.status button.save');
    await view.clickButton('.tools', 'Undo');
    expect((await view.status('answered')).route).toBe(route);
  });

  test('drags store nothing on the service; each is a step that is undone and done again', async () => {
    await view.look(VIEW);
    await view.showDrawer(false);
    const stored = await storedRoutes();
    const places = [await end()];
    for (const by of [40, 30, -20]) {
      await drag(by);
      places.push(await end());
    }
    expect(new Set(places.map(({ lon }) => lon)).size).toBe(4);
    for (const k of [2, 1, 0]) {
      await view.page.click('button[aria-label=Undo]');
      expect(await end()).toEqual(places[k]);
    }
    await view.page.click('button[aria-label=Redo]');
    expect(await end()).toEqual(places[1]);
    expect(await storedRoutes()).toBe(stored);
    await view.showDrawer(true);
  });

  test('back and forward stay on the page and change the plan', async () => {
    const now = await end();
    await type('end', "S62°30.5 W040 15.0'");
    const typed = await end();
    expect(typed.lat).toBeCloseTo(-62.5083, 3);
    expect(typed.lon).toBeCloseTo(-40.25, 6);
    await view.page.evaluate(() => history.back());
    await view.page.waitForFunction((lon) => polynya.state.end.value?.lon === lon, {}, now.lon);
    await view.page.evaluate(() => history.forward());
    await view.page.waitForFunction((lon) => polynya.state.end.value?.lon === lon, {}, typed.lon);
  });

  test('a link that is followed is one step of back and forward', async () => {
    const typed = await end();
    await view.page.evaluate(() => {
      location.hash = '#?start=-61,-50&end=-62,-41';
    });
    await view.page.waitForFunction(() => polynya.state.end.value?.lon === -41);
    await view.page.evaluate(() => history.back());
    await view.page.waitForFunction((lon) => polynya.state.end.value?.lon === lon, {}, typed.lon);
    await view.page.evaluate(() => history.forward());
    await view.page.waitForFunction(() => polynya.state.end.value?.lon === -41);
    await view.page.evaluate(() => history.back());
    await view.page.waitForFunction((lon) => polynya.state.end.value?.lon === lon, {}, typed.lon);
  });

  test('an end that is typed elsewhere is looked at, with the route to it', async () => {
    await view.look({ ...VIEW, lon: 140 });
    await type('end', '-62, -36');
    await view.page.waitForFunction(() => {
      const { start, end, preview } = polynya.state;
      const line = preview.value?.routes[0]?.coordinates ?? [];
      return [start.value!, end.value!, ...line.map(([lon, lat]) => ({ lat, lon }))].every((point) => {
        const [x, y] = polynya.map.pixelOf(point)!;
        return document.elementFromPoint(x, y)?.closest('#map');
      });
    });
  });

  test('the departure is written in one way, read in any usual one, and is there after a reload', async () => {
    const shown = () => view.page.$eval('#departure', (input) => (input as HTMLInputElement).value);
    await type('departure', '2026-12-25 0630');
    await view.page.waitForFunction(() => location.hash.includes('departure=2026-12-25T06:30'));
    const text = await shown();
    expect(text).toMatch(/^25 Dec (2026 )?06:30 UTC$/);
    await view.page.reload();
    await view.page.waitForFunction(() => globalThis.polynya?.state.sea.value);
    expect(await shown()).toBe(text);
    await type('departure', 'some day');
    await view.page.waitForSelector('#departure-problem ::-p-text(Not a time.)');
    await type('departure', text);
  });

  test('what is asked for in the other hemisphere is looked at in its projection', async () => {
    await view.look(VIEW);
    await view.page.evaluate(() => {
      polynya.state.lookAtAll.value = [
        { lat: 70, lon: -60 },
        { lat: 75, lon: -50 },
      ];
    });
    await view.page.waitForFunction(() => polynya.map.projection === 'north');
    expect(await view.page.evaluate(() => polynya.map.sees([{ lat: 72, lon: -55 }]))).toBe(true);
  });

  test('a third click says why nothing moves', async () => {
    await view.look(VIEW);
    await view.click({ lat: -60, lon: -42 });
    expect(await view.notice()).toContain('Both ends are set.');
    // that is of this plan alone
    await view.clickButton('.ends', 'New plan');
    await view.page.waitForFunction(() => !polynya.state.end.value);
    expect(await view.page.$('.notice')).toBeNull();
  });

  test('a field whose text means nothing shows what is then set on the map; one that is right again has no fault', async () => {
    await view.clickButton('.ends', 'New plan');
    await view.page.waitForFunction(() => !polynya.state.start.value);
    await view.look(VIEW);
    const fieldOf = () =>
      view.page.$eval('#start', (input) => [
        (input as HTMLInputElement).value,
        input.getAttribute('aria-invalid'),
      ]);
    await type('start', 'Atlantis');
    expect(await fieldOf()).toEqual(['Atlantis', 'true']);
    await view.click({ lat: -60, lon: -42 });
    await view.page.waitForSelector('#start[aria-invalid=false]');
    const [set] = await fieldOf();
    expect(set).toMatch(/^(59|60)°\d\d\.\d{3}′S 04[12]°/);
    await type('start', 'Atlantis');
    await type('start', set!);
    expect(await fieldOf()).toEqual([set, 'false']);
    expect(await view.page.$('#start-problem')).toBeNull();
    await type('departure', '2026-12-24 18:00');
    await type('departure', 'some day');
    await view.clickButton('.ends', 'New plan');
    await view.page.waitForSelector('#departure[aria-invalid=false]');
    expect(await view.page.$eval('#departure', (input) => (input as HTMLInputElement).value)).toBe('');
  });

  test('a link is followed though the address of the plan before is written at the same moment', async () => {
    await view.page.evaluate(() => {
      location.hash = '#?start=-60.5,-50&end=-61,-36';
      history.replaceState(history.state, '', '#?layer=elevation');
    });
    await view.page.waitForFunction(() => polynya.state.start.value?.lat === -60.5);
  });

  test('a link that is followed is the plan whole: nothing of the present one is mixed with it, which stays among the drafts', async () => {
    const drafts = () =>
      view.page.evaluate(() =>
        (JSON.parse(localStorage.getItem('drafts')!) as { draft: Draft }[]).map(({ draft }) => draft),
      );
    await view.follow('#?start=-61,-50&end=-62,-35&departure=2026-12-24T18:00&stops=-61,-45,,,,,CTD');
    await view.sailed('CTD');
    await view.page.evaluate(() => {
      location.hash = '#?start=-60,-50&end=-61,-36';
    });
    await view.page.waitForFunction(() => polynya.state.start.value?.lat === -60);
    expect(
      await view.page.evaluate(() => [polynya.state.voyage.value, polynya.state.departure.value]),
    ).toEqual([null, null]);
    const [now, before] = await drafts();
    expect(now!.end).toEqual({ lat: -61, lon: -36 });
    expect(before!.stops?.map(({ name }) => name)).toEqual(['CTD']);
    expect(before!.departure).toBe('2026-12-24T18:00:00.000Z');
    // one that is of the view alone leaves the plan as it is
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    const { sent } = await view.page.evaluate(() => polynya.engine.statistics);
    await view.page.evaluate(() => {
      location.hash = '#?layer=speed';
    });
    await view.page.waitForFunction(() => polynya.state.fieldId.value === 'speed');
    expect(await view.page.evaluate(() => [polynya.state.end.value, polynya.engine.statistics.sent])).toEqual(
      [{ lat: -61, lon: -36 }, sent],
    );
    await view.page.evaluate(() => {
      location.hash = '#?layer=ice';
    });
  });

  test('every alert has a pin on the map, and a click on it shows the place', async () => {
    await view.follow('#?start=-60.72,-45.48,Signy&end=-69.5,-65&departure=2026-12-24T18:00');
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    for (const text of ['The start was moved', 'The end was moved', 'The ice data end on'])
      await view.alert(text);
    await view.rendered();
    const alerts = await view.page.$$eval('.alert', (all) => all.map(({ id }) => id.replace('alert-', '')));
    const pins = await view.alertPins();
    expect(alerts.length).toBeGreaterThanOrEqual(3);
    expect(pins.sort()).toEqual(alerts.sort());
    // the pin is above its place
    const [pinX, pinY] = await view.pixelOf({ lat: -60.72, lon: -45.48 });
    await view.page.mouse.click(pinX, pinY - 22);
    await view.page.waitForFunction(() => document.activeElement?.id === 'alert-moved start');
    // from far away several are one pin, which says how many
    await view.look({ ...VIEW, zoom: 1 });
    const far = await view.page.evaluate(() => polynya.map.alerts.getSource()!.getFeatures().length);
    expect(far).toBeLessThan(alerts.length);
    expect((await view.alertPins()).sort()).toEqual(alerts);
    await view.page.click('.alert');
    await view.rendered();
    const [x, y] = await view.pixelOf({ lat: -60.72, lon: -45.48 });
    const seen = await view.page.evaluate(
      ([left, top]) => document.elementFromPoint(left!, top!)?.closest('#map') !== null,
      [x, y],
    );
    expect(seen).toBe(true);
  });

  test('a gap of no width and a risk index below zero are dangers, before all else, each with a pin; it says which route is proven', async () => {
    await view.page.evaluate(() => {
      const { state } = polynya;
      const preview = state.preview.value!;
      const riskIndex = (risk: readonly (number | null)[] | null, count: number) =>
        Array.from({ length: count }, (_, i) => (i === 2 ? -12 : (risk?.[i] ?? 20)));
      state.preview.value = {
        ...preview,
        pinches: [{ lat: -64, lon: -50 }],
        routes: preview.routes.map((route, k) =>
          k === 0
            ? { ...route, riskIndex: riskIndex(route.riskIndex, route.coordinates.length), gapPercent: 2.418 }
            : route,
        ),
      };
    });
    const gap = await view.alert('squeezes through a gap of no width');
    expect(gap).toContain('64°00.000′S 050°00.000′W');
    expect(await view.alert('Fastest: the risk index is below zero on')).toMatch(/at its lowest .12\./);
    await view.rendered();
    const pins = await view.alertPins();
    expect(pins).toContain('gap 64°00.000′S 050°00.000′W');
    expect(pins).toContain('risk traveltime');
    const kinds = await view.page.$$eval('.alert', (all) => all.map(({ classList }) => classList[1]));
    expect(kinds[0]).toBe('danger');
    expect(await view.page.$eval('.answer .bad dd', (value) => value.textContent)).toMatch(/^.12$/);
    // what is proved is of the lines that have a proof
    await view.page.waitForSelector(
      '.remarks ::-p-text(Fastest: proven that no route through these ice data is cheaper by more than 2.42 %.)',
    );
  });

  test('a gap and a moved end that only the saved route has are alerts, and those of the preview go', async () => {
    await view.page.evaluate(() => {
      const { state } = polynya;
      const [fastest, ...others] = state.preview.value!.routes;
      const info = 'The route squeezes through a gap of no width at -63.5000, -48.2500.';
      const [, ...rest] = fastest!.coordinates;
      const [lon, lat] = fastest!.coordinates[0]!;
      const moved = { ...fastest!, info, coordinates: [[lon, lat + 1] as const, ...rest] };
      state.answer.value = [moved, ...others];
    });
    const gaps = await view.page.$$eval('.alert', (all) =>
      all.map(({ textContent }) => textContent!).filter((text) => text.includes('gap of no width')),
    );
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toContain('at 63°30.000′S 048°15.000′W.');
    const moved = await view.alert('The start was moved');
    expect(Number(/moved ([\d.]+) NM/.exec(moved)![1])).toBeGreaterThan(20);
    await view.page.evaluate(() => {
      polynya.state.answer.value = null;
    });
  });

  test('a route of one’s own begins at a place ashore, is edited and measured; what can not be sailed is named place by place', async () => {
    await view.page.evaluate(() => {
      const { state } = polynya;
      state.ownWaypoints.value = {
        name: 'Mine',
        waypoints: [
          [-45.48, -60.72],
          [-45, -62],
          [-35, -62],
        ],
      };
    });
    await view.page.waitForSelector('.comparison tr[data-line=own]');
    await view.page.evaluate(() => {
      polynya.state.ownWaypoints.value = {
        name: 'Mine',
        waypoints: [
          [-49, -61.5],
          [-55, -70],
          [-40, -72],
          [-20, -58],
        ],
      };
    });
    const problem = await view.page.waitForSelector('.unsailable ::-p-text(Own route)');
    const text = await problem!.evaluate((element) => element.closest('.unsailable')!.textContent);
    expect(text!.match(/too much ice/g)!.length).toBeGreaterThanOrEqual(2);
    expect(text).not.toMatch(/-\d\d\.\d/);
    await view.alert("Your own route can't be sailed on leg 1");
    await view.clickButton('.own-route', 'Remove');
  });

  test('Escape ends drawing and drops the line; Finish keeps it', async () => {
    await view.look(VIEW);
    for (const ending of ['Escape', 'Finish']) {
      await view.clickButton('.own-route', 'Draw a route');
      for (const lon of [-49, -44, -40]) await view.click({ lat: -61, lon });
      if (ending === 'Escape') await view.page.keyboard.press('Escape');
      else await view.clickButton('.own-route', 'Finish the line');
      await view.page.waitForFunction(() => !polynya.state.drawingOwn.value);
      const own = await view.page.evaluate(() => polynya.state.ownWaypoints.value?.waypoints.length ?? 0);
      expect(own > 1).toBe(ending === 'Finish');
    }
    await view.clickButton('.own-route', 'Remove');
  });

  test('bearing and distance are measured', async () => {
    await view.page.click('button[aria-label=Measure]');
    await view.click({ lat: -60, lon: -50 });
    const [x, y] = await view.pixelOf({ lat: -61, lon: -50 });
    await view.page.mouse.move(x, y, { steps: 4 });
    const text = await view.page.waitForSelector('.measured strong');
    const shown = await text!.evaluate((element) => element.parentElement!.textContent!);
    expect(Number.parseFloat(/° ([\d.]+) NM/.exec(shown)![1]!)).toBeCloseTo(60, -1);
    expect(shown).toMatch(/^(179|180)\.\d°/);
    await view.page.keyboard.press('Escape');
  });

  test('a service that fails is a sentence with a button, and the page begins when it is well again', async () => {
    const failing = await served.newPage();
    let fails = true;
    await failing.page.setRequestInterception(true);
    failing.page.on('request', (request) => {
      if (fails && /\/api\/mesh\?/.test(request.url())) {
        request.respond({ status: 500, contentType: 'application/json', body: '{"error":"boom"}' });
      } else request.continue();
    });
    await failing.open('', { sea: false });
    expect(await failing.notice()).toBe(
      'The list of ice data could not be loaded. The service answered 500: boom',
    );
    expect(await failing.page.$eval('.mesh-line', (line) => line.textContent)).toBe(
      'The list of ice data could not be loaded.',
    );
    fails = false;
    await failing.clickButton('.notice', 'Try again');
    await failing.seaShown();
    await failing.close();
  });

  test('the clearance is kept by the preview, the link, undo and what is saved', async () => {
    await view.follow('#?start=-60.2,-47&end=-61,-44');
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    const metres = () => view.page.evaluate(() => polynya.state.routes.value[0]?.distanceM.at(-1) ?? 0);
    const before = await metres();
    await view.page.focus('#clearance');
    for (const key of ['ArrowRight', 'ArrowRight', 'PageUp'] as const) await view.page.keyboard.press(key);
    await view.page.waitForFunction(
      (least) => (polynya.state.routes.value[0]?.distanceM.at(-1) ?? 0) > least + 100,
      {},
      before,
    );
    await view.page.waitForFunction(() => location.hash.includes('clearance=3'));
    expect((await view.wouldSave()).clearance_nm).toBe(3);
    await view.page.waitForSelector('.tools [aria-label=Undo]:enabled');
    await view.clickButton('.tools', 'Undo'); // all of the keys
    expect(await view.page.evaluate(() => polynya.state.voyage.value?.clearance_nm ?? 0)).toBe(0);
  });

  test('there was no error in the log', () => {
    expect(view.errors).toEqual([]);
    expect(view.foreignRequests).toEqual([]);
  });
}
