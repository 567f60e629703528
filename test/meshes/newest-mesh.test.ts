import { expect, test } from 'vitest';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { newestMesh } from '../../lib/meshes/newest-mesh.ts';

const now = new Date('2024-02-14T12:00:00Z');
const created = '2024-02-14T05:05:00.000Z';
const storeOf = (...meshes: Partial<MeshRecord>[]) => ({
  page: async () => ({ meshes: meshes as MeshRecord[], next: null }),
});

test('the newest mesh is the first that is not removed', async () => {
  const store = storeOf({ id: 9, removed: created }, { id: 7, created }, { id: 6, created });
  expect(await newestMesh(store, now)).toEqual({ mesh: { id: 7, created }, ageHours: 6.9 });
  expect(await newestMesh(storeOf({ id: 9, removed: created }), now)).toBeNull();
});
