import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClaimTable, SORTED } from '../../lib/aws/claim-table.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { readTrackFile } from '../../lib/route-files/read-route-file.ts';
import type { DatedEntry } from '../../lib/routes/planned-way.ts';
import { describeReported, describeWatch } from '../../lib/watches/describe-watch.ts';
import { reportPositions } from '../../lib/watches/report-positions.ts';
import type { Watch } from '../../lib/watches/watch.ts';
import { positionReport, watchRequest } from '../../lib/watches/watch-fields.ts';
import {
  activeWatch,
  createWatch,
  endWatch,
  followRoute,
  MAX_ACTIVE,
  ownWatch,
} from '../../lib/watches/watches.ts';
import { startTables } from '../aws/local-tables.ts';

/** Due south from the Falklands, 6° in 36 h: 10 kn, and 36 h back to where it began. */
const points = [
  [-57, -52],
  [-57, -55],
  [-57, -58],
] as const;
const hour = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000);
const at = (hours: number) => hour(hours).toISOString();
const entry = (
  changes: object = {},
  coordinates: DatedEntry['path']['features'][0]['geometry']['coordinates'] = points,
  time: string[] | null = [at(0), at(18), at(36)],
): DatedEntry => ({
  type: 'traveltime',
  name: 'South (traveltime)',
  path: {
    features: [
      { geometry: { coordinates }, properties: { traveltime: [0, 0.75, 1.5], ...(time && { time }) } },
    ],
  },
  mesh: { id: 3 },
  ...changes,
});
const routes: Record<number, readonly DatedEntry[]> = {
  1: [entry(), entry({ type: 'fuel', name: 'South (fuel)' })],
  2: [entry({}, points, null)],
  3: [
    entry(
      { meshes: [{ id: 5 }, { id: 6 }, { id: 5 }] },
      [
        [-56, -53],
        [-56, -56],
        [-57.02, -58],
      ],
      [at(6), at(30), at(60)],
    ),
  ],
  4: [
    entry(
      {},
      [
        [-57, -52],
        [-57, -57],
      ],
      [at(0), at(30)],
    ),
  ],
  5: [entry({ vehicle: { vessel_type: 'SDA' } })],
  7: [
    entry({
      path: {
        features: [
          {
            geometry: { coordinates: [points[0], points[1], points[1], points[2]] },
            properties: { time: [at(0), at(18), at(24), at(42)], fuel: [0, 60, 70, 130] },
          },
        ],
      },
      stops: [
        { name: 'Start', arrives_days: 0, stay_hours: 0, leaves_days: 0 },
        { name: 'Half', arrives_days: 0.75, stay_hours: 6, leaves_days: 1 },
        { name: 'Other', arrives_days: 1.25, stay_hours: 0, leaves_days: 1.25 },
        { name: 'End', arrives_days: 1.75, stay_hours: 0, leaves_days: 1.75 },
      ],
    }),
  ],
  6: [
    entry(
      {},
      [
        [-57, -52],
        [-57, -55],
        [-57, -52],
      ],
      [at(0), at(18), at(36)],
    ),
  ],
};

/** The watches whose checks began at once, in turn. */
const checkedNow: string[] = [];
let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let ports: Parameters<typeof reportPositions>[0] & Parameters<typeof createWatch>[0];
beforeAll(async () => {
  ({ client, stop } = await startTables());
  ports = {
    watches: new WatchTable(client, 'watches'),
    claims: new ClaimTable(client, 'watches', SORTED),
    routeOf: async (id) => (routes[id] ? { routes: routes[id] } : null),
    readTracks: async () => readTrackFile,
    checkNow: async (id) => void checkedNow.push(id),
  };
});
afterAll(() => stop());

let owners = 0;
const newOwner = () => `key-${++owners}`;
const by = (requester: string | null, idempotencyKey: string | null = null) => ({
  requester,
  idempotencyKey,
});
const create = (fields: object = {}, owner: string | null = newOwner(), now = hour(1)) =>
  createWatch(ports, watchRequest.parse({ route_id: 1, ...fields }), by(owner), now);
const reported = ({ id, requester }: Watch, fields: object, now = hour(20)) =>
  reportPositions(ports, id, positionReport.parse(fields), requester, now);
