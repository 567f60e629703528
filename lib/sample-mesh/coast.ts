import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { CELL_HEIGHT, CELL_WIDTH, COLUMNS, latOf, lonOf, ROWS } from './grid.ts';

/** Scan lines per row of the grid, and samples per column along each line. */
const SAMPLES = 4;

/**
 * The share of land, 0…1, in every cell of the grid: row by row from the south-west.
 *
 * Coastlines: Natural Earth 1:50m, public domain, from the package world-atlas. Scan lines are filled between
 * their crossings with the coast, by the even-odd rule.
 */
export function landShares(): Float64Array {
  const shares = new Float64Array(ROWS * COLUMNS);
  const crossings = coastCrossings();
  for (let line = 0; line < ROWS * SAMPLES; line++) {
    const row = Math.floor(line / SAMPLES);
    const along = crossings[line].sort((a, b) => a - b);
    for (let i = 0; i + 1 < along.length; i += 2) {
      fillSpan(shares.subarray(row * COLUMNS, (row + 1) * COLUMNS), along[i], along[i + 1]);
    }
  }
  return shares;
}

/** Adds the samples of one scan line between two longitudes. */
function fillSpan(row: Float64Array, west: number, east: number): void {
  const step = CELL_WIDTH / SAMPLES;
  const first = Math.max(0, Math.ceil((west - lonOf(0)) / step - 0.5));
  const last = Math.min(COLUMNS * SAMPLES, Math.ceil((east - lonOf(0)) / step - 0.5));
  for (let sample = first; sample < last; sample++) row[Math.floor(sample / SAMPLES)] += 1 / SAMPLES ** 2;
}

/** Longitudes at which each scan line crosses a coast; scan lines lie at the middles of equal strips. */
function coastCrossings(): number[][] {
  const lines: number[][] = Array.from({ length: ROWS * SAMPLES }, () => []);
  const step = CELL_HEIGHT / SAMPLES;
  for (const ring of coastRings()) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [lon1, lat1] = ring[i];
      const [lon2, lat2] = ring[i + 1];
      const south = (Math.min(lat1, lat2) - latOf(0)) / step - 0.5;
      const north = (Math.max(lat1, lat2) - latOf(0)) / step - 0.5;
      for (let line = Math.max(0, Math.ceil(south)); line < Math.min(north, lines.length); line++) {
        const lat = latOf(0) + (line + 0.5) * step;
        lines[line].push(lon1 + ((lon2 - lon1) * (lat - lat1)) / (lat2 - lat1));
      }
    }
  }
  return lines;
}

function coastRings(): number[][][] {
  const atlas: Topology<{ land: GeometryCollection }> = createRequire(import.meta.url)(
    'world-atlas/land-50m.json',
  );
  return feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
}
