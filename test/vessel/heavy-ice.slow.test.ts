/** Ice that hardly lets a vessel pass: beside it, the proof is as close as elsewhere. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { hasReference, skipped } from '../engine/reference.ts';
import { sdaFields } from './vehicles.ts';

const MESH = new URL('../../../shared/reference/meshes/weddell-sea-8k.env.json.gz', import.meta.url);

it.runIf(hasReference)(`a blunt hull among cells of a millimetre an hour${skipped}`, () => {
  const blunt = vehicle.parse({ ...sdaFields, hull_type: 'blunt', force_limit: 150_000, max_ice_conc: 95 });
  const { source } = parseMesh(gunzipSync(readFileSync(MESH)));
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(blunt), source)));
  const { routes } = planRoute(mesh, { lat: -63, lon: -52 }, { lat: -72, lon: -25 }, { certificate: true });
  expect(mesh.motion.some((speed, k) => k % 4 === 0 && speed > 0 && speed < 1e-6)).toBe(true);
  for (const { optimality } of routes) expect(optimality!.gapPercent).toBeLessThan(0.1);
});
