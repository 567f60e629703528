/** Plans the routes that it is sent with nothing but the engine, on one mesh that stays open. */
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { referenceMesh } from '../../test/engine/reference.ts';

export type Pair = readonly [start: LatLon, end: LatLon];

export interface Alone {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const mesh = referenceMesh('weddell-sea-8k');
process.once('message', (pairs: readonly Pair[]) => {
  const before = process.cpuUsage();
  const begun = performance.now();
  for (const [start, end] of pairs) planRoute(mesh, start, end);
  const { user, system } = process.cpuUsage(before);
  const said: Alone = { seconds: (performance.now() - begun) / 1000, cpuSeconds: (user + system) / 1e6 };
  process.send!(said, () => process.disconnect());
});
process.send!('ready');
