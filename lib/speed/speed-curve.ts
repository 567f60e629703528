/**
 * Speed and consumption of a vessel in the sea of a cell, at every speed that it may choose there.
 *
 * The speed v that is chosen, km/h, is the one before wind changes it (`speed_adjustment`). It may be anything from the vessel's
 * least speed to what ice, risk index and speed limits leave of its greatest; where they leave less than the least speed, that is
 * sailed. Resistance and consumption are those of lib/vessel at v.
 */
import type { EnvironmentColumn } from '../engine/mesh/environment.ts';
import { HEADINGS } from '../engine/mesh/mesh-format.ts';
import { consumptionPerDay } from '../vessel/consumption.ts';
import { iceResistance } from '../vessel/ice.ts';
import { type RiskData, riskOf, speedCapKmh } from '../vessel/risk-index.ts';
import type { Vessel } from '../vessel/vessel.ts';
import { waveResistance } from '../vessel/waves.ts';
import { speedInWind, windResistance } from '../vessel/wind.ts';
import { type InterpolationErrors, interpolationErrors, type Resistances } from './interpolation-error.ts';

/** Speeds of a table: the least, the greatest, and evenly spaced between. */
export const SPEEDS = 25;

/** What a vessel does at each speed of a table. */
export interface SpeedTable {
  /** SPEEDS: through the water, km/h, and per day. */
  readonly speeds: Float64Array;
  readonly rates: Float64Array;
  readonly limits: TableLimits;
  /** Between two speeds v, km/h. */
  readonly step: number;
}

/** SPEEDS − 1, by row: how far speeds and rates may be from the lines between two of them (interpolation-error.ts), rounded up. */
export type TableLimits = Readonly<Record<keyof InterpolationErrors, Float32Array>>;

/** To a number that a Float32Array does not round below this one. */
export const roundedUp = (x: number): number => x + 1e-7 * Math.abs(x);
/** For all that a vessel does not have: most speeds are not changed by wind, and fewer jump. */
const NONE = new Float32Array(HEADINGS * (SPEEDS - 1));

/** InterpolationErrors that are 0 but for some. */
export const limitsOf = (some: Partial<TableLimits>): TableLimits => ({
  ...{ lift: NONE, dip: NONE, rise: NONE, bend: NONE, fall: NONE },
  ...some,
});

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
  private known: TableLimits | null = null;
  private bestKnown: SpeedTable | null = null;

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

  /** rows × (SPEEDS − 1). */
  get limits(): TableLimits {
    this.known ??= this.computeLimits();
    return this.known;
  }

  /** At each v the greatest speed and the least rate of all headings. */
  get best(): SpeedTable {
    this.bestKnown ??= this.computeBest();
    return this.bestKnown;
  }

  /** Between two speeds of the tables, km/h. */
  get step(): number {
    return (this.most - this.least) / (SPEEDS - 1);
  }

  private computeLimits(): TableLimits {
    const { vessel, data, capKmh } = this;
    const rows = this.speeds.length / SPEEDS;
    const names = this.limited();
    const arrays = names.map((name) => [name, new Float32Array(rows * (SPEEDS - 1))] as const);
    const limits = limitsOf(Object.fromEntries(arrays));
    if (this.most === this.least) return limits;
    const wind = this.differs ? ([data.windEast, data.windNorth] as const) : null;
    let before = this.resistancesAt(0, rows);
    for (let m = 0; m + 1 < SPEEDS; m++) {
      const after = this.resistancesAt(m + 1, rows);
      for (let row = 0; row < rows; row++) {
        const bearing = ((row + 1) * 2 * Math.PI) / HEADINGS;
        const conditions = { wind, bearing, capKmh, elevation: data.elevation };
        const found = interpolationErrors(vessel, conditions, before[row]!, after[row]!);
        const k = row * (SPEEDS - 1) + m;
        for (const name of names) limits[name][k] = roundedUp(found[name]);
      }
      before = after;
    }
    return limits;
  }

  /** The limits that may be other than 0. */
  private limited(): readonly (keyof InterpolationErrors)[] {
    const { windSpeed } = this.vessel;
    if (!windSpeed || !this.differs) return ['bend'];
    const jumps = windSpeed.slowFactor !== 1 - windSpeed.strongWindShare;
    return jumps ? ['lift', 'dip', 'bend', 'rise', 'fall'] : ['lift', 'dip', 'bend'];
  }

  private resistancesAt(m: number, rows: number): Resistances[] {
    const v = this.speedAt(m);
    const ice = this.prepare(v) - this.wavesN;
    const { differs, wind, wavesN: waves } = this;
    return Array.from({ length: rows }, (_, row) => ({ v, ice, waves, wind: differs ? wind[row]! : 0 }));
  }

  private computeBest(): SpeedTable {
    const { step } = this;
    const speeds = this.speeds.slice(0, SPEEDS);
    const rates = this.rates.slice(0, SPEEDS);
    for (let k = SPEEDS; k < this.speeds.length; k++) {
      speeds[k % SPEEDS] = Math.max(speeds[k % SPEEDS]!, this.speeds[k]!);
      rates[k % SPEEDS] = Math.min(rates[k % SPEEDS]!, this.rates[k]!);
    }
    const most = this.limited().map((name) => {
      const own = this.limits[name];
      const of = own.slice(0, SPEEDS - 1);
      for (let k = SPEEDS - 1; k < own.length; k++) {
        of[k % (SPEEDS - 1)] = Math.max(of[k % (SPEEDS - 1)]!, own[k]!);
      }
      return [name, of] as const;
    });
    const limits = limitsOf(Object.fromEntries(most));
    return { speeds, rates, limits, step };
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

  /** A fit of consumption may fall below 0 at speeds that it was not made for. */
  private at(v: number, heading: number, still: number): Sailing {
    const { speedKmh, rate } = this.uncut(v, heading, still);
    return { speedKmh, rate: Math.max(0, rate) };
  }

  private uncut(v: number, heading: number, still: number): Sailing {
    const { windSpeed, consumption } = this.vessel;
    const push = this.differs ? this.wind[heading] : 0;
    const free = windSpeed && this.differs ? speedInWind(windSpeed, v, push) : v;
    const speedKmh = Math.min(free, this.capKmh);
    return { speedKmh, rate: consumptionPerDay(consumption, speedKmh, still + push, this.data.elevation) };
  }
}

/** The greatest speed that the risk index allows, km/h. */
export function riskCap({ risk }: Vessel, data: RiskData): number {
  if (!risk) return Infinity;
  return riskOf(risk.iceClass, data) < 0 ? speedCapKmh(risk.iceClass) : Infinity;
}
