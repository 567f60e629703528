/** The watches of the page, as the service answers about them. */
import { expect, test, vi } from 'vitest';
import { timeOfReport } from '../../lib/console/parse-time.ts';
import { type Asked, answeredPage } from './answered-page.ts';

const page = answeredPage();
const watchesPage = () => import('../../lib/console/state/watches.ts');
const shownPage = () => import('../../lib/console/state/shown-watch.ts');
const statePage = () => import('../../lib/console/state/state.ts');

const watch = (id: string, fields: object = {}) => ({
  id,
  name: `Voyage ${id}`,
  route_id: 1,
  objective: 'traveltime',
  status: 'holds',
  checked: '2031-12-25T00:00:00Z',
  position: { lat: -61, lon: -50, time: '2031-12-25T00:00:00Z', from: 'plan' },
  events: [],
  ...fields,
});

/** A route from 50° to 52° W, fastest and of least fuel, at different latitudes. */
const route = (lat: number) => ({
  routes: ['traveltime', 'fuel'].map((type, k) => ({
    type,
    waypoints: { sailing: {} },
    path: {
      features: [
        {
          geometry: {
            coordinates: [
              [-50, lat - k],
              [-52, lat - k],
            ],
          },
          properties: { traveltime: [0, 1], distance: [0, 1000], speed: [20, 20] },
        },
      ],
    },
  })),
});

/** Of one watch, or several: lists, the whole of each, their routes. */
const serviceOf =
  (...all: { id: string }[]) =>
  ({ method, path }: Asked) => {
    const [, , area, id] = path.split('/');
    if (area === 'route') return route(-60 - Number(id));
    if (method === 'POST' && path === '/api/watch') return { id: 'new' };
    return id ? all.find((each) => each.id === id) : { watches: all };
  };

test('the worst is the first, those of one status as the service lists them; ended ones are apart', async () => {
  const { endedWatches, hasMoreWatches, refreshWatches, watches } = await watchesPage();
  const statuses = ['holds', 'beyond', 'better', 'dearer', 'holds', 'unknown', 'late', 'closed'];
  const all = statuses.map((status, k) => watch(`${k}`, { status }));
  const ended = watch('over', { status: 'closed', ended: { time: '2031-12-25T00:00:00Z', why: 'arrival' } });
  page.answer = ({ query }) =>
    query.next ? { watches: [ended] } : { watches: all, next: query.next ? undefined : 'n 1' };
  expect(watches.value).toBeNull();
  await refreshWatches();
  expect(watches.value!.map(({ id }) => id)).toEqual(['7', '6', '5', '3', '2', '1', '0', '4']);
  expect(endedWatches.value.map(({ id }) => id)).toEqual(['over']);
  expect(hasMoreWatches.value).toBe(false);
});

test('the chosen one is shown with its way and that which is best now, while its tab is chosen', async () => {
  const { chooseWatch, newWay } = await watchesPage();
  const { openedWatch, shownWatch } = await shownPage();
  const { lookAtAll, panelTab } = await statePage();
  const events = [
    { status: 'closed', route_id: 3, place: { lat: -60.5, lon: -51 } },
    { status: 'dearer', route_id: 2 },
  ];
  page.answer = serviceOf(watch('a', { status: 'closed', objective: 'fuel', events }));
  await chooseWatch('a');
  expect(shownWatch.value).toBeNull();
  panelTab.value = 'watches';
  expect(shownWatch.value).toMatchObject({
    name: 'Voyage a',
    planned: {
      line: 'fuel',
      coordinates: [
        [-50, -62],
        [-52, -62],
      ],
    },
    now: { coordinates: [[-50, -64], {}] },
    ship: { lat: -61, lon: -50 },
    closed: { lat: -60.5, lon: -51 },
  });
  expect(lookAtAll.value).toHaveLength(5);
  // a way that was followed is not offered again, nor one that was told before that
  const { watch: whole } = openedWatch.value!;
  expect(newWay(whole)).toBe(3);
  expect(newWay({ ...whole, route_id: 3 })).toBeNull();
  expect(newWay({ ...whole, route_id: 4, checked: null })).toBeNull();
  expect(newWay({ ...whole, route_id: 4, status: 'holds' })).toBeNull();
  expect(newWay({ ...whole, ended: { time: '2031-12-26T00:00:00Z', why: 'until' } })).toBeNull();
  // what was closed is open again
  page.answer = serviceOf(watch('a', { objective: 'fuel', events: [{ status: 'holds' }, ...events] }));
  await chooseWatch('a');
  expect(shownWatch.value).toMatchObject({ now: null, closed: null });
  expect(page.asked.filter(({ path }) => path === '/api/route/1')).toHaveLength(1);
  await chooseWatch(null);
  expect(shownWatch.value).toBeNull();
});

