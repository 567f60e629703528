/** The part of the package that reads the two files of a shapefile; it has no types of its own. */
declare module 'shpjs' {
  interface Geometry {
    readonly type: string;
    readonly coordinates: unknown;
  }
  /** By record; null where it has no geometry. */
  export function parseShp(shp: DataView): (Geometry | null)[];
  /** By record. @param codePage what the .cpg says */
  export function parseDbf(dbf: DataView, codePage?: string): Record<string, unknown>[];
}
