/**
 * Speed and consumption of a vessel in each open cell of its mesh, at every speed that it may choose there.
 *
 * The speed v that is chosen, km/h, is the one before wind changes it (`speed_adjustment`). It may be anything from the vessel's
 * least speed to what ice, risk index and speed limits leave of its greatest; where they leave less than the least speed, that is
 * sailed. Resistance and consumption are those of lib/vessel at v.
 */
import type { EnvironmentColumn } from '../engine/mesh/environment.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { HEADINGS } from '../engine/mesh/mesh-format.ts';
import { consumptionPerDay } from '../vessel/consumption.ts';
import { iceResistance, speedInIce } from '../vessel/ice.ts';
import { riskIndex, speedCapKmh } from '../vessel/risk-index.ts';
import type { Vessel } from '../vessel/vessel.ts';
import { waveResistance } from '../vessel/waves.ts';
import { speedInWind, windResistance } from '../vessel/wind.ts';

/** Speeds of a table: the least, the greatest, and evenly spaced between. */
export const SPEEDS = 25;

const COLUMNS: readonly EnvironmentColumn[] = [
  'elevation',
  'iceConcentration',
  'iceThickness',
  'iceDensity',
  'windEast',
  'windNorth',
  'waveHeight',
];

/** What a vessel does at one speed and heading. */
export interface Sailing {
  /** Through the water, km/h. */
  readonly speedKmh: number;
  /** Per day: tonnes of fuel or Ah of battery. */
  readonly rate: number;
}

/** The sea of a cell as the vessel's models see it: equal for cells with equal data and an equal limit of speed. */
export class SpeedCurve {
  /** km/h. */
  readonly least: number;
  readonly most: number;
  /** Whether speed or consumption differ by heading; then tables have a row for each of the eight headings, else one. */
  readonly differs: boolean;
  /** rows × SPEEDS: through the water, km/h, and per day. */
  readonly speeds: Float64Array;
  readonly rates: Float64Array;
  private readonly vessel: Vessel;
  private readonly data: Readonly<Record<EnvironmentColumn, number>>;
  private readonly capKmh: number;
  /** Resistance of ice at 1 km/h, N; it grows with the speed to the power of 2 + b. */
  private readonly iceAtOne: number;
  private readonly wavesN: number;
  private readonly wind = new Float64Array(HEADINGS);

  /**
   * @param mostKmh the greatest v
   * @param throughWaterKmh the vessel is nowhere faster than this, whatever the wind does
   */
  constructor(
    vessel: Vessel,
    data: Readonly<Record<EnvironmentColumn, number>>,
    leastKmh: number,
    mostKmh: number,
    throughWaterKmh: number,
  ) {
    this.vessel = vessel;
    this.data = data;
    this.capKmh = Math.min(riskCap(vessel, data), throughWaterKmh);
    this.most = mostKmh;
    this.least = Math.min(leastKmh, mostKmh);
    const { ice, waves, wind } = vessel;
    const { iceConcentration, iceThickness, iceDensity } = data;
    this.iceAtOne = ice ? iceResistance(ice, 1, iceConcentration, iceThickness, iceDensity) : 0;
    this.wavesN = waves ? waveResistance(waves, data.waveHeight) : 0;
    this.differs = wind !== null && Math.abs(data.windEast) + Math.abs(data.windNorth) > 0;
    const rows = this.differs ? HEADINGS : 1;
    this.speeds = new Float64Array(rows * SPEEDS);
    this.rates = new Float64Array(rows * SPEEDS);
    for (let m = 0; m < SPEEDS; m++) {
      const still = this.prepare(this.speedAt(m));
      for (let row = 0; row < rows; row++) {
        const { speedKmh, rate } = this.at(this.speedAt(m), row, still);
        this.speeds[row * SPEEDS + m] = speedKmh;
        this.rates[row * SPEEDS + m] = rate;
      }
    }
  }

  /** The speed of a column of the tables, km/h. */
  speedAt(m: number): number {
    return this.least + (m / (SPEEDS - 1)) * (this.most - this.least);
  }

  /** Between two of the eight headings both values are linear between theirs at the same v. */
  sail(v: number, low: number, high: number, fraction: number): Sailing {
    const still = this.prepare(v);
    if (!this.differs) return this.at(v, 0, still);
    const a = this.at(v, low, still);
    const b = this.at(v, high, still);
    return {
      speedKmh: a.speedKmh + fraction * (b.speedKmh - a.speedKmh),
      rate: a.rate + fraction * (b.rate - a.rate),
    };
  }

