/** The batches of the page, as the service answers about them. */
import { expect, test, vi } from 'vitest';
import type { ObjectiveSpread } from '../../lib/console/state/spread.ts';
import { answeredPage } from './answered-page.ts';

const page = answeredPage();
const batchesPage = () => import('../../lib/console/state/batches.ts');
const resultsPage = () => import('../../lib/console/state/batch-results.ts');
const spreadPage = () => import('../../lib/console/state/spread.ts');
const batch = (id: string, status = 'SUCCESS', done = 0) => ({ id, name: id, status, done });

test('the list is asked for often while a batch runs, and more rarely once none does', async () => {
  const { batches, followBatches } = await batchesPage();
  const statuses = ['PENDING', 'STARTED', 'SUCCESS'];
  page.answer = () => ({ batches: [batch('a', statuses.shift())] });
  const stopped = new AbortController();
  const followed = followBatches(stopped.signal).catch((error: Error) => error.name);
  for (const ms of [3000, 3000, 15_000]) {
    await vi.waitUntil(() => page.waits.length > 0);
    expect(page.waits[0]!.ms).toBe(ms);
    if (ms === 3000) page.waits.shift()!.end();
  }
  expect(batches.value).toMatchObject([{ status: 'SUCCESS' }]);
  stopped.abort();
  page.waits.shift()!.end();
  expect(await followed).toBe('AbortError');
  expect(page.asked).toHaveLength(3);
});

test('where the list can not be had, the last one stays, with the reason, and it is asked for again', async () => {
  const { batches, batchesProblem, followBatches } = await batchesPage();
  const answers = [{ batches: [batch('a')] }, undefined, { batches: [batch('b')] }];
  page.answer = () => answers.shift();
  const stopped = new AbortController();
  followBatches(stopped.signal).catch(() => {});
  const next = async () => {
    await vi.waitUntil(() => page.waits.length > 0);
    page.waits.shift()!.end();
    await vi.waitUntil(() => page.waits.length > 0);
  };
  await next();
  expect([batches.value![0]!.id, batchesProblem.value]).toEqual(['a', 'The service answered 500: Not now.']);
  await next();
  expect([batches.value![0]!.id, batchesProblem.value]).toEqual(['b', null]);
  stopped.abort();
});

test('older ones are a further page, and stay shown', async () => {
  const { batches, hasOlder, refreshBatches, showOlder } = await batchesPage();
  page.answer = ({ query }) =>
    query.next ? { batches: [batch('old')] } : { batches: [batch('new')], next: 'n 1' };
  await refreshBatches();
  expect([batches.value!.map(({ id }) => id), hasOlder.value]).toEqual([['new'], true]);
  await showOlder();
  await refreshBatches();
  expect([batches.value!.map(({ id }) => id), hasOlder.value]).toEqual([['new', 'old'], false]);
  expect(page.asked.at(-1)!.query).toEqual({ limit: '20', next: 'n 1' });
});

test('an answer that comes after that of a later question is not heeded', async () => {
  const { batches, refreshBatches } = await batchesPage();
  const late = Promise.withResolvers<unknown>();
  const answers = [late.promise, { batches: [batch('later')] }];
  page.answer = () => answers.shift();
  const first = refreshBatches();
  await refreshBatches();
  late.resolve({ batches: [batch('before')] });
  await first;
  expect(batches.value!.map(({ id }) => id)).toEqual(['later']);
});

test('one that is stopped is shown as the service then has it', async () => {
  const { batches, stopBatch } = await batchesPage();
  page.answer = ({ method }) => (method === 'DELETE' ? {} : { batches: [batch('a', 'REVOKED')] });
  await stopBatch('a');
  expect(page.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /api/batch/a',
    'GET /api/batch',
  ]);
  expect(batches.value).toMatchObject([{ status: 'REVOKED' }]);
});

test('files come page by page; all that are shown get new links', async () => {
  const { moreFiles, openBatch, refreshResults, results } = await resultsPage();
  const part = (k: number) => ({
    url: `https://bucket.example/${k}?${page.asked.length}`,
    rows: 1,
    bytes: 1,
  });
  page.answer = ({ query }) =>
    query.next
      ? { manifest: [part(2)], documents: [part(12)], summary_url: 'https://s' }
      : { manifest: [part(1)], documents: [part(11)], next: '1' };
  openBatch('a');
  await refreshResults();
  expect(results.value).toMatchObject({ manifest: [{}], next: '1' });
  await moreFiles();
  const before = results.value!;
  expect(before.manifest).toHaveLength(2);
  expect(before).toMatchObject({ documents: [{}, {}], summary_url: 'https://s' });
  expect(before.next).toBeUndefined();
  await refreshResults();
  expect(results.value!.manifest).toHaveLength(2);
  expect(results.value!.manifest[0]!.url).not.toBe(before.manifest[0]!.url);
  openBatch(null);
  expect(results.value).toBeNull();
});

