/** The cap is a bound in every open cell: short legs anywhere in a cell cost no less than it falls along them. */
import { it } from 'vitest';
import { Cap } from '../../../lib/engine/certificate/cap.ts';
import { costsFor, leastCostPerMetre } from '../../../lib/engine/cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, unitVector } from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { runs } from '../../thorough.ts';
import { forRandomMeshes } from '../for-random-meshes.ts';
import type { MeshTraits } from '../random-mesh.ts';
import { pathCost } from './attack.ts';

/** Radians. */
interface Spot {
  readonly λ: number;
  readonly φ: number;
}

/** A leg is at most this part of its cell's width and height. */
const STEP = 0.02;
const LEGS = 20;

const degrees = ({ λ, φ }: Spot) => ({ lon: (λ * 180) / Math.PI, lat: (φ * 180) / Math.PI });

/** The ends of a short leg in a cell; half of the legs are at its border. */
function shortLeg({ bounds }: Mesh, cell: number, random: () => number): [Spot, Spot] {
  const [west, south, east, north] = [...bounds.subarray(4 * cell, 4 * cell + 4)].map(
    (degree) => (degree * Math.PI) / 180,
  ) as [number, number, number, number];
  const at = (x: number, y: number) => ({ λ: west + x * (east - west), φ: south + y * (north - south) });
  const part = () => (random() < 0.5 ? random() : Math.round(random()));
  const near = (x: number) => Math.min(1, Math.max(0, x + STEP * (2 * random() - 1)));
  const [x, y] = [part(), part()];
  return [at(x, y), at(near(x), near(y))];
}

it.each<Partial<MeshTraits>>([
  { headings: 'alike', cells: 40 },
  { headings: 'alike', currents: 'strong', cells: 20 },
  { headings: 'alike', currents: 'overwhelming', place: 'polar', cells: 20 },
  { headings: 'alike', currents: 'strong', place: 'globe', cells: 40 },
  { headings: 'alike', currents: 'strong', place: 'antimeridian', cells: 100 },
  { headings: 'wind', cells: 20 },
  { headings: 'blocked', cells: 20 },
])('%j', (traits) => {
  forRandomMeshes(runs(2, 5), { consumption: 'fuel', ...traits }, ({ mesh, start, end, random }) => {
    const [from, to] = [start, end].map(({ lat, lon }) => ({
      λ: (lon * Math.PI) / 180,
      φ: (lat * Math.PI) / 180,
    }));
    return (['traveltime', 'fuel'] as const).flatMap((objective) => {
      const costs = costsFor(mesh, objective);
      const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
      const cost = perRadian * centralAngle(from!.φ, from!.λ, to!.φ, to!.λ) * (1 + random() ** 2);
      const cap = new Cap(unitVector(degrees(from!)), cost, leastCostPerMetre(costs));
      const boundAt = (spot: Spot) => cap.at(unitVector(degrees(spot)));
      const faults: string[] = [];
      for (let cell = 0; cell < mesh.openCount; cell++) {
        for (let k = 0; k < LEGS; k++) {
          const [s, t] = shortLeg(mesh, cell, random);
          const leg = pathCost(costs, cell, [s, t]);
          const drop = boundAt(s) - boundAt(t);
          if (drop <= leg * (1 + 1e-9) + 1e-12 * cost) continue;
          faults.push(`${objective}, cell ${cell}: falls by ${drop} where a leg costs ${leg}`);
        }
      }
      return faults.slice(0, 3);
    });
  });
});
