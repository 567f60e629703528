/** A drawn sea with islands, between which routes differ. */
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { randomMesh } from '../../engine/random-mesh.ts';

export const islands = randomMesh(11, {
  cells: 400,
  closed: 'islands',
  currents: 'weak',
  consumption: 'fuel',
  headings: 'alike',
  place: 'region',
});
export const seaOfIslands = openMesh(compileMesh(islands.source));
