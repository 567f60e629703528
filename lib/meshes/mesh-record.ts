import type { Consumption } from '../engine/mesh/mesh-source.ts';
import type { GeoBounds } from './geo-bounds.ts';

/** What the service keeps of an imported mesh; the cells are in the compiled mesh. */
export interface MeshRecord {
  /** From 1, in the order of import. */
  readonly id: number;
  /** Of the uncompressed file, 32 hexadecimal digits: what makes two files the same mesh. */
  readonly md5: string;
  /** Name of the file, without `.gz`. */
  readonly name: string;
  /** When the mesh was made: UTC, `2024-02-14T05:05:00.000Z`, so that the order of the texts is that of the times. */
  readonly created: string;
  readonly bounds: GeoBounds;
  /** Of the bounds, on the sphere. */
  readonly areaKm2: number;
  /** As the mesh file gives them, dates as a rule; null where it gives none. */
  readonly validDateStart: string | null;
  readonly validDateEnd: string | null;
  readonly cellCount: number;
  readonly consumption: Consumption | null;
  /** Kinds of data that the mesh was made without, such as "currents". */
  readonly missingDataSources: readonly string[];
  /** Key of the compiled mesh in the mesh bucket. */
  readonly compiledKey: string;
}
