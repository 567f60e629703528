/**
 * An environment mesh under an ice chart: cells are divided at the chart's borders, and inside them concentration, thickness and types
 * of ice are the chart's. What the chart does not say stays the mesh's.
 */
import { ENVIRONMENT_COLUMNS, type Environment, unknownEnvironment } from '../../engine/mesh/environment.ts';
import type { EnvironmentSource } from '../../engine/mesh/mesh-source.ts';
import { boxAt } from '../../zones/geometry/polygon.ts';
import { USUAL_REACH_M } from '../../zones/mesh/divide-box.ts';
import type { Ice } from '../egg.ts';
import type { IceChart } from '../ice-chart.ts';
import { ChartAreas } from './chart-areas.ts';
import { pieceNeighbours } from './piece-neighbours.ts';
import { NO_AREA, Pieces } from './pieces.ts';

/** kg/m³: of ice on a chart, where the mesh does not know it. */
const USUAL_DENSITY = 900;
/** A mesh gets as many pieces as it has cells, or so many if it has fewer: a chart's borders are followed as finely as that allows. */
const MOST_PIECES = 10_000;

/** The source itself where the chart changes nothing. */
export function chartedSource(source: EnvironmentSource, chart: Pick<IceChart, 'areas'>): EnvironmentSource {
  const areas = new ChartAreas(chart, source.bounds);
  const environment = source.environment ?? unknownEnvironment(source.bounds.length / 4);
  const { elevation } = environment.columns;
  const divided = divideCells(source.bounds, areas, {
    isLand: (row) => elevation !== null && elevation[row]! >= 0,
    isChanged: (row, area) => isChanged(environment, row, areas.ice[area]!),
  });
  if (!divided) return source;
  const [parent, bounds] = [divided.row, divided.bounds.slice()];
  const currents = new Float64Array(2 * parent.length);
  for (let k = 0; k < currents.length; k++) currents[k] = source.currents[2 * parent[k >> 1]! + (k & 1)]!;
  return {
    ids: Array.from(parent, (_, i) => String(i)),
    bounds,
    currents,
    environment: chartedEnvironment(environment, divided, areas.ice),
    neighbours: pieceNeighbours(source.neighbours, { bounds, parent }),
  };
}

/** What decides whether a cell of the mesh is divided. */
interface CellRules {
  readonly isLand: (row: number) => boolean;
  /** Whether an area of the chart has other ice. */
  readonly isChanged: (row: number, area: number) => boolean;
}

/** Null where no cell is changed. */
function divideCells(bounds: Float64Array, areas: ChartAreas, cells: CellRules): Pieces | null {
  const pieces = finestPieces(bounds, areas, cells);
  return pieces.area.some((area) => area !== NO_AREA) ? pieces : null;
}

/** Divided as finely as may be: pieces that reach half as far would be too many. */
function finestPieces(bounds: Float64Array, areas: ChartAreas, cells: CellRules): Pieces {
  const most = Math.max(MOST_PIECES, bounds.length / 4);
  // the coarsest division is taken however many there are
  const divide = (into: Pieces, reachM: number) =>
    addPieces(into, bounds, areas, cells, reachM, reachM < COARSEST_M ? most : Infinity);
  const borderM = areas.borderM();
  let reachM = USUAL_REACH_M;
  while (reachM < COARSEST_M && borderM > 2 * reachM * most) reachM *= 2;
  const guess = reachM;
  let pieces = new Pieces();
  while (!divide(pieces, reachM)) reachM *= 2;
  while (reachM <= guess && reachM > USUAL_REACH_M) {
    const finer = new Pieces();
    reachM /= 2;
    if (!divide(finer, reachM)) break;
    pieces = finer;
  }
  return pieces;
}

/** @returns false where it stopped, as there were more pieces than may be */
function addPieces(
  pieces: Pieces,
  bounds: Float64Array,
  areas: ChartAreas,
  { isLand, isChanged }: CellRules,
  reachM: number,
  most: number,
): boolean {
  pieces.count = 0;
  for (let row = 0; row < bounds.length / 4; row++) {
    const box = boxAt(bounds, row);
    const first = pieces.count;
    if (!isLand(row)) areas.divide(box, row, reachM, pieces);
    const { area } = pieces;
    let isOne = true;
    for (let k = first; k < pieces.count; k++) {
      if (area[k]! !== NO_AREA && !isChanged(row, area[k]!)) area[k] = NO_AREA;
      isOne &&= area[k] === area[first];
    }
    if (isOne) {
      const only = first === pieces.count ? NO_AREA : area[first]!;
      pieces.count = first;
      pieces.add(box, row, only);
    }
    if (pieces.count - row > most) return false;
  }
  return true;
}

/** Metres; a chart drawn for a ship is finer. */
const COARSEST_M = 64_000;

/** Whether the ice of a chart is other than that of a cell: what is the same has no border. */
function isChanged({ columns }: Environment, row: number, ice: Ice): boolean {
  const differs = (value: number | null, column: Float64Array | null) =>
    value !== null && column?.[row] !== value;
  return (
    ice.types !== null ||
    differs(ice.concentration, columns.iceConcentration) ||
    (differs(ice.thicknessM, columns.iceThickness) && ice.concentration !== 0)
  );
}

function chartedEnvironment(
  environment: Environment,
  { row: parent, area }: Pieces,
  ice: readonly Ice[],
): Environment {
  const cellCount = parent.length;
  const gather = (column: Float64Array) => {
    const own = new Float64Array(cellCount);
    for (let i = 0; i < cellCount; i++) own[i] = column[parent[i]!]!;
    return own;
  };
  const columns = Object.fromEntries(
    ENVIRONMENT_COLUMNS.map((name) => [name, environment.columns[name] && gather(environment.columns[name])]),
  ) as Environment['columns'];
  const unknown = () => new Float64Array(cellCount).fill(Number.NaN);
  const concentration = columns.iceConcentration ?? unknown();
  const thickness = columns.iceThickness ?? unknown();
  const density = columns.iceDensity ?? unknown();
  const row = new Int32Array(cellCount).fill(-1);
  const tenths: (readonly number[])[] = [];
  const rowOf = ice.map(({ types }) => (types === null ? -1 : tenths.push(types) - 1));
  for (let i = 0; i < cellCount; i++) {
    if (area[i]! < 0) continue;
    const { concentration: percent, thicknessM } = ice[area[i]!]!;
    if (percent !== null) concentration[i] = percent;
    if (thicknessM !== null) thickness[i] = thicknessM;
    if (percent !== null && Number.isNaN(density[i]!)) density[i] = USUAL_DENSITY;
    row[i] = rowOf[area[i]!]!;
  }
  const zones = [...environment.zones].map(
    ([name, zone]) => [name, Uint8Array.from(parent, (r) => zone[r]!)] as const,
  );
  return {
    cellCount,
    columns: { ...columns, iceConcentration: concentration, iceThickness: thickness, iceDensity: density },
    zones: new Map(zones),
    iceTypes: { row, tenths },
  };
}
