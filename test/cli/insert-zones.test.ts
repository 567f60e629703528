import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readZones } from '../../lib/cli/zones-file.ts';
import { zone } from '../../lib/zones/zone.ts';

const antarctic = join(import.meta.dirname, '../../lib/zones/antarctic.geojson');
const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, -60],
      [west + 1, -60],
      [west + 1, -59],
      [west, -59],
      [west, -60],
    ],
  ],
});

describe('the zones of a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'polynya-zones-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (content: unknown) => {
    const file = join(folder, 'areas.geojson');
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  it('are its features; those of one name are one zone', async () => {
    const features = [
      { properties: { area: 'Bay' }, geometry: square(0) },
      { properties: { area: 'Cape', season: { from: '01-01', to: '02-01' } }, geometry: square(5) },
      { properties: { area: 'Bay' }, geometry: square(2) },
    ];
    const file = write({ type: 'FeatureCollection', features });
    expect(await readZones(file, { kind: 'closed', name: 'area' })).toEqual([
      {
        name: 'Bay',
        kind: 'closed',
        geometry: { type: 'MultiPolygon', coordinates: [square(0).coordinates, square(2).coordinates] },
      },
      { name: 'Cape', kind: 'closed', geometry: square(5), season: { from: '01-01', to: '02-01' } },
    ]);
  });

  it('need a file, of JSON', async () => {
    const text = join(folder, 'areas.txt');
    writeFileSync(text, 'Bay');
    await expect(readZones(join(folder, 'none.geojson'))).rejects.toThrow(
      'none.geojson: there is no such file',
    );
    await expect(readZones(folder)).rejects.toThrow(`${folder}: a directory, not a file`);
    await expect(readZones(text)).rejects.toThrow(
      `${text}: The file is text; what is read here is GeoJSON, KML, S-124, zip or shapefile.`,
    );
  });

  it('need a name, but for one that is called by its file', async () => {
    const nameless = { properties: { OBJECTID: 7 }, geometry: square(0) };
    const file = write({ type: 'FeatureCollection', features: [nameless, nameless] });
    await expect(readZones(file, { name: 'name' })).rejects.toThrow(
      'Feature 1 has no property "name"; it has OBJECTID (insert_zones takes another as its name with --name)',
    );
    expect(await readZones(write(square(0)), { name: 'name' })).toMatchObject([{ name: 'areas' }]);
  });

  it('of the Antarctic are 23, all valid: protected areas closed, others reported', async () => {
    const zones = await readZones(antarctic, { name: 'name' });
    expect(zones).toHaveLength(23);
    for (const each of zones) {
      expect(zone.safeParse(each).error?.issues ?? [], each.name).toEqual([]);
      expect(each.kind).toBe(each.name.startsWith('ASPA') ? 'closed' : 'report');
      expect(each.source).toMatch(/CCAMLR.*2025-09-19.*CC0/);
    }
  });
});

describe('insert_zones', () => {
  let server: Server;
  let received: Record<string, unknown>[];
  beforeEach(async () => {
    received = [];
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(201, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ name: received.at(-1)!.name }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  it('stores the areas of the Antarctic, replacing what is there', async () => {
    const { insertZonesCommand } = await import('../../lib/cli/insert-zones.ts');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await insertZonesCommand().parseAsync(['--antarctic', '-u', url], { from: 'user' });
    expect(received).toHaveLength(23);
    expect(received[0]).toMatchObject({
      kind: 'closed',
      force_properties: true,
      geometry: { type: 'Polygon' },
    });
  });
});
