/** The speeds that a vessel may choose in each open cell of its mesh. */
import { computed } from '../engine/computed.ts';
import type { EnvironmentColumn } from '../engine/mesh/environment.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { HEADINGS } from '../engine/mesh/mesh-format.ts';
import { speedInIce } from '../vessel/ice.ts';
import type { Vessel } from '../vessel/vessel.ts';
import { speedInWind, windResistance } from '../vessel/wind.ts';
import { riskCap, SpeedCurve } from './speed-curve.ts';

/** Speeds are equal within this fraction. */
const SAME = 1e-9;
/** Halvings by which a limit is found. */
const STEPS = 50;

const COLUMNS: readonly EnvironmentColumn[] = [
  'elevation',
  'iceConcentration',
  'iceThickness',
  'iceDensity',
  'windEast',
  'windNorth',
  'waveHeight',
  'chartRisk',
];

/** The curves of open cells, each made when it is first needed. */
export class SpeedCurves {
  readonly mesh: Mesh;
  readonly vessel: Vessel;
  private readonly leastKmh: number;
  private readonly counted: readonly EnvironmentColumn[];
  /** Equal for cells with equal data. */
  private readonly known = new Map<string, SpeedCurve>();
  private readonly ofCell: (SpeedCurve | undefined)[];
  /** By curve, by current: the cell that was the first to have both. */
  private readonly firsts = new Map<SpeedCurve, Map<string, number>>();

  /**
   * @param mesh of the vessel at its greatest speed
   * @param leastKmh the vessel's least speed
   */
  constructor(mesh: Mesh, vessel: Vessel, leastKmh: number) {
    this.mesh = mesh;
    this.vessel = vessel;
    this.leastKmh = leastKmh;
    this.ofCell = new Array(mesh.openCount);
    const { columns } = mesh.environment;
    const hasDepth = vessel.consumption.type === 'polynomial_battery';
    this.counted = COLUMNS.filter((name) => columns[name] && (hasDepth || name !== 'elevation'));
  }

  of(cell: number): SpeedCurve {
    this.ofCell[cell] ??= this.make(cell);
    return this.ofCell[cell];
  }

  /** The first cell that was asked for of those with the same curve and current, as the pieces of one cell have. */
  firstAlike(cell: number): number {
    const { motion } = this.mesh;
    const ofCurve = computed(this.firsts, this.of(cell), () => new Map<string, number>());
    return computed(ofCurve, `${motion[4 * cell + 2]} ${motion[4 * cell + 3]}`, () => cell);
  }

  private make(cell: number): SpeedCurve {
    const { mesh, vessel, known } = this;
    const { columns } = mesh.environment;
    const fastest = 3.6 * mesh.motion[4 * cell]!;
    const most = greatestSpeed(mesh, vessel, cell);
    const key = [most, fastest, ...this.counted.map((name) => columns[name]![cell])].join();
    const found = known.get(key);
    if (found) return found;
    const data = Object.fromEntries(COLUMNS.map((name) => [name, columns[name]?.[cell] ?? Number.NaN]));
    const curve = new SpeedCurve(
      vessel,
      data as Record<EnvironmentColumn, number>,
      this.leastKmh,
      most,
      fastest,
    );
    known.set(key, curve);
    return curve;
  }
}

/** The greatest v of a cell, km/h: what the mesh says, where wind has not changed that. */
function greatestSpeed(mesh: Mesh, vessel: Vessel, cell: number): number {
  const { motion, environment } = mesh;
  const own = 3.6 * motion[4 * cell];
  if (!vessel.windSpeed || !vessel.wind) return own;
  const value = (name: EnvironmentColumn) => environment.columns[name]?.[cell] ?? Number.NaN;
  const [east, north] = [value('windEast'), value('windNorth')];
  if (Number.isNaN(east + north)) return own;
  const [concentration, thickness] = [value('iceConcentration'), value('iceThickness')];
  const cap = riskCap(vessel, {
    iceConcentration: concentration,
    iceThickness: thickness,
    chartRisk: value('chartRisk'),
  });
  const capped = Math.min(vessel.maxSpeedKmh, cap);
  const calm = vessel.ice
    ? speedInIce(vessel.ice, capped, concentration, thickness, value('iceDensity'))
    : capped;
  const pushes = new Float64Array(HEADINGS);
  const fastestAt = (v: number) => {
    windResistance(vessel.wind!, v, east, north, pushes, 0);
    return Math.min(cap, Math.max(...pushes.map((push) => speedInWind(vessel.windSpeed!, v, push))));
  };
  return fastestAt(calm) > own * (1 + SAME) ? limitBelow(fastestAt, calm, own) : calm;
}

/** The greatest v up to which the vessel is no faster than a limit, which a zone has set. */
function limitBelow(fastestAt: (v: number) => number, most: number, limitKmh: number): number {
  let [low, high] = [0, most];
  for (let step = 0; step < STEPS; step++) {
    const v = 0.5 * (low + high);
    if (fastestAt(v) > limitKmh * (1 + SAME)) high = v;
    else low = v;
  }
  return low;
}
