import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { FileUnreadable } from '../../lib/files/errors.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';
import { ChartRefused } from '../../lib/ice-charts/errors.ts';
import { storeChart } from '../../lib/ice-charts/store-chart.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { readZonesFile } from '../../lib/zones/read/read-zones.ts';
import { zone } from '../../lib/zones/zone.ts';
import { memoryPorts } from '../meshes/memory-ports.ts';
import { runs } from '../thorough.ts';
import { hostileFiles } from './hostile-files.ts';

const now = new Date('2026-11-27T12:00:00Z');

/** Stores what it can read. */
const takers: Readonly<
  Record<string, (bytes: Uint8Array, bucket: ReturnType<typeof memoryPorts>) => unknown>
> = {
  'an ice chart': (bytes, { files }) =>
    storeChart(new ChartStore(files), bytes, { referenceTime: '2026-11-27T06:00Z' }, null, now),
  'a route': (bytes) => readRouteFile(bytes),
  zones: (bytes) => {
    const options = { property: 'name', nameless: (i: number) => `Zone ${i}`, radiusNm: 1 };
    const { zones } = readZonesFile(bytes, options);
    for (const each of zones) {
      const { error } = zone.safeParse({ ...each, kind: each.kind ?? 'closed' });
      if (error) throw new FileUnreadable(`The zone ${error.issues[0]!.message}`);
    }
  },
};

/** Milliseconds of the processor: a second, and two for what else the machine does. */
const MOST_MS = 3000;

/** The largest that the page takes has 20 MB; what takes a time that grows faster than its length is found at 3 MB. */
const files = hostileFiles(runs(2, 3) * 1e6, runs(3, 4));

it.each(files)('%s is refused in a sentence, soon, and nothing is stored', async (_, make) => {
  const bytes = make();
  for (const [what, take] of Object.entries(takers)) {
    const world = memoryPorts();
    const begun = process.cpuUsage();
    const error = await (async () => take(bytes, world))().then(
      () => null,
      (reason: Error) => reason,
    );
    const { user, system } = process.cpuUsage(begun);
    const isRefused = error instanceof FileUnreadable || error instanceof ChartRefused;
    expect(isRefused, `${what}: ${error}`).toBe(true);
    expect(error!.message).toMatch(/^[A-Z][^\n]{10,400}$/);
    expect(world.bucket.size).toBe(0);
    expect((user + system) / 1000, what).toBeLessThan(MOST_MS);
  }
});

/** Those that take the most, of XML and of JSON. */
const HEAVIEST = ['GPX with thousands of attributes', 'a GeoJSON ring of a million points'];

it('the heaviest take at most 300 MB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-hostile-'));
  try {
    const heavy = hostileFiles(20e6, 3).filter(([title]) => HEAVIEST.includes(title));
    expect(heavy).toHaveLength(HEAVIEST.length);
    const paths = heavy.map((_, i) => join(folder, String(i)));
    for (const [i, [, make]] of heavy.entries()) await writeFile(paths[i]!, make());
    const reader = join(import.meta.dirname, 'read-hostile.ts');
    // garbage is collected as it is made, also where threads beside it find no processor
    const node = ['--expose-gc', '--single-threaded-gc'];
    const { stdout } = await promisify(execFile)(process.execPath, [...node, reader, ...paths]);
    expect(Number(stdout)).toBeGreaterThan(10);
    expect(Number(stdout)).toBeLessThan(300);
  } finally {
    await rm(folder, { recursive: true });
  }
});
