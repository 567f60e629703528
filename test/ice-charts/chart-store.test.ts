import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartBounds, coversSome } from '../../lib/ice-charts/chart-bounds.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';
import type { IceChart } from '../../lib/ice-charts/ice-chart.ts';
import { storeChart } from '../../lib/ice-charts/store-chart.ts';
import { memoryPorts } from '../meshes/memory-ports.ts';
import { area, box, egg } from './sea-of-ice.ts';

const now = new Date('2026-11-27T12:00:00Z');

const chartOf = (referenceTime: string, west = -40, name = 'Weddell Sea'): IceChart => ({
  format: 'SIGRID-3',
  name,
  referenceTime,
  areas: [box(egg('90', ['', '91']), west, -66, west + 2, -64)],
  drawn: [{ kind: 'Iceberg', geometry: { type: 'Point', coordinates: [west + 1, -65] } }],
  info: ['1 icebergs, leads and edges are drawn, and change no route'],
});

const MORNING = chartOf('2026-11-27T06:00:00.000Z');
const YESTERDAY = chartOf('2026-11-26T06:00:00.000Z');

const store = () => {
  const { files, bucket } = memoryPorts();
  return { charts: new ChartStore(files), bucket };
};

describe('stored ice charts', () => {
  it('are listed from the newest, and read back as they were', async () => {
    const { charts } = store();
    const { summary, isNew } = await charts.add(MORNING, 'a', now);
    await charts.add(YESTERDAY, 'a', now);
    expect(isNew).toBe(true);
    expect(summary).toEqual({
      id: expect.stringMatching(/^20261127T0600Z-[0-9a-f]{12}$/),
      name: 'Weddell Sea',
      format: 'SIGRID-3',
      reference_time: '2026-11-27T06:00:00.000Z',
      stored: '2026-11-27T12:00:00.000Z',
      bounds: { west: -40, south: -66, east: -38, north: -64 },
      areas: 1,
      info: MORNING.info,
    });
    expect((await charts.list()).map(({ reference_time }) => reference_time.slice(0, 10))).toEqual([
      '2026-11-27',
      '2026-11-26',
    ]);
    expect(await charts.find(summary.id)).toEqual(summary);
    expect(await charts.chart(summary.id)).toEqual(MORNING);
  });

  it('that are sent again are the same chart; another content at the same time is another', async () => {
    const { charts } = store();
    const first = await charts.add(MORNING, 'a', now);
    const again = await charts.add(MORNING, 'b', new Date('2026-11-27T13:00:00Z'));
    expect(again).toEqual({ summary: first.summary, isNew: false });
    expect((await charts.add({ ...MORNING, name: 'Other' }, 'a', now)).isNew).toBe(true);
    expect(await charts.list()).toHaveLength(2);
  });

  it('are all kept when many are sent at once', async () => {
    const { charts } = store();
    await Promise.all(
      Array.from({ length: 5 }, (_, k) => charts.add(chartOf(`2026-11-2${k}T06:00:00.000Z`), null, now)),
    );
    expect(await charts.list()).toHaveLength(5);
  });

  it('are deleted by their sender only, and stay readable for the jobs that have them', async () => {
    const { charts } = store();
    const { id } = (await charts.add(MORNING, 'a', now)).summary;
    await expect(charts.remove(id, 'b')).rejects.toMatchObject({ kind: 'forbidden' });
    await charts.remove(id, 'a');
    expect(await charts.list()).toEqual([]);
    await expect(charts.find(id)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(charts.remove(id, 'a')).rejects.toMatchObject({ kind: 'not-found' });
    expect(await charts.chart(id)).toEqual(MORNING);
    await expect(charts.chart(id.replace(/.$/, 'x'))).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('are at most 1,000', async () => {
    const { charts, bucket } = store();
    bucket.set(
      'ice-charts/list.json',
      Buffer.from(JSON.stringify(Array.from({ length: 1000 }, (_, k) => ({ id: `${k}` })))),
    );
    await expect(charts.add(MORNING, null, now)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('of tomorrow are refused: one would be the newest for ever', async () => {
    await expect(store().charts.add(chartOf('2026-12-27T06:00:00.000Z'), null, now)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('more than a day ahead'),
    });
  });

  it('are found by their id, or as the newest of the sea between some places', async () => {
    const { charts } = store();
    const weddell = (await charts.add(YESTERDAY, null, now)).summary;
    await charts.add(chartOf('2026-11-27T06:00:00.000Z', 160), null, now);
    const places = [
      { lat: -70, lon: -45 },
      { lat: -60, lon: -30 },
    ];
    expect(await charts.idFor('newest', places)).toBe(weddell.id);
    expect(await charts.idFor(weddell.id, places)).toBe(weddell.id);
    const elsewhere = [{ lat: 70, lon: 0 }];
    await expect(charts.idFor(weddell.id, elsewhere)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('is of another sea'),
    });
    await expect(charts.idFor('newest', elsewhere)).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('POST /api/ice_chart'),
    });
  });

  it('are refused in a sentence where the file is none, and nothing is stored', async () => {
    const { charts, bucket } = store();
    const options = { fileName: null, referenceTime: null };
    await expect(storeChart(charts, '<gpx/>', options, null, now)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(storeChart(charts, 'x', { ...options, referenceTime: 'today' }, null, now)).rejects.toThrow(
      'reference_time must be',
    );
    expect(bucket.size).toBe(0);
  });
});

describe('the bounds of a chart', () => {
  it('cross the antimeridian where the chart does', () => {
    const across = [
      box(egg('90'), 170, -66, 175, -64),
      area(egg('90'), [178, -70], [-178, -70], [-178, -68], [178, -68]),
    ];
    expect(chartBounds({ areas: across })).toEqual({ west: 170, south: -70, east: -178, north: -64 });
  });

  it('contain every area, and as few other longitudes as can be', () => {
    const side = fc.integer({ min: -180, max: 175 });
    fc.assert(
      fc.property(fc.array(side, { minLength: 1, maxLength: 6 }), (wests) => {
        const bounds = chartBounds({ areas: wests.map((west) => box(egg('90'), west, -66, west + 5, -64)) });
        for (const west of wests) expect(coversSome(bounds, [{ lat: -65, lon: west + 2.5 }])).toBe(true);
        const width = (bounds.east - bounds.west + 360) % 360 || 360;
        expect(width).toBeLessThanOrEqual(360 - 360 / (2 * wests.length + 2) + 5 * wests.length);
      }),
    );
  });
});
