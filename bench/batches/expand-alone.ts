/** Expands the batch whose id is its argument, with the handler of the service. */
import { readFileSync } from 'node:fs';
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
const said: Expansion = { items, seconds, cpuSeconds, peakMb: peakMb() };

/** Of this process alone: what resourceUsage() tells may be of the one that began it. */
function peakMb(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))!;
  return Number(kilobytes) / 1024;
}

process.send!(said, () => process.disconnect());
