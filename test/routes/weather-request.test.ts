import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WeatherNotOnMesh } from '../../lib/routes/errors.ts';
import { startTables } from '../aws/local-tables.ts';
import { makeWorld, mesh, NEWEST_CHART } from './world.ts';

const windless = { seaColumns: ['elevation', 'iceConcentration'] } as const;
const windy = { seaColumns: ['elevation', 'windEast', 'windNorth'] } as const;
const dated = { departure: '2024-02-12T00:00Z' };
const until = (most: object) => ({ ...dated, stops: [{ lat: -60, lon: -60, name: 'Net', ...most }] });

describe('a request whose work waits for weather', () => {
  let client: DynamoDBDocumentClient;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    ({ client, stop } = await startTables());
  });
  afterEach(() => stop());
  const send = (meshes: ReturnType<typeof mesh>[], sent: object) => makeWorld(client, meshes).send(sent);

  it('is a 422 that names the mesh, where that has no such values', async () => {
    const refused = send([mesh(1, windless)], until({ most_wind_kn: 20 }));
    await expect(refused).rejects.toThrow(WeatherNotOnMesh);
    await expect(refused).rejects.toThrow(
      /^Mesh 1 has no wind \(u10, v10\), which most_wind_kn of stop "Net" is about/,
    );
    await expect(send([mesh(1, windy)], until({ most_ice_percent: 20 }))).rejects.toThrow(
      /^Mesh 1 has no ice/,
    );
  });

  it('is accepted where the mesh has them, or was imported before that was recorded', async () => {
    expect(await send([mesh(1, windy)], until({ most_wind_kn: 20 }))).toMatchObject({ outcome: 'new' });
    expect(await send([mesh(2)], until({ most_wind_kn: 21 }))).toMatchObject({ outcome: 'new' });
  });

  it('is tried where one mesh of several has them, but not on a forecast of which one lacks them', async () => {
    const [first, second] = ['2024-02-12', '2024-02-13'].map((day) => ({
      validDateStart: day,
      validDateEnd: day,
    }));
    const sent = until({ most_wind_kn: 20 });
    expect(await send([mesh(1, windless), mesh(2, windy)], sent)).toMatchObject({ outcome: 'new' });
    const days = [mesh(1, { ...first, ...windy }), mesh(2, { ...second, ...windless })];
    await expect(send(days, { ...sent, mesh_ids: [1, 2] })).rejects.toThrow(/^Mesh 2 has no wind/);
  });

  it('has the ice of its chart', async () => {
    const open = mesh(1, { kind: 'environment', vesselKey: null, seaColumns: ['elevation'] });
    const sent = { ...until({ most_ice_percent: 20 }), vehicle_type: 'SDA' };
    await expect(send([open], sent)).rejects.toThrow(/no ice/);
    expect(await send([open], { ...sent, ice_chart: NEWEST_CHART })).toMatchObject({ outcome: 'new' });
  });
});
