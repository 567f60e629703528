import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileUnreadable } from '../../lib/files/errors.ts';
import { readIceChart } from '../../lib/ice-charts/read/read-chart.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { readZonesFile } from '../../lib/zones/read/read-zones.ts';
import { referenceBytes, referenceNames } from '../engine/reference.ts';
import { SOUTH_POLAR, zipped } from './write-shapefile.ts';

const samples = ['s411', 's421', 's124'].flatMap((folder) =>
  referenceNames(`s100/${folder}`).map((path) => new Uint8Array(referenceBytes(path))),
);
const ring = [
  [0, 1e6],
  [0, 1.1e6],
  [1e5, 1.1e6],
  [0, 1e6],
] as const;
const chart = zipped(
  'ice20261127',
  [{ rings: [ring, ring], attributes: { CT: '90', SA: '91', NAME: 'A' } }],
  SOUTH_POLAR,
);

const readers = [
  (bytes: Uint8Array) => readIceChart(bytes, { referenceTime: '2026-11-27T06:00:00.000Z' }),
  (bytes: Uint8Array) => readRouteFile(bytes),
  (bytes: Uint8Array) => readZonesFile(bytes, { property: 'name', nameless: (i) => `${i}`, radiusNm: 1 }),
];

it('damaged files are read or refused in a sentence by every reader', () => {
  const change = fc.record({ at: fc.nat(), byte: fc.nat(255), length: fc.integer({ min: 0, max: 40 }) });
  fc.assert(
    fc.property(
      fc.constantFrom(...samples, chart, chart, chart),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (sample, changes, isCut) => {
        const bytes = sample.slice();
        for (const { at, byte, length } of changes)
          bytes.fill(byte, at % bytes.length, (at % bytes.length) + length);
        const damaged = isCut ? bytes.subarray(0, changes[0]!.at % bytes.length) : bytes;
        for (const read of readers) {
          try {
            read(damaged);
          } catch (error) {
            expect(error).toBeInstanceOf(FileUnreadable);
            expect((error as Error).message).toMatch(/^[A-Z]/);
          }
        }
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});
