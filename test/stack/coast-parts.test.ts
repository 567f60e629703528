import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { MultiPolygon, Topology } from 'topojson-specification';
import { expect, test } from 'vitest';
import { COAST_PARTS, coastParts } from '../../lib/stack/coast-parts.ts';

const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json');

/** The rings of objects of a topology, in any order. */
function ringsOf(text: string): string[] {
  const topology = JSON.parse(text) as Topology<Record<string, MultiPolygon>>;
  return Object.values(topology.objects)
    .flatMap((object) => {
      const made = feature(topology, object);
      const all =
        made.type === 'Feature' ? [made] : (made as unknown as { features: (typeof made)[] }).features;
      return all.flatMap(({ geometry }) => geometry.coordinates.flat());
    })
    .map((ring) => JSON.stringify(ring))
    .toSorted();
}

test('the parts of a coast are all of it, and the south is what lies beyond 30 degrees', async () => {
  const text = await readFile(file, 'utf8');
  expect(ringsOf(coastParts(text, COAST_PARTS))).toEqual(ringsOf(text));
  const [south, other] = COAST_PARTS.map((part) => ringsOf(coastParts(text, [part])));
  expect([...south!, ...other!].toSorted()).toEqual(ringsOf(text));
  const latitudes = (rings: string[]) =>
    rings.map((ring) => JSON.parse(ring).map(([, lat]: number[]) => lat));
  for (const ring of latitudes(south!)) expect(Math.max(...ring)).toBeLessThan(-30);
  for (const ring of latitudes(other!)) expect(Math.max(...ring)).toBeGreaterThanOrEqual(-30);
  expect(south!.length).toBeGreaterThan(3); // Antarctica, Tierra del Fuego, New Zealand …
});