  /** Where headings are alike: the rate at v. */
  rate(v: number): number {
    return this.at(v, 0, this.prepare(v)).rate;
  }

  /** Computes the wind's resistance at all headings; returns that of ice and waves. */
  private prepare(v: number): number {
    const { vessel, data } = this;
    if (this.differs) windResistance(vessel.wind!, v, data.windEast, data.windNorth, this.wind, 0);
    return (this.iceAtOne > 0 ? this.iceAtOne * v ** (2 + vessel.ice!.b) : 0) + this.wavesN;
  }

  private at(v: number, heading: number, still: number): Sailing {
    const { windSpeed, consumption } = this.vessel;
    const push = this.differs ? this.wind[heading] : 0;
    const free = windSpeed && this.differs ? speedInWind(windSpeed, v, push) : v;
    const speedKmh = Math.min(free, this.capKmh);
    // a fit of consumption may fall below 0 at speeds that it was not made for
    const rate = Math.max(0, consumptionPerDay(consumption, speedKmh, still + push, this.data.elevation));
    return { speedKmh, rate };
  }
}

/** The curve of every open cell. */
export class SpeedCurves {
  readonly mesh: Mesh;
  private readonly curves: readonly SpeedCurve[];
  private readonly curveOf: Int32Array;

  /**
   * @param mesh of the vessel at its greatest speed
   * @param leastKmh the vessel's least speed
   */
  constructor(mesh: Mesh, vessel: Vessel, leastKmh: number) {
    this.mesh = mesh;
    this.curveOf = new Int32Array(mesh.openCount);
    const curves: SpeedCurve[] = [];
    const known = new Map<string, number>();
    const { columns } = mesh.environment;
    const hasDepth = vessel.consumption.type === 'polynomial_battery';
    const counted = COLUMNS.filter((name) => columns[name] && (hasDepth || name !== 'elevation'));
    for (let cell = 0; cell < mesh.openCount; cell++) {
      const most = greatestSpeed(mesh, vessel, cell);
      const fastest = 3.6 * mesh.motion[4 * cell]!;
      const key = [most, fastest, ...counted.map((name) => columns[name]![cell])].join();
      const index = known.get(key) ?? curves.length;
      this.curveOf[cell] = index;
      if (index < curves.length) continue;
      known.set(key, index);
      const data = Object.fromEntries(COLUMNS.map((name) => [name, columns[name]?.[cell] ?? Number.NaN]));
      curves.push(new SpeedCurve(vessel, data as Record<EnvironmentColumn, number>, leastKmh, most, fastest));
    }
    this.curves = curves;
  }

  of(cell: number): SpeedCurve {
    return this.curves[this.curveOf[cell]!]!;
  }
}

/** Whether the vessel consumes more or less at another speed, anywhere. */
export function dependsOnSpeed({ consumption, ice, wind }: Vessel): boolean {
  if (consumption.type === 'constant_consumption') return false;
  if (consumption.type === 'polynomial_battery') return consumption.speed[0] !== 0;
  const [a2, a1] = consumption.speed;
  const resists = ice !== null || wind !== null;
  return a2 !== 0 || a1 !== 0 || (resists && consumption.resistance.some((b) => b !== 0));
}

/** The greatest v of a cell, km/h: what the mesh says, where wind has not changed that. */
function greatestSpeed(mesh: Mesh, vessel: Vessel, cell: number): number {
  const { motion, environment } = mesh;
  const own = 3.6 * motion[4 * cell];
  if (!vessel.windSpeed) return own;
  const value = (name: EnvironmentColumn) => environment.columns[name]?.[cell] ?? Number.NaN;
  if (Number.isNaN(value('windEast') + value('windNorth'))) return own;
  const [concentration, thickness] = [value('iceConcentration'), value('iceThickness')];
  const capped = Math.min(
    vessel.maxSpeedKmh,
    riskCap(vessel, { iceConcentration: concentration, iceThickness: thickness }),
  );
  return vessel.ice ? speedInIce(vessel.ice, capped, concentration, thickness, value('iceDensity')) : capped;
}

function riskCap(
  { risk }: Vessel,
  { iceConcentration, iceThickness }: Readonly<Record<'iceConcentration' | 'iceThickness', number>>,
): number {
  if (!risk) return Infinity;
  return riskIndex(risk.iceClass, iceConcentration, iceThickness) < 0 ? speedCapKmh(risk.iceClass) : Infinity;
}