test('what was chosen meanwhile is not replaced by an answer about another; one that is no longer kept is closed', async () => {
  const { chooseWatch } = await watchesPage();
  const { openedWatch } = await shownPage();
  const service = serviceOf(watch('a'), watch('b'));
  const late = Promise.withResolvers<void>();
  page.answer = async (request) => {
    if (request.path === '/api/watch/a') await late.promise;
    return service(request);
  };
  const first = chooseWatch('a');
  await chooseWatch('b');
  late.resolve();
  await first;
  expect(openedWatch.value!.watch.id).toBe('b');
  const answer = page.answer;
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/api/watch/c')
      ? new Response('{"error":"There is no watch c."}', { status: 404 })
      : new Response(
          JSON.stringify(await answer({ method: 'GET', path: '/api/watch', query: {}, body: null })),
        ),
  );
  await chooseWatch('c');
  expect(openedWatch.value).toBeNull();
});

test('the list follows while its tab is chosen, tells what changed, and why it is not that of now', async () => {
  const { followWatches, watches, watchesProblem } = await watchesPage();
  const { notice, panelTab } = await statePage();
  const lists: unknown[] = [
    { watches: [watch('a'), watch('b')] },
    { watches: [watch('a'), watch('b', { status: 'closed' })] },
    undefined,
    { watches: [watch('a', { status: 'late' }), watch('b', { status: 'late' }), watch('c')] },
  ];
  page.answer = () => lists.shift();
  const nothing = () => Promise.resolve();
  const end = followWatches();
  await nothing();
  expect(page.asked).toEqual([]);
  panelTab.value = 'watches';
  const told: unknown[] = [];
  for (const asked of [1, 2, 3, 4]) {
    await vi.waitUntil(() => page.waits.length > 0);
    expect(page.asked).toHaveLength(asked);
    told.push([notice.value?.text ?? null, watchesProblem.value]);
    notice.value = null;
    const { ms, end: go } = page.waits.shift()!;
    expect(ms).toBe(15_000);
    if (asked < 4) go();
  }
  expect(told).toEqual([
    [null, null],
    ['Voyage b: closed ahead.', null],
    [null, 'The service answered 500: Not now.'],
    ['Voyage a: too late. 1 more changed.', null],
  ]);
  expect(watches.value).toHaveLength(3);
  panelTab.value = 'route';
  end();
});

test('a voyage is watched by the way that is chosen, and shown', async () => {
  const { beginWatch, chosenWatch } = await watchesPage();
  const { answer, chosenLine, ends, panelTab } = await statePage();
  const { fromEntry } = await import('../../lib/console/state/shown-route.ts');
  const { routes } = route(-60);
  answer.value = routes.map((entry) => fromEntry(entry as never));
  chosenLine.value = 'fuel';
  ends.start.value = { lat: -60, lon: -50, name: 'Signy' };
  ends.end.value = { lat: -60, lon: -52 };
  page.answer = serviceOf(watch('new'));
  await beginWatch('12');
  const body = { route_id: 12, name: 'Signy – 60°00.000′S 052°00.000′W', objective: 'fuel' };
  expect(page.asked[0]).toMatchObject({ method: 'POST', path: '/api/watch', body });
  expect([chosenWatch.value, panelTab.value]).toEqual(['new', 'watches']);
});

/** A watch with two stops on its way, which is chosen. */
async function chosen(fields: object = {}) {
  const own = watch('a', { departure: '2031-12-20T00:00:00Z', ...fields });
  const { chooseWatch } = await watchesPage();
  const stops = ['Start', 'CTD 1', 'CTD 2', 'End'].map((name, k) => ({ name, leaves_days: k }));
  const service = serviceOf(own);
  page.answer = (request) => {
    const answer = service(request);
    if (!request.path.startsWith('/api/route/')) return answer;
    return { routes: (answer as ReturnType<typeof route>).routes.map((entry) => ({ ...entry, stops })) };
  };
  await chooseWatch('a');
  page.asked.length = 0;
  return { ...(await import('../../lib/console/state/report-position.ts')), own };
}

