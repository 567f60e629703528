/** How long a vehicle's mesh takes to make: from a compiled environment to a mesh that is ready for search. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import { parseMesh } from '../lib/meshes/read/parse-mesh.ts';
import { vesselOf } from '../lib/vehicles/vessel-of.ts';
import { compileEnvironment, environmentSourceOf } from '../lib/vessel/compile-environment.ts';
import { meshForVessel } from '../lib/vessel/mesh-for-vessel.ts';
import { sda } from '../test/vessel/vehicles.ts';
import { splitSeaInFour } from './scaling.ts';
import { median, printTable, processorMilliseconds, slope } from './statistics.ts';

const MESH = new URL('../../shared/reference/meshes/weddell-sea-8k.env.json.gz', import.meta.url);
const SPLITS = 3;
const RUNS = 7;

/** Processor time by cells, and the exponent by which it grows. */
export function measureVehicleOnMesh(): { rows: string[][]; exponent: number } {
  let source = parseMesh(gunzipSync(readFileSync(MESH))).source;
  const vessel = vesselOf(sda);
  const rows: string[][] = [];
  const points: [number, number][] = [];
  for (let level = 0; level <= SPLITS; level++) {
    if (level > 0) source = splitSeaInFour(source);
    const compiled = compileEnvironment(source);
    const models: number[] = [];
    const whole = Array.from({ length: level === 0 ? 3 * RUNS : RUNS }, () =>
      processorMilliseconds(() => {
        const environment = environmentSourceOf(openMesh(compiled));
        let mesh = null as ReturnType<typeof meshForVessel> | null;
        models.push(
          processorMilliseconds(() => {
            mesh = meshForVessel(vessel, environment);
          }),
        );
        openMesh(compileMesh(mesh!));
      }),
    );
    const ms = median(whole);
    points.push([Math.log(source.ids.length), Math.log(ms)]);
    rows.push([
      `${source.ids.length}`,
      median(models).toFixed(1),
      ms.toFixed(0),
      ((1e3 * ms) / source.ids.length).toFixed(1),
    ]);
  }
  return { rows, exponent: slope(points) };
}

export function printVehicleOnMesh(): void {
  if (!existsSync(MESH)) return;
  console.log('\nVehicle on mesh, processor time from the compiled environment to ready for search');
  const { rows, exponent } = measureVehicleOnMesh();
  printTable(['cells', 'models ms', 'whole ms', 'µs a cell'], rows);
  console.log(`scaling exponent ${exponent.toFixed(2)}`);
}

if (import.meta.main) printVehicleOnMesh();