test('lines that failed come page by page, until there are no more; those of another batch are not shown', async () => {
  const { failures, moreFailures, openBatch } = await resultsPage();
  const fault = (line: number) => ({ line, key: `${line}`, reason: 'No.' });
  page.answer = ({ query }) =>
    query.next ? { failures: [fault(2)] } : { failures: [fault(1)], next: 'part~1' };
  openBatch('a');
  for (let k = 0; k < 3; k++) await moreFailures();
  expect(failures.value!.failures.map(({ line }) => line)).toEqual([1, 2]);
  expect(page.asked.map(({ query }) => query)).toEqual([{}, { next: 'part~1' }]);
  openBatch('b');
  const loading = moreFailures();
  openBatch('c');
  await loading;
  expect(failures.value).toBeNull();
});

const spread = (objective: ObjectiveSpread['objective'], group: unknown[]): ObjectiveSpread => ({
  objective,
  vehicle_type: group[0] as string,
  group: JSON.stringify(group),
  p10: 1,
  p50: 1.5,
  p90: 2,
  no_way_share: 0.5,
  closed_at: [],
  members: [
    { mesh_id: 1, cost: 1, worst_regret_percent: 0, closed_on: 0, path: line(-60) },
    { mesh_id: 2, cost: null, worst_regret_percent: null, closed_on: 0, path: null },
  ],
  least_regret: { mesh_id: 1, path: line(-60) },
});
const line = (lat: number) => ({
  type: 'LineString' as const,
  coordinates: [
    [-50, lat],
    [-52, lat - 1],
  ] as [number, number][],
});

test('a spread is fetched by its link, shown, looked at, and hidden', async () => {
  const { chooseSpread, hideSpread, showSpread, shownSpread, study } = await spreadPage();
  const { lookAtAll } = await import('../../lib/console/state/state.ts');
  const objectives = ['traveltime', 'fuel'].map((each) =>
    spread(each as 'fuel', ['SDA', -60, -50, -61, -52, null]),
  );
  page.answer = ({ path }) =>
    path.startsWith('/api')
      ? { manifest: [], spread_url: 'https://bucket.example/spread.json' }
      : { objectives };
  await showSpread({ id: 'a', name: 'Winters' });
  expect(study.value).toMatchObject({ batchId: 'a', name: 'Winters' });
  expect(shownSpread.value!.objective).toBe('traveltime');
  expect(lookAtAll.value).toEqual([
    { lat: -60, lon: -50 },
    { lat: -61, lon: -52 },
  ]);
  chooseSpread(1);
  expect(shownSpread.value!.objective).toBe('fuel');
  hideSpread();
  expect([study.value, shownSpread.value]).toEqual([null, null]);
  // one that is hidden while it is fetched does not come back
  const loading = showSpread({ id: 'a', name: 'Winters' });
  hideSpread();
  await loading.catch(() => {});
  expect(study.value).toBeNull();
});

test('a batch without a spread says so', async () => {
  const { showSpread } = await spreadPage();
  page.answer = () => ({ manifest: [] });
  await expect(showSpread({ id: 'a', name: 'Season' })).rejects.toThrow('The batch Season tells no spread.');
});

test('costs have their unit; spreads of one study are told apart by what they are of', async () => {
  const { costText, shareText, spreadName } = await spreadPage();
  expect(
    [
      costText({ objective: 'traveltime' }, 1.5),
      costText({ objective: 'fuel' }, 40.25),
      costText({ objective: 'battery' }, 1234.5),
      shareText(1 / 3),
    ].map((text) => text.replace(/[\u00a0\u202f]/g, ' ')),
  ).toEqual(['1 d 12 h 0 min', '40.3 t', '1 234.5 Ah', '33 %']);
  const [one, other] = ['2031-12-24T18:00:00.000Z', '2031-12-25T18:00:00.000Z'].map((departure) =>
    spread('fuel', ['SDA', -60, -50, -61, -52, departure]),
  );
  expect(spreadName(one!, [one!.group, one!.group])).toBe('Least fuel');
  expect(spreadName(one!, [one!.group, other!.group])).toBe(
    'Least fuel · SDA · 24 Dec 2031 18:00 UTC · 60°00.000′S 050°00.000′W – 61°00.000′S 052°00.000′W',
  );
});