const report = async (...asked: Parameters<typeof reported>) => (await reported(...asked)).watch;
const gpx = (tracks: [number, number, number?][][]) =>
  `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="t">${tracks
    .map(
      (points) =>
        `<trk><trkseg>${points
          .map(
            ([hours, lat, lon = -57]) => `<trkpt lat="${lat}" lon="${lon}"><time>${at(hours)}</time></trkpt>`,
          )
          .join('')}</trkseg></trk>`,
    )
    .join('')}</gpx>`;

describe('a watch', () => {
  it('has the ship where the plan has it, until it is reported', async () => {
    const watch = await create({ name: 'Relief' });
    const told = describeWatch(watch, hour(9));
    expect(told).toMatchObject({
      name: 'Relief',
      route_id: 1,
      objective: 'traveltime',
      position: { lon: -57, time: at(9), from: 'plan' },
      arrives: at(36),
      planned_arrival: at(36),
      until: at(36),
      meshes: [3],
      tell_from_percent: 2,
    });
    expect(told.position.lat).toBeCloseTo(-53.5, 9);
    expect(describeWatch(watch, hour(-5)).position).toMatchObject({ lat: -52, lon: -57 });
    expect(describeWatch(watch, hour(40))).toMatchObject({
      position: { lat: -58 },
      ended: { time: at(36), why: 'arrival' },
    });

    const moved = await report(watch, { lat: -53, lon: -57, time: at(10) });
    expect(await ports.watches.find(watch.id)).toEqual(moved);
    const after = describeWatch(moved, hour(20));
    expect(after).toMatchObject({ position: { lat: -53, time: at(10), from: 'report' }, until: at(36 + 72) });
    expect(Date.parse(after.arrives)).toBeCloseTo(hour(40).getTime(), -3); // 4 h late
    expect(after).not.toHaveProperty('info');
  });

  it('is of a route with times that has not arrived', async () => {
    await expect(create({ route_id: 99 })).rejects.toThrow('route_id names no route that was calculated: 99');
    await expect(create({ route_id: 2 })).rejects.toThrow('request route 2 with a departure');
    await expect(create({ objective: 'battery' })).rejects.toThrow('must be traveltime or fuel for route 1');
    await expect(create({}, null, hour(37))).rejects.toThrow(`arrived at ${at(36)} by its plan`);
    await expect(create({ until: at(0) })).rejects.toThrow('until is in the past');
    expect(await create({ objective: 'fuel', until: at(30) })).toMatchObject({
      objective: 'fuel',
      name: 'South (fuel)',
      endsAt: at(30),
      ends: 'until',
    });
  });

  it('by what its route was not planned by is refused, with what to do', async () => {
    const alone = { ...ports, routeOf: async () => ({ routes: [entry()], objectives: ['traveltime'] }) };
    const watch = await create({ objective: 'fuel' });
    const what =
      'objective must be traveltime for route 3, which was planned by no other: continue it (POST /api/route/3/continue), and name the new route';
    await expect(followRoute(alone, watch.id, 3, watch.requester, hour(2))).rejects.toThrow(what);
    const asked = watchRequest.parse({ route_id: 3, objective: 'fuel' });
    await expect(createWatch(alone, asked, by(newOwner()), hour(1))).rejects.toThrow(what);
    const followed = await followRoute(alone, (await create()).id, 3, `key-${owners}`, hour(2));
    expect(followed.routeId).toBe(3);
  });

  it.each([
    ['9999-12-31T00:00Z', 'must be in the years 1000 to 2999'],
    ['+012026-12-31T00:00:00Z', 'must be in the years 1000 to 2999'],
    ['9999-13-31T00:00Z', expect.stringContaining('ISO 8601')],
    ['2027-02-29T00:00Z', expect.stringContaining('ISO 8601')],
    ['9999-12-31T00:00', expect.stringContaining('ISO 8601')],
  ])('until %s is refused: it %s', (until, message) => {
    const { issues } = watchRequest.safeParse({ route_id: 1, until }).error!;
    expect(issues).toMatchObject([{ path: ['until'], message }]);
  });

  it('is nobody else’s business', async () => {
    const watch = await create();
    const missing = `There is no watch ${watch.id}.`;
    const stranger = 'stranger';
    const attempts = [
      ownWatch(ports.watches, watch.id, stranger),
      endWatch(ports.watches, watch.id, stranger, hour(2)),
      followRoute(ports, watch.id, 3, stranger, hour(2)),
      report({ ...watch, requester: stranger }, { lat: -53, lon: -57, time: at(10) }),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toThrow(missing);
    expect((await ports.watches.list(stranger, 10, null)).watches).toEqual([]);
    expect(await ports.watches.find(watch.id)).toEqual(watch);
    expect((await ports.watches.list(watch.requester, 10, null)).watches).toEqual([watch]);
  });

  it('ends when it is asked to, again too, and takes nothing after that', async () => {
    const watch = await create();
    await endWatch(ports.watches, watch.id, watch.requester, hour(2));
    await endWatch(ports.watches, watch.id, watch.requester, hour(3));
    expect(describeWatch((await ports.watches.find(watch.id))!, hour(4)).ended).toEqual({
      time: at(2),
      why: 'deleted',
    });
    const attempts = [
      () => report(watch, { lat: -53, lon: -57, time: at(1) }, hour(4)),
      () => followRoute(ports, watch.id, 3, watch.requester, hour(4)),
      () => activeWatch(ports.watches, watch.id, watch.requester, hour(4)),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(`ended at ${at(2)}`);
  });

  it('is one of at most twenty of a caller that are active, however many are asked for at once', async () => {
    const owner = newOwner();
    const first = await create({}, owner);
    const made = await Promise.allSettled(
      Array.from({ length: 30 }, (_, ms) => create({}, owner, new Date(hour(1).getTime() + ms))),
    );
    const done = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(done).toHaveLength(MAX_ACTIVE.own - 1);
    await expect(create({}, owner)).rejects.toThrow('You have 20 active watches');
    expect((await ports.watches.list(owner, 100, null)).watches).toHaveLength(MAX_ACTIVE.own);
    await endWatch(ports.watches, first.id, owner, hour(2));
    await create({}, owner, hour(3));
    expect((await ports.watches.active(owner, hour(3))).own).toHaveLength(MAX_ACTIVE.own);
    expect((await ports.watches.active(owner, hour(100))).own).toEqual([]);
  });

  it('is one of at most a thousand of a stage', async () => {
    const watches: WatchTable = Object.create(ports.watches, {
      active: { value: async () => ({ all: Array(MAX_ACTIVE.all).fill('other'), own: [] }) },
    });
    const asked = createWatch(
      { ...ports, watches },
      watchRequest.parse({ route_id: 1 }),
      by(newOwner()),
      hour(1),
    );
    await expect(asked).rejects.toThrow('The service has 1000 active watches');
  });

  it('is kept for thirty days after its end, whichever that is', async () => {
    const expires = async ({ id }: Watch) => {
      const get = new GetCommand({ TableName: 'watches', Key: { id, sort: 'watch' } });
      return (await client.send(get)).Item!.expiresAt * 1000 - hour(0).getTime();
    };
    const days = (count: number) => 24 * count * 3_600_000;
    const watch = await create();
    expect(await expires(watch)).toBe(days(1.5 + 30));
    await report(watch, { lat: -53, lon: -57, time: at(10) });
    expect(await expires(watch)).toBe(days(1.5 + 3 + 30));
    await endWatch(ports.watches, watch.id, watch.requester, hour(24));
    expect(await expires(watch)).toBe(days(1 + 30));
  });

  it('follows another route to the same end', async () => {
    const watch = await create();
    const follow = (routeId: number) => followRoute(ports, watch.id, routeId, watch.requester, hour(7));
    await expect(follow(4)).rejects.toThrow('leads elsewhere: its end is 60 NM from that of the voyage');
    await expect(follow(5)).rejects.toThrow('for another ship: for SDA, and the voyage is for no vehicle');
    await expect(follow(2)).rejects.toThrow('without times');
    await expect(follow(99)).rejects.toThrow('no route');
    const followed = await follow(3);
    expect(describeWatch(followed, hour(7))).toMatchObject({
      route_id: 3,
      departure: at(0),
      planned_arrival: at(60),
      meshes: [5, 6],
      until: at(60),
    });
    await report(followed, { lat: -52.5, lon: -57, time: at(3) }); // from before it was followed
  });

  it('is checked at once on a route that is new to it, until that is done', async () => {
    const count = ({ id }: Watch) => checkedNow.filter((each) => each === id).length;
    const watch = await create();
    expect(count(watch)).toBe(1);
    const follow = (routeId: number) => followRoute(ports, watch.id, routeId, watch.requester, hour(7));
    await follow(3);
    expect(count(watch)).toBe(2);
    await follow(3); // again, as the first may not have begun it
    expect(count(watch)).toBe(3);
    await expect(follow(4)).rejects.toThrow('leads elsewhere');
    const found = { key: '3/5', meshes: [5], status: 'holds', reason: null, told: null } as const;
    const check = { ...found, time: at(8), arrives: at(60) };
    await ports.watches.noteCheck(await follow(3), { check, untold: null }, hour(8));
    await follow(3);
    expect(count(watch)).toBe(4);
  });

  describe('that is asked for again with its Idempotency-Key', () => {
    const ask = (sender: ReturnType<typeof by>, fields: object = {}, now = hour(1)) =>
      createWatch(ports, watchRequest.parse({ route_id: 1, ...fields }), sender, now);
    const begun = ({ id }: Watch) => checkedNow.filter((each) => each === id).length;
    const ids = async (owner: string) =>
      (await ports.watches.list(owner, 10, null)).watches.map(({ id }) => id);
    it('is the same one, also when it has arrived or ended; with another body or by another it is not', async () => {
      const owner = newOwner();
      const watch = await ask(by(owner, 'k'));
      expect(await ask(by(owner, 'k'))).toEqual(watch);
      expect((await ask(by(owner, 'k'), {}, hour(20))).id).toBe(watch.id);
      expect(begun(watch)).toBe(3);
      await expect(ask(by(owner, 'k'), { name: 'Other' })).rejects.toMatchObject({
        name: 'IdempotencyKeyReused',
      });
      await endWatch(ports.watches, watch.id, owner, hour(21));
      expect(await ask(by(owner, 'k'), {}, hour(22))).toMatchObject({ id: watch.id, endsAt: at(21) });
      expect(begun(watch)).toBe(3);
      expect(await ids(owner)).toEqual([watch.id]);
      const [later, keyless] = [await ask(by(owner, 'k'), {}, hour(26)), await ask(by(owner))];
      const others = [later, keyless, await ask(by(newOwner(), 'k'))].map(({ id }) => id);
      expect(new Set([watch.id, ...others]).size).toBe(4);
    });

    it('is not checked again once it was', async () => {
      const sender = by(newOwner(), 'k');
      const watch = await ask(sender);
      const found = { meshes: [4], status: 'holds', reason: null, told: null } as const;
      const check = { ...found, key: '1/4', time: at(2), arrives: at(50) };
      await ports.watches.noteCheck(watch, { check, untold: null }, hour(2));
      await ask(sender, {}, hour(3));
      expect(begun(watch)).toBe(1);
    });

    it('is one, of however many at the same time', async () => {
      const owner = newOwner();
      const made = await Promise.all(Array.from({ length: 8 }, () => ask(by(owner, 'k'))));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      expect(await ids(owner)).toEqual([made[0]!.id]);
    });

    it.each(['create', 'active'] as const)(
      'is one that is checked, where the first died at %s, before or after it was done',
      async (step) => {
        for (const isDone of [false, true]) {
          const owner = newOwner();
          const own = ports.watches[step].bind(ports.watches) as (...given: unknown[]) => Promise<never>;
          vi.spyOn(ports.watches, step).mockImplementationOnce(async (...given: unknown[]) => {
            if (isDone) await own(...given);
            throw new Error('died');
          });
          await expect(ask(by(owner, 'k'))).rejects.toThrow('died');
          const watch = await ask(by(owner, 'k'), {}, hour(2));
          expect(begun(watch)).toBe(1);
          expect(await ids(owner)).toEqual([watch.id]);
        }
      },
    );

    it('is one that is checked, where the first could not begin its check', async () => {
      const owner = newOwner();
      vi.spyOn(ports, 'checkNow').mockRejectedValueOnce(new Error('busy'));
      await expect(ask(by(owner, 'k'))).rejects.toThrow('busy');
      const made = await ids(owner);
      const watch = await ask(by(owner, 'k'), {}, hour(2));
      expect([[watch.id], begun(watch)]).toEqual([made, 1]);
    });

    it('is made where the first was refused, or had no place', async () => {
      const owner = newOwner();
      await expect(ask(by(owner, 'k'), { route_id: 99 })).rejects.toThrow('no route');
      const crowd = Array.from({ length: MAX_ACTIVE.own + 1 }, () => '0');
      const active = vi.spyOn(ports.watches, 'active');
      active.mockResolvedValueOnce({ all: [], own: [] }).mockResolvedValueOnce({ all: crowd, own: crowd });
      await expect(ask(by(owner, 'k'))).rejects.toThrow('You have 20 active watches');
      expect(await ids(owner)).toEqual([]);
      const watch = await ask(by(owner, 'k'), {}, hour(2));
      expect(await ids(owner)).toEqual([watch.id]);
      expect(await ports.watches.find(watch.id)).toEqual(watch);
    });
  });

  it('that follows a route already stays as it is checked, and as long as it lasts', async () => {
    const watch = await create();
    const found = { meshes: [4], status: 'dearer', reason: null, told: null } as const;
    const check = { ...found, key: '1/4', time: at(2), arrives: at(50) };
    await ports.watches.noteCheck(watch, { check, untold: null }, hour(2));
    const again = await followRoute(ports, watch.id, 1, watch.requester, hour(3));
    expect(again.check).toEqual(check);
    expect(await ports.watches.find(watch.id)).toEqual(again);
  });

  it('does not follow a route that has arrived by its plan: it would end unseen', async () => {
    const watch = await create({ route_id: 3 });
    const past = followRoute(ports, watch.id, 1, watch.requester, hour(40));
    await expect(past).rejects.toThrow(`route_id names a voyage that arrived at ${at(36)} by its plan`);
    await report(watch, { lat: -55, lon: -57, time: at(30) }, hour(40));
    expect((await followRoute(ports, watch.id, 1, watch.requester, hour(41))).endsAt).toBe(at(36 + 72));
    const longer = await create({ route_id: 3 });
    await report(longer, { lat: -55, lon: -57, time: at(30) }, hour(40));
    const old = followRoute(ports, longer.id, 1, longer.requester, hour(110));
    await expect(old).rejects.toThrow(`arrived at ${at(36)} by its plan`);
  });
});

describe('reports', () => {
  it('count by their own time, whatever comes first, and as often as they come', async () => {
    const watch = await create();
    for (const hours of [12, 6, 9, 12])
      await report(watch, { lat: -52 - hours / 6, lon: -57, time: at(hours) });
    expect((await ports.watches.find(watch.id))!.position).toEqual({ lat: -54, lon: -57, time: at(12) });
    expect((await ports.watches.positions(watch.id)).map(({ time }) => time)).toEqual([at(6), at(9), at(12)]);
  });

  it('end the watch at the end of the way, and not where a round voyage begins', async () => {
    const there = await create();
    const arrived = await report(there, { lat: -57.99, lon: -57, time: at(33) }, hour(34));
    expect([arrived.endsAt, arrived.ends]).toEqual([at(34), 'arrival']);
    // again, as its answer may be lost; another one comes too late
    expect(await report(there, { lat: -57.99, lon: -57, time: at(33) }, hour(35))).toEqual(arrived);
    const other = report(there, { lat: -57.98, lon: -57, time: at(33) }, hour(35));
    await expect(other).rejects.toThrow(`ended at ${at(34)}`);
    const round = await create({ route_id: 6 });
    expect((await report(round, { lat: -52.01, lon: -57, time: at(1) })).ends).toBe('until');
    expect((await report(round, { lat: -52.01, lon: -57, time: at(36) }, hour(37))).ends).toBe('arrival');
  });

  it('of an arrival sooner than any ship could be there do not end the watch', async () => {
    const watch = await create();
    const early = report(watch, { lat: -58, lon: -57, time: at(1) }, hour(2));
    const nm = haversineNm({ lat: -52, lon: -57 }, { lat: -58, lon: -57 }).toFixed(1);
    await expect(early).rejects.toThrow(
      `time is that of an arrival, which needs more than 60 knots, ${nm} NM since the departure: a place or a time is wrong`,
    );
    expect(await ports.watches.positions(watch.id)).toEqual([]);
    expect((await report(watch, { lat: -52.2, lon: -57, time: at(1) }, hour(2))).ends).toBe('until');
  });

  it('far off the way are taken, and told', async () => {
    const watch = await report(await create(), { lat: -55, lon: -42, time: at(18) });
    const { info, arrives, position } = describeWatch(watch, hour(20));
    const off = haversineNm({ lat: -55, lon: -42 }, { lat: -55, lon: -57 });
    expect('off_nm' in position && position.off_nm / off).toBeCloseTo(1, 1);
    const found = { key: 'k', meshes: [4], status: 'holds', reason: null, told: null } as const;
    const check = { ...found, time: at(21), arrives: at(90) };
    expect(describeWatch({ ...watch, check }, hour(22))).toMatchObject({
      arrives: at(90),
      info: expect.stringMatching(
        /^The ship was 5[01]\d NM off its way .*: its rest is priced from there\.$/,
      ),
    });
    expect(info).toMatch(/^The ship was 5[01]\d NM off its way/);
    const late = (Date.parse(arrives) - hour(36).getTime()) / 3_600_000;
    expect(late).toBeGreaterThan(0.97 * (off / 10));
    expect(late).toBeLessThan(1.03 * (off / 10));
  });

  it('of the future, from before the departure, or without what they need are refused', async () => {
    const watch = await create();
    const later = report(watch, { lat: -53, lon: -57, time: at(21) }, hour(20));
    await expect(later).rejects.toMatchObject({ details: [{ field: 'time' }] });
    await expect(later).rejects.toThrow('is in the future');
    await expect(report(watch, { lat: -53, lon: -57, time: at(-1) })).rejects.toThrow('before the departure');
    const issues = (fields: object) =>
      positionReport.safeParse(fields).error!.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(issues({ lat: 1, lon: 2 })).toEqual([['time', 'is required, or track']]);
    expect(issues({ lat: 1, track: '' })).toEqual([['lat', 'can not be combined with track']]);
    expect(issues({ lat: 91, lon: 2, time: at(0) })).toHaveLength(1);
  });

  it('say which stops are done and what is aboard, in whatever order they come', async () => {
    const watch = await create({ route_id: 7 });
    expect(describeWatch(watch, hour(2))).not.toHaveProperty('fuel');
    const place = { lat: -53, lon: -57 };
    await report(watch, { ...place, time: at(6), done: ['Half'], fuel_aboard_tonnes: 100 });
    await report(watch, { lat: -52.5, lon: -57, time: at(3), done: ['Other'], fuel_aboard_tonnes: 110 });
    const moved = await report(watch, { lat: -54, lon: -57, time: at(12) });
    expect(moved).toMatchObject({ done: ['Half', 'Other'], fuel: { ...place, time: at(6), tonnes: 100 } });
    // 20 t from there to 54° S, then 80 t without the stay, which is done
    expect(describeWatch(moved, hour(13))).toMatchObject({
      done: ['Half', 'Other'],
      fuel: { aboard_tonnes: 100, time: at(6), left_tonnes: expect.closeTo(0, 6) },
    });
    expect(await ports.watches.find(watch.id)).toEqual(moved);
    const wrong = report(watch, { ...place, time: at(6), done: ['Half', 'Harbour'] });
    await expect(wrong).rejects.toThrow(
      'done has "Harbour", which is no stop of route 7: its stops are Half, Other',
    );
    const none = await create();
    await expect(report(none, { ...place, time: at(6), done: ['Half'] })).rejects.toThrow('it has no stops');
    await expect(report(none, { ...place, time: at(6), fuel_aboard_tonnes: 3 })).rejects.toMatchObject({
      details: [{ field: 'fuel_aboard_tonnes' }],
    });
  });

  it('are held against those about them alone, however many there are', async () => {
    const watch = await create();
    for (const hours of [6, 8, 10, 12, 14])
      await report(watch, { lat: -52 - hours / 6, lon: -57, time: at(hours) });
    const about = async (from: number, to = from) =>
      (await ports.watches.positionsAbout(watch.id, at(from), at(to))).map(({ time }) => time);
    expect(await about(9)).toEqual([at(8), at(10)]);
    expect(await about(10)).toEqual([at(8), at(10), at(12)]);
    expect(await about(7, 12)).toEqual([at(6), at(8), at(10), at(12), at(14)]);
    expect([await about(1), await about(20)]).toEqual([[at(6)], [at(14)]]);
    expect(await ports.watches.positionsAbout((await create()).id, at(1), at(2))).toEqual([]);
    const whole = vi.spyOn(ports.watches, 'positions');
    await report(watch, { lat: -53.5, lon: -57, time: at(9) });
    expect(whole).not.toHaveBeenCalled();
  });

  it('that no one ship can be at are refused, alone as in a track, whichever comes first', async () => {
    const watch = await create();
    await report(watch, { lat: -53, lon: -57, time: at(6) });
    await report(watch, { lat: -55, lon: -57, time: at(18) });
    const told = (nm: string, from: number, to: number) =>
      `needs more than 60 knots, ${nm} NM between ${at(from)} and ${at(to)}: it is of two ships, or a place or a time is wrong`;
    const alone = (hours: number, lat: number) => report(watch, { lat, lon: -57, time: at(hours) });
    await expect(alone(19, -45)).rejects.toThrow(`time ${told('600.4', 18, 19)}`);
    await expect(alone(17, -45)).rejects.toThrow(`time ${told('600.4', 17, 18)}`);
    await expect(alone(7, -35)).rejects.toThrow(`time ${told('1080.7', 6, 7)}`);
    const track = `lat,lon,eta\n-45,-57,${at(18.9)}\n-45.1,-57,${at(19)}\n`;
    await expect(report(watch, { track })).rejects.toThrow(`track ${told('600.4', 18, 18.9)}`);
    expect((await ports.watches.positions(watch.id)).map(({ lat }) => lat)).toEqual([-53, -55]);
    const right = Array.from({ length: 9 }, (_, k): [number, number] => [5.55 + k / 8, -43.5 - k / 100]);
    await expect(report(watch, { track: gpx([right]) })).rejects.toThrow(
      `Send the right place for ${at(6)}, if it was wrong`,
    );
    expect(await ports.watches.positions(watch.id)).toHaveLength(2);
    await alone(19, -55.2);
  });

  it('of the same time take the place of what was wrong', async () => {
    const watch = await create({ route_id: 7 });
    await report(watch, { lat: -35, lon: -57, time: at(6), fuel_aboard_tonnes: 1000 });
    const right = { lat: -53, lon: -57, time: at(6) };
    const next = { lat: -53.1, lon: -57, time: at(7) };
    await expect(report(watch, next)).rejects.toThrow(`Send the right place for ${at(6)}, if it was wrong`);
    const moved = await report(watch, { ...right, fuel_aboard_tonnes: 100 });
    expect(moved).toMatchObject({ position: right, fuel: { ...right, tonnes: 100 } });
    expect((await report(watch, next)).position).toEqual(next);
  });

  it('come as a track too, forwards or backwards, thinned to one in ten minutes', async () => {
    const along = Array.from({ length: 181 }, (_, i): [number, number] => [i / 60, -52 - i / 360]);
    for (const points of [along, along.toReversed()]) {
      const watch = await create();
      const moved = await report(watch, { track: gpx([points]) });
      expect(moved.position).toEqual({ lat: -52.5, lon: -57, time: at(3) });
      const kept = await ports.watches.positions(watch.id);
      expect(kept.map(({ time }) => time)).toEqual(Array.from({ length: 19 }, (_, i) => at(i / 6)));
    }
    const csv = `lat,lon,eta\n-52.1,-57,${at(1)}\n-52.2,-57,${at(2)}\n`;
    expect((await report(await create(), { track: Buffer.from(csv) })).position).toMatchObject({
      lat: -52.2,
    });
    // who reports every hour sends the last hour's only one
    const single = await report(await create(), { track: gpx([[[1, -52.1]]]) });
    expect(single.position).toEqual({ lat: -52.1, lon: -57, time: at(1) });
    await expect(report(await create(), { track: gpx([]) })).rejects.toThrow('has no route');
  });

  it('of a track that no ship can be at are left out and told, and nothing else of it', async () => {
    const along = Array.from({ length: 25 }, (_, i): [number, number] => [i / 6, -52 - i / 36]);
    // at the beginning, amid the way, after a gap in which a ship could come there, and at the end
    for (const wrong of [0, 10, 24]) {
      const points = along.map(([hours, lat], i): [number, number, number?] =>
        i === wrong ? [hours, -12.3] : [i > wrong && wrong === 10 ? hours + 9 : hours, lat],
      );
      const watch = await create();
      const answer = await reported(watch, { track: gpx([points]) });
      const place = { lat: -12.3, lon: -57, time: at(points[wrong]![0]) };
      expect(answer.leftOut).toEqual([place]);
      const described = describeReported(answer, hour(20));
      expect(described).toMatchObject({
        left_out: [place],
        info: 'Positions of the track that are left out: 1 at more than 60 knots from the others.',
      });
      const [hours, lat] = points.findLast(([, lat]) => lat !== -12.3)!;
      expect(described.position).toMatchObject({ lat, time: at(hours) });
      const kept = await ports.watches.positions(watch.id);
      expect(kept.map((each) => each.lat)).toEqual(along.map(([, lat]) => lat).toSpliced(wrong, 1));
    }
  });

  it('of a track from before the departure are left out and told', async () => {
    const points = Array.from({ length: 9 }, (_, i): [number, number] => [
      i - 3,
      -52 - Math.max(0, i - 3) / 6,
    ]);
    const answer = await reported(await create(), { track: gpx([points]) });
    expect(answer.leftOut.map(({ time }) => time)).toEqual([at(-3), at(-2), at(-1)]);
    expect(describeReported(answer, hour(20)).info).toBe(
      'Positions of the track that are left out: 3 before the departure.',
    );
    await expect(report(await create(), { track: gpx([points.slice(0, 3)]) })).rejects.toThrow(
      'is before the departure',
    );
  });

  it('may be given to the minute of time and of arc, by two receivers', async () => {
    const toMinutes = (value: number) => Math.round(60 * value) / 60;
    // 15 kn to the south-east, each half minute
    const points = Array.from({ length: 240 }, (_, i): [number, number, number] => [
      Math.floor(i / 2) / 60,
      toMinutes(-52 - (i / 120) * 0.18),
      toMinutes(-57 + (i / 120) * 0.3) + (i % 2 === 0 ? 0.003 : 0),
    ]);
    const watch = await create();
    expect((await reported(watch, { track: gpx([points]) })).leftOut).toEqual([]);
    const one = { lat: -52.4, lon: -56.4 };
    await report(watch, { ...one, time: at(2) });
    await report(watch, { lat: -52.41, lon: -56.42, time: new Date(hour(2).getTime() + 5000).toISOString() });
  });

  it('of two ships, without times, or of a file that is none are refused', async () => {
    const watch = await create();
    const refused = (track: string, why: string) => expect(report(watch, { track })).rejects.toThrow(why);
    const [one, other]: [number, number, number?][][] = [
      [
        [1, -52],
        [2, -52.1],
        [3, -52.3],
      ],
      [
        [1.5, -56],
        [2.5, -56.2],
      ],
    ];
    await refused(gpx([one!, other!]), 'has 2 tracks');
    const mixed = [...one!, ...other!];
    await refused(
      gpx([mixed]),
      `needs more than 60 knots, 246.2 NM between ${at(2)} and ${at(2.5)}: it is of two ships`,
    );
    await refused(
      gpx([
        [
          [1, -52],
          [1, -53],
        ],
      ]),
      'of two ships',
    );
    await refused(gpx([one!]).replaceAll(/<time>.*?<\/time>/g, ''), 'has no ISO 8601 time at point 1');
    await refused(
      gpx([
        [
          [21, -52],
          [22, -52.1],
        ],
      ]),
      'in the future',
    );
    await refused('no track', 'can not be read');
    expect((await ports.watches.find(watch.id))!.position).toBeNull();
    const many = Array.from({ length: 10_001 }, (_, i) => `-52.1,-57,${at(i / 1e4)}`);
    await refused(`lat,lon,eta\n${many.join('\n')}\n`, 'has 10001 points; at most 10000 are read');
    const weeks = Array.from({ length: 1100 }, (_, i): [number, number] => [i / 6, -52 - i / 1000]);
    await expect(
      report(await create({ until: at(500) }), { track: gpx([weeks]) }, hour(190)),
    ).rejects.toThrow(
      'ended', // the plan arrived, and nothing was reported till then
    );
    const long = await create({ until: at(500) });
    await report(long, { lat: -52.1, lon: -57, time: at(1) }, hour(2));
    await expect(report(long, { track: gpx([weeks]) }, hour(190))).rejects.toThrow(
      'send at most 1000 at once',
    );
  });
});
