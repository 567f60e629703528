import { compileMesh } from '../../engine/compile/compile-mesh.ts';
import { SEA_COLUMNS } from '../../engine/mesh/environment.ts';
import { performanceKeyOfMesh } from '../../vehicles/performance-key.ts';
import { compileEnvironment } from '../../vessel/compile-environment.ts';
import type { MeshRecord } from '../mesh-record.ts';
import type { ParsedMesh } from '../read/parse-mesh.ts';

/** A checked mesh file, compiled. Only this module distinguishes kinds of mesh files. */
export interface CompiledFile
  extends Pick<
    MeshRecord,
    | 'kind'
    | 'vesselType'
    | 'vesselKey'
    | 'bounds'
    | 'validDateStart'
    | 'validDateEnd'
    | 'cellCount'
    | 'consumption'
    | 'missingDataSources'
    | 'seaColumns'
  > {
  /** What the engine opens. */
  readonly compiled: Uint8Array;
  /** n × 4: lonMin, latMin, lonMax, latMax of the cells, degrees. */
  readonly cells: Float64Array;
}

export function compileFile(mesh: ParsedMesh): CompiledFile {
  const { source, bounds, validDateStart, validDateEnd, missingDataSources } = mesh;
  const cells = source.bounds;
  const cellCount = source.ids.length;
  return {
    ...compile(mesh),
    cells,
    cellCount,
    bounds,
    validDateStart,
    validDateEnd,
    missingDataSources,
    seaColumns: SEA_COLUMNS.filter((column) => (source.environment?.columns[column] ?? null) !== null),
  };
}

function compile(
  mesh: ParsedMesh,
): Pick<CompiledFile, 'kind' | 'compiled' | 'vesselType' | 'vesselKey' | 'consumption'> {
  if (mesh.kind === 'environment') {
    const compiled = compileEnvironment(mesh.source);
    return { kind: 'environment', compiled, vesselType: null, vesselKey: null, consumption: null };
  }
  const { vesselType } = mesh.vessel;
  const { consumption } = mesh.source;
  return {
    kind: 'vessel',
    compiled: compileMesh(mesh.source),
    vesselType,
    vesselKey: performanceKeyOfMesh(mesh.vessel.info),
    consumption,
  };
}
