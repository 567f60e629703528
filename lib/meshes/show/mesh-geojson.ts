/** A mesh file as GeoJSON (RFC 7946): one polygon per cell, with the cell's fields as properties. */

import { Faults } from '../mesh-refused.ts';
import { cellSegments } from '../read/cell-segments.ts';
import { parseSegment, type Segment } from '../read/json-reader.ts';
import { readCellBounds } from '../read/read-cell-bounds.ts';

/** Fields that the polygon already expresses. */
const GEOMETRY_FIELDS = new Set(['geometry', 'cx', 'cy', 'dcx', 'dcy']);

type Cell = Readonly<Record<string, unknown>>;

/**
 * Yields the text of the FeatureCollection, one cell at a time. Every feature has every property that any
 * cell has. A list becomes its mean and true becomes 1. Other values that are not finite numbers (false,
 * text, infinity, an absent field) become null.
 *
 * @param json the uncompressed mesh file
 * @throws JsonFault if the bytes are not a mesh
 */
export function* meshGeoJson(json: Uint8Array): Generator<string> {
  const { cells } = cellSegments(json);
  const read = (segment: Segment) => parseSegment(segment) as Cell;
  const names = new Set<string>();
  for (const segment of cells) for (const name of Object.keys(read(segment))) names.add(name);
  const properties = [...names].filter((name) => !GEOMETRY_FIELDS.has(name));
  yield '{"type":"FeatureCollection","features":[';
  for (const [i, segment] of cells.entries())
    yield `${i > 0 ? ',' : ''}${feature(read(segment), properties)}`;
  yield ']}';
}

function feature(cell: Cell, names: readonly string[]): string {
  const [west, south, east, north] = readCellBounds(cell, 'cell', new Faults()) ?? [];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: Object.fromEntries(names.map((name) => [name, propertyOf(cell[name])])),
  });
}

function propertyOf(value: unknown): number | string | null {
  if (typeof value === 'string') return value;
  if (value === true) return 1;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (!Array.isArray(value) || value.length === 0) return null;
  const mean =
    value.reduce((sum, item) => sum + (typeof item === 'number' ? item : Number.NaN), 0) / value.length;
  return Number.isFinite(mean) ? mean : null;
}
