/** Reads files with each reader, in a process of its own, and prints the most memory that this took beside that of the process, MB. */
import { readFileSync } from 'node:fs';
import { readIceChart } from '../../lib/ice-charts/read/read-chart.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { readZonesFile } from '../../lib/zones/read/read-zones.ts';

const readers: readonly ((bytes: Uint8Array) => unknown)[] = [
  (bytes) => readIceChart(bytes, { referenceTime: '2026-11-27T06:00Z' }),
  readRouteFile,
  (bytes) => readZonesFile(bytes, { property: 'name', nameless: (i) => `Zone ${i}`, radiusNm: 1 }),
];

const before = process.memoryUsage.rss();
for (const path of process.argv.slice(2)) {
  for (const read of readers) {
    globalThis.gc!(); // what the one before left behind
    try {
      read(readFileSync(path));
    } catch {
      // that it is refused is said by another test
    }
  }
}
console.log((process.resourceUsage().maxRSS * 1024 - before) / 1e6);
