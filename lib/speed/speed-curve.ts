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
import { riskIndex, speedCapKmh } from '../vessel/risk-index.ts';
import type { Vessel } from '../vessel/vessel.ts';
import { waveResistance } from '../vessel/waves.ts';
import { speedInWind, windResistance } from '../vessel/wind.ts';
import { bendBetween, type Resisted } from './bends.ts';

/** Speeds of a table: the least, the greatest, and evenly spaced between. */
export const SPEEDS = 25;

/** What a vessel does at each speed of a table. */
export interface SpeedTable {
  /** SPEEDS: through the water, km/h, and per day. */
  readonly speeds: Float64Array;
  readonly rates: Float64Array;
  /** SPEEDS − 1: how far rates may fall below the line between two of them (bends.ts). */
  readonly bends: Float64Array;
  /** Between two speeds v, km/h. */
  readonly step: number;
}

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
  private known: Float64Array | null = null;
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

  /** rows × (SPEEDS − 1): how far the rates of a row may fall below the line between two of them (bends.ts). */
  get bends(): Float64Array {
    this.known ??= this.computeBends();
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

  private computeBends(): Float64Array {
    const { vessel, data } = this;
    const rows = this.speeds.length / SPEEDS;
    const bends = new Float64Array(rows * (SPEEDS - 1));
    if (this.most === this.least) return bends;
    const wind = this.differs ? ([data.windEast, data.windNorth] as const) : null;
    let before = this.resistedAt(0, rows);
    for (let m = 0; m + 1 < SPEEDS; m++) {
      const after = this.resistedAt(m + 1, rows);
      for (let row = 0; row < rows; row++) {
        const bearing = ((row + 1) * 2 * Math.PI) / HEADINGS;
        bends[row * (SPEEDS - 1) + m] = bendBetween(vessel, wind, bearing, before[row]!, after[row]!);
      }
      before = after;
    }
    return bends;
  }

  private resistedAt(m: number, rows: number): Resisted[] {
    const v = this.speedAt(m);
    const still = this.prepare(v);
    return Array.from({ length: rows }, (_, row) => ({
      v,
      ice: still - this.wavesN,
      sum: still + (this.differs ? this.wind[row]! : 0),
      rate: this.uncut(v, row, still).rate,
    }));
  }

  private computeBest(): SpeedTable {
    const { bends, step } = this;
    const speeds = this.speeds.slice(0, SPEEDS);
    const rates = this.rates.slice(0, SPEEDS);
    const most = bends.slice(0, SPEEDS - 1);
    for (let k = SPEEDS; k < this.speeds.length; k++) {
      speeds[k % SPEEDS] = Math.max(speeds[k % SPEEDS]!, this.speeds[k]!);
      rates[k % SPEEDS] = Math.min(rates[k % SPEEDS]!, this.rates[k]!);
    }
    for (let k = SPEEDS - 1; k < bends.length; k++) {
      most[k % (SPEEDS - 1)] = Math.max(most[k % (SPEEDS - 1)]!, bends[k]!);
    }
    return { speeds, rates, bends: most, step };
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
export function riskCap(
  { risk }: Vessel,
  { iceConcentration, iceThickness }: Readonly<Record<'iceConcentration' | 'iceThickness', number>>,
): number {
  if (!risk) return Infinity;
  return riskIndex(risk.iceClass, iceConcentration, iceThickness) < 0 ? speedCapKmh(risk.iceClass) : Infinity;
}
