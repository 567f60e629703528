import fc from 'fast-check';
import { expect } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { type Subject, subjectOf } from './oracle/examine.ts';
import { isOpen, type MeshTraits, randomMesh, randomNumbers, randomPoint } from './random-mesh.ts';

export interface Trial extends Subject {
  readonly seed: number;
  readonly traits: MeshTraits;
  /** Points in open cells. */
  readonly start: LatLon;
  readonly end: LatLon;
  /** Further random numbers of this trial. */
  readonly random: () => number;
}

/** The trial of a seed: mesh and points; null where no cell of the mesh is open. */
export function trialOf(seed: number, traits: Partial<MeshTraits> = {}): Trial | null {
  const mesh = randomMesh(seed, traits);
  if (!mesh.source.ids.some((_, row) => isOpen(mesh.source, row))) return null;
  const random = randomNumbers(seed + 1_000_000);
  const start = randomPoint(mesh, random);
  const end = randomPoint(mesh, random);
  const subject = subjectOf(mesh.source, openMesh(compileMesh(mesh.source)));
  return { ...subject, seed, traits: mesh.traits, start, end, random };
}

/** Expects no faults on any of so many random meshes; the same ones every time. */
export function forRandomMeshes(
  runs: number,
  traits: Partial<MeshTraits>,
  faultsOf: (trial: Trial) => readonly string[],
): void {
  const seeds = fc.noShrink(fc.nat(1_000_000));
  fc.assert(
    fc.property(seeds, (seed) => {
      const trial = trialOf(seed, traits);
      const faults = trial ? faultsOf(trial) : [];
      expect(faults, `mesh of seed ${seed}, ${JSON.stringify(trial?.traits)}`).toEqual([]);
    }),
    { seed: 20_240_214, numRuns: runs, endOnFailure: true },
  );
}
