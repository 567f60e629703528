import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { parseMetadata } from '../../lib/meshes/import/mesh-metadata.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { generateSampleMeshes } from '../../lib/sample-mesh/sample-mesh.ts';
import { iceConcentration } from '../../lib/sample-mesh/sea.ts';
import { SAMPLE_VEHICLES, VESSEL } from '../../lib/sample-mesh/vessel.ts';
import { type Vehicle, vehicle as vehicleSchema } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { md5Of } from '../meshes/memory-ports.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';
import { some } from '../thorough.ts';

const stations = {
  bird: { lat: -54.025, lon: -38.044 },
  falklands: { lat: -51.731, lon: -57.706 },
  halley: { lat: -75.059, lon: -25.84 },
  rothera: { lat: -67.764, lon: -68.02 },
  kep: { lat: -54.22, lon: -36.433 },
  signy: { lat: -60.72, lon: -45.48 },
};

const sample = generateSampleMeshes();
const [json, environmentJson] = sample.meshes.map(({ gzip }) => gunzipSync(gzip)) as [Buffer, Buffer];
const { source } = parseVesselMesh(json);

it('is made of the same bytes every time', () => {
  const again = generateSampleMeshes();
  again.meshes.forEach(({ gzip }, i) => {
    expect(Buffer.from(gzip).equals(sample.meshes[i]!.gzip)).toBe(true);
  });
  expect(Buffer.from(again.metadataGzip).equals(sample.metadataGzip)).toBe(true);
  expect(md5Of(json)).toBe('42346846ace327226b8a3d80e860c1af');
});

it('has metadata as the pipeline writes it, long past', () => {
  expect(sample.metadataName).toMatch(/^upload_metadata_.*\.yaml\.gz$/);
  const content = {
    created: '2000-01-01T00:00:00.000Z',
    bounds: { latMin: -80, latMax: -48, lonMin: -80, lonMax: 0 },
  };
  expect(parseMetadata(gunzipSync(sample.metadataGzip).toString())).toEqual([
    { name: 'southern-ocean-sample.vessel.json', content: { ...content, md5: md5Of(json) } },
    { name: 'southern-ocean-sample.env.json', content: { ...content, md5: md5Of(environmentJson) } },
  ]);
});

it('tiles its region with 5,000 to 10,000 cells, half of them open', () => {
  expect(source.ids.length).toBeGreaterThan(5000);
  expect(source.ids.length).toBeLessThan(10_000);
  let area = 0;
  for (let i = 0; i < source.bounds.length; i += 4) {
    const [west, south, east, north] = source.bounds.subarray(i, i + 4);
    area += (east - west) * (north - south);
  }
  expect(area).toBe(80 * 32);
  const open = source.accessible.reduce((sum, each) => sum + each, 0) / source.ids.length;
  expect(open).toBeGreaterThan(0.4);
  expect(open).toBeLessThan(0.7);
});

describe('routes between the standard southern locations', () => {
  const mesh = openMesh(compileMesh(source));
  const names = Object.keys(stations) as (keyof typeof stations)[];
  const pairs = names.flatMap((from, i) => names.slice(i + 1).map((to) => [from, to] as const));

  it.each(some(2, pairs))('%s to %s', (from, to) => {
    const { routes, start, end } = planRoute(mesh, stations[from], stations[to]);
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
    expect(routes[0].pinches).toEqual([]);
    expect(Math.max(start.movedNm, end.movedNm)).toBeLessThan(10);
  });

  it('has ice in the way of Signy to Halley', () => {
    const [fastest, thriftiest] = planRoute(mesh, stations.signy, stations.halley).routes;
    const directM = haversineNm(stations.signy, stations.halley) * 1852;
    expect(fastest!.track.distanceM.at(-1)!).toBeGreaterThan(1.1 * directM);
    expect(thriftiest!.track.consumption!.at(-1)!).toBeLessThan(0.95 * fastest!.track.consumption!.at(-1)!);
  });
});

it('has pack ice in the western Weddell Sea and open water in the Drake Passage', () => {
  expect(iceConcentration(-70, -50, 300)).toBeGreaterThan(80);
  expect(iceConcentration(-59, -62, 300)).toBe(0);
});

describe('the environment mesh', () => {
  const environment = parseMesh(environmentJson);
  const compiledFor = (vehicle: Vehicle) =>
    openMesh(compileMesh(meshForVessel(vesselOf(vehicle), environment.source)));

  it('gives the ready-made mesh for its vessel', () => {
    const made = meshForVessel(vesselOf(vehicleSchema.parse(VESSEL)), environment.source);
    expect(made.accessible).toEqual(source.accessible);
    made.speeds.forEach((speed, i) => {
      if (Math.abs(speed - source.speeds[i]!) > 1e-4) expect(speed).toBe(source.speeds[i]);
    });
  });

  it('gives two vehicles two routes to Rothera, each where it may go', () => {
    const [ship, small] = SAMPLE_VEHICLES.map((vehicle) =>
      planRoute(compiledFor(vehicle), stations.falklands, stations.rothera),
    );
    const [fast, slow] = [ship!, small!].map(({ routes }) => routes[0]!.track);
    expect(slow!.timeDays.at(-1)!).toBeGreaterThan(1.2 * fast!.timeDays.at(-1)!);
    expect(slow!.coordinates).not.toEqual(fast!.coordinates);
    const { iceConcentration: ice, waveHeight: waves } = environment.source.environment!.columns;
    for (const row of slow!.cells.slice(1)) {
      expect(ice![row]).toBeLessThanOrEqual(40);
      expect(waves![row]).toBeLessThanOrEqual(5);
    }
  });
});
