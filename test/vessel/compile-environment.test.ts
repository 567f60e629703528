import { expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { EnvironmentSource } from '../../lib/engine/mesh/mesh-source.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { compileEnvironment, environmentSourceOf } from '../../lib/vessel/compile-environment.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { sda } from './vehicles.ts';

/** Two cells side by side. */
const source: EnvironmentSource = {
  ids: ['0', '1'],
  bounds: Float64Array.of(0, -60, 1, -59, 1, -60, 2, -59),
  currents: Float64Array.of(0.1, 0.2, 0.3, 0.4),
  environment: {
    ...unknownEnvironment(2),
    columns: { ...unknownEnvironment(2).columns, elevation: Float64Array.of(-100, -200) },
  },
  neighbours: { start: Int32Array.of(0, 1, 2), cell: Int32Array.of(1, 0), direction: Int8Array.of(2, -2) },
};

it('an environment mesh gives its source back', () => {
  const mesh = openMesh(compileEnvironment(source));
  expect(mesh.row).toEqual(Int32Array.of(0, 1));
  expect(environmentSourceOf(mesh)).toEqual(source);
});

it('a mesh that is made for a vessel has no such source', () => {
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(sda), source)));
  expect(() => environmentSourceOf(mesh)).toThrow('expected an environment mesh');
});
