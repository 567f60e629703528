/**
 * Meshes on which the engine was once much worse than brute force, missed a way, or reported what its path does
 * not cost: one for each reason. Others are in worst-seeds.slow.test.ts.
 */
import { asGoodAsBruteForce, asGoodAsRecorded, withoutFaults } from './worst-seeds.ts';

asGoodAsBruteForce([
  { seed: 31_002_117, tolerance: 1e-4, why: 'wide cells: 0.14 % above with turns between bends only' },
  {
    seed: 512_513,
    cells: 29,
    traits: { headings: 'blocked', currents: 'overwhelming' },
    tolerance: 3e-4,
    why: 'legs on headings: 0.09 % above where their ends did not move together',
  },
]);

asGoodAsRecorded([
  {
    seed: 424_483,
    cells: 787,
    best: [0.142670696, 3.22035422],
    why: 'strong currents: 3.5 % above with a wavefront as guide',
  },
  {
    seed: 31_000_522,
    cells: 4391,
    best: [0.113207609, 2.46109696],
    why: 'cells 40 times as long as wide: 2 % above in a corridor found by corners 7 km apart',
  },
  {
    seed: 83_002_053,
    cells: 885,
    best: [0.422023305, 8.81701205],
    tolerance: 1e-4,
    why: 'headings alike: 0.04 % above on the wrong side of a corner, with points too far from it',
  },
  {
    seed: 95_000_735,
    cells: 2244,
    best: [0.0775773833, 1.70085648],
    tolerance: 1e-4,
    why: 'headings alike: 0.19 % above with as many points in a corridor of some hundred cells as in larger ones',
  },
]);

withoutFaults([
  {
    seed: 43_001_375,
    cells: 835,
    why: 'currents stronger than the vessel: no way to an end 20 m from a side',
  },
  {
    seed: 31_001_160,
    cells: 2640,
    why: 'sailing waypoints: a first leg along a side between cells of one speed and two rates',
  },
]);
