import { ENVIRONMENT_COLUMNS, type Environment, unknownEnvironment } from './environment.ts';
import type { Counts, Sections } from './mesh-format.ts';

/** The sections of a compiled mesh that hold its environment; cell i is row `row[i]` of `environment`. */
export function packEnvironment(environment: Environment = unknownEnvironment(0), row: Int32Array) {
  const present = ENVIRONMENT_COLUMNS.filter((name) => environment.columns[name]);
  const environmentColumn = new Float64Array(row.length * present.length);
  present.forEach((name, k) => {
    const column = environment.columns[name]!;
    for (let i = 0; i < row.length; i++) environmentColumn[k * row.length + i] = column[row[i]];
  });
  const names = [...environment.zones.keys()];
  const zoneNames = new TextEncoder().encode(JSON.stringify(names));
  const zoneColumn = new Uint8Array(row.length * names.length);
  names.forEach((name, k) => {
    const zone = environment.zones.get(name)!;
    for (let i = 0; i < row.length; i++) zoneColumn[k * row.length + i] = zone[row[i]];
  });
  const bits = present.reduce((sum, name) => sum + 2 ** ENVIRONMENT_COLUMNS.indexOf(name), 0);
  return {
    counts: { environmentColumns: bits, zones: names.length, zoneNameBytes: zoneNames.length },
    sections: { environmentColumn, zoneNames, zoneColumn },
  };
}

/** The environment of a compiled mesh, as views over its sections. */
export function openEnvironment(counts: Counts, sections: Sections): Environment {
  const n = counts.cells;
  let columns = unknownEnvironment(n).columns;
  let at = 0;
  ENVIRONMENT_COLUMNS.forEach((name, bit) => {
    if ((counts.environmentColumns & (1 << bit)) === 0) return;
    columns = { ...columns, [name]: sections.environmentColumn.subarray(at, at + n) };
    at += n;
  });
  const names: string[] = JSON.parse(new TextDecoder().decode(sections.zoneNames));
  const zones = new Map(names.map((name, k) => [name, sections.zoneColumn.subarray(k * n, (k + 1) * n)]));
  return { cellCount: n, columns, zones };
}
