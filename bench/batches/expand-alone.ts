/** Expands the batch whose id is its argument, with the handler of the service. */
import { handler } from '../../lambdas/batches/expand.ts';

export interface Expansion {
  readonly items: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

const before = process.cpuUsage();
const begun = performance.now();
const { items } = await handler({ batch_id: process.argv[2]! });
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(before);
const cpuSeconds = (user + system) / 1e6;
const said: Expansion = { items, seconds, cpuSeconds, peakMb: process.resourceUsage().maxRSS / 1024 };
process.send!(said, () => process.disconnect());
