/**
 * Speed, resistance and consumption of a vessel in every cell that is open to it.
 *
 * Columns have one number per cell, or eight: at the headings NE, E, SE, S, SW, W, NW, N. Closed cells hold 0.
 */
import type { Environment } from '../engine/mesh/environment.ts';
import { riskOfCells } from './access.ts';
import { consumptionPerDay } from './consumption.ts';
import { requireRate, requireSpeed } from './figures.ts';
import { iceResistance, speedInIce } from './ice.ts';
import { speedCapKmh } from './risk-index.ts';
import type { Vessel } from './vessel.ts';
import { waveResistance } from './waves.ts';
import { speedInWind, windResistance } from './wind.ts';

export interface Performance {
  /** n × 8, km/h through the water; 0 = can't be sailed at that heading. */
  readonly speeds: Float64Array;
  /** n × 8, per day: tonnes of fuel or Ah of battery. */
  readonly rates: Float64Array;
  readonly forces: Forces;
}

/** The resistances, newtons, and the speed that they were computed at. */
export interface Forces {
  /** n, km/h: the speed that ice and risk leave, before the wind. */
  readonly calmSpeeds: Float64Array;
  /** n. */
  readonly ice: Float64Array;
  /** n; null for a vessel without wave resistance, and on a mesh without waves. */
  readonly waves: Float64Array | null;
  /** n × 8, negative where the wind pushes; null for a vessel without wind drag, and on a mesh without wind. */
  readonly wind: Float64Array | null;
}

/**
 * @param inaccessible n: 1 for each cell to leave out
 * @throws VesselUnusable where the vessel would consume less than nothing, or be faster or consume more than any
 */
export function performanceOf(
  vessel: Vessel,
  environment: Environment,
  inaccessible: Uint8Array,
): Performance {
  const { cellCount, columns } = environment;
  const caps = riskCaps(vessel, environment);
  const forces = forcesOn(vessel, environment, inaccessible, caps);
  const { calmSpeeds, ice, waves, wind } = forces;
  const speeds = new Float64Array(8 * cellCount);
  const rates = new Float64Array(8 * cellCount);
  for (let i = 0; i < cellCount; i++) {
    if (inaccessible[i]) continue;
    const elevation = columns.elevation ? columns.elevation[i] : Number.NaN;
    const still = ice[i] + (waves ? waves[i] : 0);
    for (let at = 8 * i; at < 8 * i + 8; at++) {
      const push = wind ? wind[at] : 0;
      let speed = calmSpeeds[i];
      if (wind && vessel.windSpeed) speed = speedInWind(vessel.windSpeed, speed, push);
      if (caps && speed > caps[i]) speed = caps[i];
      requireSpeed(speed);
      const rate = consumptionPerDay(vessel.consumption, speed, still + push, elevation);
      if (speed > 0) requireRate(vessel.consumption, rate, speed, still + push, elevation);
      speeds[at] = speed;
      rates[at] = rate;
    }
  }
  return { speeds, rates, forces };
}

function forcesOn(
  { maxSpeedKmh, ice: iceModel, waves: waveModel, wind: drag }: Vessel,
  { cellCount, columns }: Environment,
  inaccessible: Uint8Array,
  caps: Float64Array | null,
): Forces {
  const { iceConcentration, iceThickness, iceDensity, windEast, windNorth, waveHeight } = columns;
  const hasIce = iceModel && iceConcentration && iceThickness && iceDensity;
  const hasWind = drag && windEast && windNorth;
  const calmSpeeds = new Float64Array(cellCount);
  const ice = new Float64Array(cellCount);
  const waves = waveModel && waveHeight ? new Float64Array(cellCount) : null;
  const wind = hasWind ? new Float64Array(8 * cellCount) : null;
  for (let i = 0; i < cellCount; i++) {
    if (inaccessible[i]) continue;
    let speed = caps ? Math.min(caps[i], maxSpeedKmh) : maxSpeedKmh;
    if (hasIce) {
      speed = speedInIce(iceModel, speed, iceConcentration[i], iceThickness[i], iceDensity[i]);
      ice[i] = iceResistance(iceModel, speed, iceConcentration[i], iceThickness[i], iceDensity[i]);
    }
    calmSpeeds[i] = speed;
    if (waves) waves[i] = waveResistance(waveModel!, waveHeight![i]);
    if (hasWind) windResistance(drag, speed, windEast[i], windNorth[i], wind!, 8 * i);
  }
  return { calmSpeeds, ice, waves, wind };
}

/** The highest speed, km/h, that the risk index allows in each cell; null for a vessel without an ice class. */
function riskCaps(vessel: Vessel, environment: Environment): Float64Array | null {
  const risk = riskOfCells(vessel, environment);
  if (!risk || !vessel.risk) return null;
  const cap = speedCapKmh(vessel.risk.iceClass);
  return risk.map((rio) => (rio < 0 ? cap : Infinity));
}
