/** What a metre costs at a price of an hour: the search's samples against every speed on every bearing. */
import { expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { costsFor, legCost } from '../../lib/engine/cost/cost.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { courseOf, overGround } from '../../lib/speed/best-speed.ts';
import { multiplierMesh } from '../../lib/speed/multiplier-mesh.ts';
import { SpeedCurves } from '../../lib/speed/speed-curves.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { seaOf, ship } from './seas.ts';

it('in a gale that leaves less speed than there is current', () => {
  const wind = { windEast: -18.7, windNorth: -9.4 };
  const sea = seaOf([0, 1], [-58, -57], () => ({ u: -0.27, v: 1.55, columns: wind }));
  const vessel = vesselOf(ship({ speed_adjustment: {} }));
  const mesh = openMesh(compileMesh(meshForVessel(vessel, sea)));
  const curves = new SpeedCurves(mesh, vessel, 5.3);
  const curve = curves.of(0);
  for (const λ of [0, 20, 200]) {
    const { mesh: priced, price } = multiplierMesh(curves, λ);
    const costs = costsFor(priced, 'traveltime');
    for (let degrees = 0; degrees < 360; degrees += 3) {
      const [x, y] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
      const course = courseOf(x, y, 3.6 * -0.27, 3.6 * 1.55);
      let most = 0;
      for (let v = curve.least; v <= curve.most; v += 0.02) {
        const { speedKmh, rate } = curve.sail(v, course.low, course.high, course.fraction);
        most = Math.max(most, overGround(speedKmh, course) / (rate + λ));
      }
      const found = price * legCost(costs, 0, 24_000 * x, 24_000 * y);
      expect(found * most).toBeGreaterThan(0.96);
      expect(found * most).toBeLessThan(1.04);
    }
  }
});

it('cells with the same data and current, as the pieces of one, are worked out once', () => {
  const cellAt = (column: number) => ({
    u: column === 2 ? 0.6 : 0.5,
    v: 0.2,
    columns: { windEast: column === 3 ? 5 : 9, windNorth: -4 },
  });
  const sea = seaOf([0, 1, 2, 3, 4], [-58, -57], cellAt);
  const vessel = vesselOf(ship({ speed_adjustment: {} }));
  const mesh = openMesh(compileMesh(meshForVessel(vessel, sea)));
  const { motion, profile, reachOf } = multiplierMesh(new SpeedCurves(mesh, vessel, 5.3), 20).mesh;
  const alike = [...profile.keys()].map(
    (cell) => [...profile.keys()].find((k) => profile[k] === profile[cell])!,
  );
  expect(profile[0]).toBeGreaterThanOrEqual(0);
  expect(alike).toEqual([0, 0, 2, 3]);
  expect(motion.subarray(4, 8)).toEqual(motion.subarray(0, 4));
  expect(reachOf!(1)).toBe(reachOf!(0));
  for (const cell of [2, 3]) expect(reachOf!(cell)).not.toEqual(reachOf!(0));
});
