import { describe, expect, it, vi } from 'vitest';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { compiledKeyOf, sourceKeyOf } from '../../../lib/meshes/compiled-key.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { loadMeshFor, meshKeyFor } from '../../../lib/meshes/load/mesh-for-vehicle.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { sda, sdaFields } from '../../vessel/vehicles.ts';
import { storedFile } from '../memory-ports.ts';
import { bytesOf, environmentGrid, gridMesh } from '../mesh-files.ts';

const record = { id: 7, name: 'sea.env.json', md5: 'abc', kind: 'environment', cellCount: 9 } as const;

function bucket(initial: Record<string, Uint8Array>) {
  const objects = new Map(Object.entries(initial));
  const ports = {
    files: {
      read: vi.fn(async (key: string) => {
        const bytes = objects.get(key);
        return bytes ? storedFile(bytes) : null;
      }),
      write: vi.fn(async (key: string, bytes: Uint8Array) => void objects.set(key, bytes)),
      replace: vi.fn(async () => false),
    },
    log: { warn: vi.fn() },
  };
  return { ports, objects };
}

const environment = compileFile(parseMesh(bytesOf(environmentGrid()))).compiled;

describe('the mesh for a vehicle', () => {
  it('is made once from the environment, and kept for all with the same properties', async () => {
    const { ports, objects } = bucket({ [compiledKeyOf('abc')]: environment });
    const made = await loadMeshFor(ports, record, sda);
    expect(made.mesh).toMatchObject({ isEnvironment: false, openCount: 9, consumption: 'fuel' });
    expect(planRoute(made.mesh, { lat: -59.5, lon: 0.5 }, { lat: -57.5, lon: 2.5 }).routes).toHaveLength(2);
    const key = meshKeyFor(record, sda);
    expect(key).toMatch(/^vehicle-meshes\/v\d+\/abc-[0-9a-f]{32}\.mesh$/);
    expect([...objects.keys()]).toEqual([compiledKeyOf('abc'), key]);

    const twin = {
      ...sda,
      vessel_type: 'Twin',
      max_speed: 26.5 / 1.852,
      unit: 'kn',
      neighbour_splitting: false,
    };
    expect((await loadMeshFor(ports, record, twin)).mesh.bounds).toEqual(made.mesh.bounds);
    expect(ports.files.write).toHaveBeenCalledTimes(1);
    expect(ports.files.read).toHaveBeenLastCalledWith(key);
  });

  it('is another one after a relevant property has changed', async () => {
    const keys = [
      {},
      { max_speed: 26 },
      { min_depth: 11 },
      { excluded_zones: ['a'] },
      { ice_class: 'PC5' as const },
    ];
    expect(new Set(keys.map((change) => meshKeyFor(record, { ...sda, ...change }))).size).toBe(keys.length);
  });

  it('is made again where the kept one is damaged', async () => {
    const { ports, objects } = bucket({
      [compiledKeyOf('abc')]: environment,
      [meshKeyFor(record, sda)]: environment.slice(0, 100),
    });
    await loadMeshFor(ports, record, sda);
    expect(objects.get(meshKeyFor(record, sda))!.length).toBeGreaterThan(1000);
  });

  it('is the ready-made one as it is', async () => {
    const { compiled, vesselKey } = compileFile(parseMesh(bytesOf(gridMesh())));
    const { ports } = bucket({ [compiledKeyOf('abc')]: compiled });
    expect((await loadMeshFor(ports, { ...record, kind: 'vessel' }, sda)).mesh.openCount).toBe(9);
    expect(vesselKey).toBeNull(); // its vessel_info lacks the beam, among others
    const complete = gridMesh();
    Object.assign(complete.config.vessel_info, sdaFields);
    expect(compileFile(parseMesh(bytesOf(complete))).vesselKey).toMatch(/^[0-9a-f]{32}$/);
  });

  it('reports what is wrong with the vehicle, and with the mesh', async () => {
    const { ports } = bucket({ [compiledKeyOf('abc')]: environment });
    const params = { speed_coeffs: [0, 0, -1], resistance_coeffs: [0, 0] };
    const perpetual = { ...sda, consumption_model: { type: 'polynomial_fuel' as const, params } };
    await expect(loadMeshFor(ports, record, perpetual)).rejects.toMatchObject({ name: 'VesselUnusable' });
    expect(ports.files.write).not.toHaveBeenCalled();
    const lost = bucket({});
    await expect(loadMeshFor(lost.ports, record, sda)).rejects.toMatchObject({ name: 'MeshLost' });
    expect(lost.ports.files.read).toHaveBeenCalledWith(sourceKeyOf('abc'));
  });
});