test('a ship is reported with its time, or now, and a track as it is; the answer says what became of it', async () => {
  const { isReportWhole, report, reportTrack, sendReport, tellOfWatched, own } = await chosen();
  const { notice } = await statePage();
  const reports: unknown[] = [
    own,
    { ...own, info: 'The ship was 40 NM off its way.' },
    { ...own, ended: { time: '2031-12-26T00:00:00Z', why: 'arrival' } },
  ];
  const texts: unknown[] = [];
  const { answer } = page;
  page.answer = (request) => (request.method === 'POST' ? reports.shift() : answer(request));
  const before = Date.now();
  expect(isReportWhole()).toBe(false);
  expect(report.value.faults).toEqual({ lat: expect.stringContaining('pick it on the map') });
  const place = { lat: -61.5, lon: -51 };
  tellOfWatched({ place });
  expect([isReportWhole(), report.value.faults]).toEqual([true, {}]);
  await sendReport('a');
  texts.push(notice.value!.text);
  // the next is of now again, and says nothing
  expect(report.value.told).toEqual({ place: null, time: null, done: {}, fuelAboard: null });
  tellOfWatched({ place, time: new Date('2031-12-25T18:00:00Z') });
  tellOfWatched({ done: { 'CTD 1': true, 'CTD 2': false }, fuelAboard: 0 });
  await sendReport('a');
  texts.push(notice.value!.text);
  await reportTrack('a', new File(['lat,lon,eta\n'], 'track.csv'));
  texts.push(notice.value!.text);
  expect(texts).toEqual([
    'Voyage a: the position is reported.',
    'The ship was 40 NM off its way.',
    'Voyage a has arrived: the watch has ended.',
  ]);
  const sent = page.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const [{ time, ...first }, then, file] = sent as [{ time: string }, unknown, Uint8Array];
  expect(first).toEqual(place);
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
  expect(then).toEqual({
    ...place,
    ...{ time: '2031-12-25T18:00:00.000Z', done: ['CTD 1'], fuel_aboard_tonnes: 0 },
  });
  expect(new TextDecoder().decode(file)).toBe('lat,lon,eta\n');
});

test('no stop is done before a hand says so, and what was reported to be done stays so', async () => {
  const { report, stopsOfWatched, tellOfWatched } = await chosen({ done: ['CTD 1'] });
  const { openedWatch } = await shownPage();
  const ticks = () =>
    stopsOfWatched(openedWatch.value!, report.value.told).map(({ name, isDone, isFixed }) => [
      name,
      isDone,
      isFixed,
    ]);
  expect(ticks()).toEqual([
    ['CTD 1', true, true],
    ['CTD 2', false, false],
  ]);
  tellOfWatched({ done: { 'CTD 1': false, 'CTD 2': true } });
  expect(ticks()).toEqual([
    ['CTD 1', true, true],
    ['CTD 2', true, false],
  ]);
  const [first] = stopsOfWatched(openedWatch.value!, report.value.told);
  expect(first!.leaves).toEqual(new Date('2031-12-21T00:00:00Z'));
});

test('one that is refused says why, and what was typed stays; it is of the chosen watch alone', async () => {
  const { report, sendReport, tellOfWatched } = await chosen();
  const told = { place: { lat: -61.5, lon: -51 }, time: new Date('2031-12-25T18:00:00Z') };
  tellOfWatched(told);
  page.answer = () => undefined;
  await expect(sendReport('a')).rejects.toThrow('Not now.');
  expect(report.value.told).toMatchObject(told);
  const { chosenWatch } = await watchesPage();
  chosenWatch.value = 'b';
  expect(report.value.told.place).toBeNull();
});

test('the time of a report is the latest such time of the voyage; before the departure the next one after it', () => {
  const [departure, now] = [new Date('2031-12-20T00:00:00Z'), new Date('2031-12-26T12:00:00Z')];
  const read = (text: string) => timeOfReport(text, departure, now)?.toISOString().slice(0, 16);
  expect(read('18:00')).toBe('2031-12-25T18:00');
  expect(read('09:30')).toBe('2031-12-26T09:30');
  expect(read('22 Dec 18:00')).toBe('2031-12-22T18:00');
  expect(read('26 Dec 11:00')).toBe('2031-12-26T11:00');
  expect(read('2031-12-21T06:00')).toBe('2031-12-21T06:00');
  expect(read('now')).toBe('2031-12-26T12:00');
  // the service says what is wrong with these
  expect(read('2031-12-19T06:00')).toBe('2031-12-19T06:00');
  expect(read('2031-12-28T06:00')).toBe('2031-12-28T06:00');
  expect(read('noon')).toBeUndefined();
  const later = new Date('2031-12-27T10:00:00Z');
  expect(timeOfReport('18:00', later, now)).toEqual(new Date('2031-12-27T18:00:00Z'));
});

test('another way is followed, and a watch ended; the list is then as the service has it', async () => {
  const { endWatch, followWay, watches } = await watchesPage();
  page.answer = ({ method, path }) => (method === 'GET' ? { watches: [watch(path)] } : watch('a'));
  await followWay('a', 7);
  await endWatch('a');
  expect(page.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/watch/a/follow', { route_id: 7 }],
    ['GET', '/api/watch', undefined],
    ['DELETE', '/api/watch/a', undefined],
    ['GET', '/api/watch', undefined],
  ]);
  expect(watches.value).toHaveLength(1);
});
