import type { Field } from '../../engine/field.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';

export interface BorderValues {
  /** Degrees. */
  readonly lon: ArrayLike<number>;
  readonly lat: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** What a contour is drawn of: a value in every open cell; Infinity where no way leads, or where another origin is nearer. */
export interface ValueField {
  /** By way of one open cell, for a point in it or on its border. */
  inCell(cell: number, at: LatLon): number;
  /** By way of any cell that touches the point. */
  at(at: LatLon): number;
  /** The field's points on the border of a cell and its corners, counterclockwise from the southwest corner. */
  borderOf(cell: number): BorderValues;
  /** The least and the greatest value at the field's points on the border of a cell. */
  rangeOf(cell: number): { readonly least: number; readonly most: number };
}

/** The cost from, or to, one origin of a field, where it is the nearest of all. */
export function valuesOf(field: Field, origin: number, originCount: number): ValueField {
  if (originCount === 1) {
    return {
      inCell: (cell, at) => field.inCell(cell, at).cost,
      at: (at) => field.costAt(at),
      borderOf: (cell) => {
        const { lon, lat, cost } = field.borderOf(cell);
        return { lon, lat, value: cost };
      },
      rangeOf: (cell) => field.rangeOf(cell),
    };
  }
  return {
    inCell: (cell, at) => {
      const { cost, source } = field.inCell(cell, at);
      return source === origin ? cost : Infinity;
    },
    at: (at) => (field.sourceAt(at) === origin ? field.costAt(at) : Infinity),
    borderOf: (cell) => {
      const { lon, lat, cost, source } = field.borderOf(cell);
      return { lon, lat, value: cost.map((each, k) => (source[k] === origin ? each : Infinity)) };
    },
    rangeOf: (cell) => field.rangeOf(cell, origin),
  };
}

/** The cost of a voyage by way of a point: to it by one field, from there by another. */
export function sumOf(there: ValueField, back: ValueField): ValueField {
  return {
    inCell: (cell, at) => there.inCell(cell, at) + back.inCell(cell, at),
    at: (at) => there.at(at) + back.at(at),
    borderOf: (cell) => {
      const [a, b] = [there.borderOf(cell), back.borderOf(cell)];
      return { ...a, value: Array.from(a.value, (each, k) => each + b.value[k]!) };
    },
    rangeOf: (cell) => {
      const [a, b] = [there.rangeOf(cell), back.rangeOf(cell)];
      return { least: a.least + b.least, most: a.most + b.most };
    },
  };
}
