import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

declare global {
  /** Holds back what the engine answers: `held` counts the answers, and each call of `release` delivers one. */
  var gate: { held: number; hold(): void; release(): void; open(): void };
}

/** Runs in the page before its scripts. */
function putGateBeforeWorkers(): void {
  globalThis.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      const answers: MessageEvent[] = [];
      let deliver: Worker['onmessage'] = null;
      globalThis.gate = {
        held: 0,
        hold: () => {
          deliver = this.onmessage;
          this.onmessage = (event) => {
            answers.push(event);
            gate.held = answers.length;
          };
        },
        release: () => {
          deliver!.call(this, answers.shift()!);
          gate.held = answers.length;
        },
        open: () => {
          this.onmessage = deliver ?? this.onmessage;
          while (answers.length > 0) gate.release();
        },
      };
    }
  };
}

/** The engine answers when what it was asked is no longer wanted, or another thing was asked since. */
export function testLateAnswers(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const { status } = await served.service.post('/api/vehicle', { ...sdaFields, vessel_type: 'Late' });
    expect(status).toBe(201);
    view = await served.newPage();
    await view.page.evaluateOnNewDocument(putGateBeforeWorkers);
  });
  afterAll(async () => {
    await view.close();
    await served.service.delete('/api/vehicle/Late');
  });

  const shown = () =>
    view.page.evaluate(() => ({
      routes: polynya.state.routes.value.length,
      greatCircle: polynya.state.greatCircleLine.value !== null,
      own: polynya.state.ownLine.value !== null,
    }));

  let isOpen = false;
  const answered = async (fragment: string) => {
    if (isOpen) {
      await view.page.evaluate(() => gate.open());
      await view.page.select('.vehicle-choice select', '');
      await view.follow(fragment);
    } else await view.open(fragment);
    isOpen = true;
    await view.saved();
    await view.page.waitForFunction(() => polynya.state.greatCircleLine.value !== null);
  };

  /** Moves the end, and waits until the engine has planned; its answer is held back. */
  async function planIsHeld(): Promise<void> {
    await view.page.evaluate(() => gate.hold());
    await view.write('#end', '-62, -36');
    await view.page.waitForFunction(() => gate.held === 1);
  }

  /** Delivers the answer that is held back, and lets the page act on it. */
  const release = () =>
    view.page.evaluate(async () => {
      gate.release();
      await new Promise((resolve) => setTimeout(resolve, 0));
    });

  test('a plan that ends after the ends were cleared is not shown', async () => {
    await answered('#?start=-61,-50&end=-62,-35');
    await planIsHeld();
    await view.clickButton('.ends', 'New plan');
    await release();
    expect(await shown()).toEqual({ routes: 0, greatCircle: false, own: false });
    await view.page.evaluate(() => gate.open());
    await view.page.waitForFunction(
      () => polynya.engine.statistics.answered === polynya.engine.statistics.sent,
    );
    expect(await shown()).toEqual({ routes: 0, greatCircle: false, own: false });
  });

  test('a plan that ends after another vehicle was chosen is not shown as its route', async () => {
    await answered('#?start=-61,-50&end=-62,-35');
    await planIsHeld();
    await view.page.setOfflineMode(true); // so that the service answers nothing
    await view.page.select('.vehicle-choice select', 'Late');
    await release();
    const before = await shown();
    await view.page.setOfflineMode(false);
    expect(before).toEqual({ routes: 0, greatCircle: false, own: false });
    await view.page.evaluate(() => gate.open());
    expect((await view.saved()).difference).toBeLessThanOrEqual(1e-9);
  });

  test('a plan that ends after a route was opened by its link is not compared with that route', async () => {
    await answered('#?start=-61,-50&end=-62,-35');
    await view.page.waitForFunction(() => location.hash.startsWith('#route/'));
    const link = await view.page.evaluate(() => location.hash);
    await planIsHeld();
    await view.page.waitForFunction((hash) => location.hash !== hash, {}, link);
    await view.page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await view.page.waitForFunction(() => polynya.state.end.value!.lon === -35);
    await release();
    expect(await view.page.evaluate(() => polynya.state.preview.value)).toBeNull();
    await view.page.evaluate(() => gate.open());
    expect((await view.saved()).difference).toBeLessThanOrEqual(1e-9);
  });

  test('what is saved before its preview is there is not compared with the preview of before', async () => {
    await answered('#?start=-61,-50&end=-62,-35');
    await planIsHeld();
    await view.clickButton('.status', 'Save');
    await view.page.waitForSelector('.status[data-state=answered]');
    const compared = () => view.page.$eval('.status', (status) => status.getAttribute('data-difference'));
    expect(await compared()).toBe('null');
    await view.page.evaluate(() => gate.open());
    await view.page.waitForFunction(
      () => polynya.engine.statistics.answered === polynya.engine.statistics.sent,
    );
    expect(Number(await compared())).toBeLessThanOrEqual(1e-9);
    const { end, saved } = await view.page.evaluate(() => ({
      end: polynya.state.end.value!,
      saved: polynya.state.answer.value![0]!.entry.waypoints.end,
    }));
    expect([saved.lat, saved.lon]).toEqual([end.lat, end.lon]);
  });

  test('the preview comes again where the mesh that is picked is the one that is shown', async () => {
    await answered('#?start=-61,-50&end=-62,-35');
    const name = await view.page.evaluate(() => polynya.state.sea.value!.summary.name);
    await view.clickButton('.panel [role=tablist]', 'Ice data');
    const mesh = await view.page.waitForSelector(`::-p-xpath(//label[contains(., "${name}")])`);
    await mesh!.click();
    await view.page.waitForFunction(() => polynya.state.pickedMeshId.value !== null);
    await view.clickButton('.panel [role=tablist]', 'Route');
    await view.saved();
    await view.page.waitForFunction(() => polynya.state.greatCircleLine.value !== null);
  });

  test('the preview comes again where the chosen vehicle is saved as it was', async () => {
    await answered('#?start=-61,-50&end=-62,-35&vehicle=Late');
    const before = await view.page.evaluate(() => polynya.engine.statistics.sent);
    await view.clickButton('.panel [role=tablist]', 'Vessels');
    await view.clickButton('.vehicle.chosen', 'Change');
    await view.clickButton('.vehicle-form', 'Save');
    await view.page.waitForFunction((sent) => polynya.engine.statistics.sent > sent, {}, before);
    await view.clickButton('.panel [role=tablist]', 'Route');
    await view.saved();
    await view.page.waitForFunction(() => polynya.state.greatCircleLine.value !== null);
  });

  test('without a way, the great circle between the ends of before is gone too', async () => {
    await answered('#?start=-61,-50&end=-62,-35');
    await view.write('#end', '40, -30');
    await view.status('problem');
    expect(await shown()).toEqual({ routes: 0, greatCircle: false, own: false });
  });

  test('a route of one’s own, evaluated after it was removed, is not shown', async () => {
    await answered('#?start=-61,-50&end=-62,-35');
    const folder = await mkdtemp(join(tmpdir(), 'polynya-late-'));
    const path = join(folder, 'own.geojson');
    await writeFile(
      path,
      JSON.stringify({
        type: 'LineString',
        coordinates: [
          [-49, -61.5],
          [-40, -60],
        ],
      }),
    );
    await view.page.evaluate(() => gate.hold());
    const input = await view.page.waitForSelector('.own-route input[type=file]');
    await input!.uploadFile(path);
    await view.page.waitForFunction(() => gate.held === 1);
    await view.clickButton('.own-route', 'Remove');
    await release();
    expect((await shown()).own).toBe(false);
    await rm(folder, { recursive: true });
  });

  test('a link to a route chooses the vehicle that it was calculated for', async () => {
    await answered('#?start=-61,-50&end=-62,-35&vehicle=Late');
    await view.page.waitForFunction(() => location.hash.startsWith('#route/'));
    const hash = await view.page.evaluate(() => location.hash);
    await view.page.select('.vehicle-choice select', '');
    await view.follow(hash);
    expect((await view.saved()).difference).toBeLessThanOrEqual(1e-9);
    expect(await view.page.evaluate(() => polynya.state.vehicleType.value)).toBe('Late');
  });
}
