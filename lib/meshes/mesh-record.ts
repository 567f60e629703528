import type { SeaColumn } from '../engine/mesh/environment.ts';
import type { Consumption } from '../engine/mesh/mesh-source.ts';
import type { GeoBounds } from './geo-bounds.ts';

/** A vessel mesh has the performance of one vessel in its cells; an environment mesh has only the sea. */
export type MeshKind = 'vessel' | 'environment';

/** What the service stores about an imported mesh; the cells are in the compiled mesh. */
export interface MeshRecord {
  /** From 1, in the order of import. */
  readonly id: number;
  /** Of the uncompressed file, 32 hexadecimal digits. Two files with the same md5 are the same mesh. */
  readonly md5: string;
  /** Name of the file, without `.gz`. */
  readonly name: string;
  readonly kind: MeshKind;
  /** `vessel_type` of the vessel that the mesh was made for; null in an environment mesh or where the file has none. */
  readonly vesselType: string | null;
  /** Identifies the properties of that vessel: meshes made for equal vessels have equal keys. Null in an environment mesh. */
  readonly vesselKey: string | null;
  /** When the mesh was made: UTC, `2024-02-14T05:05:00.000Z`, so that sorting the texts sorts the times. */
  readonly created: string;
  readonly bounds: GeoBounds;
  /** Area of the bounds on the sphere. */
  readonly areaKm2: number;
  /** First and last day of the data, as the mesh file has them (usually ISO dates); null where it has none. */
  readonly validDateStart: string | null;
  readonly validDateEnd: string | null;
  readonly cellCount: number;
  readonly consumption: Consumption | null;
  /** Kinds of data that the mesh was made without, such as "currents". */
  readonly missingDataSources: readonly string[];
  /** What its cells tell of the sea; null where it was imported before this was recorded. */
  readonly seaColumns: readonly SeaColumn[] | null;
  /** When the mesh was taken out of selection, ISO 8601; null while it can be selected. */
  readonly removed: string | null;
}

/** A mesh that is about to be stored: the store gives it its identifier. */
export type NewMesh = Omit<MeshRecord, 'id' | 'removed'>;

/** The UTC calendar date on which a mesh was made, `yyyy-mm-dd`. */
export function dayOf({ created }: Pick<MeshRecord, 'created'>): string {
  return created.slice(0, 'yyyy-mm-dd'.length);
}
