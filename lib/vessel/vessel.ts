/**
 * What a vessel is to the models: numbers in the units of the formulas, with every default filled in.
 *
 * Speeds are km/h, forces newtons, lengths and depths metres, concentrations %, angles degrees; consumption is per day.
 */
import type { IceClass } from './risk-index.ts';

export type VesselClass = 'ship' | 'glider' | 'auv' | 'aircraft';

export interface Vessel {
  readonly vesselClass: VesselClass;
  /** km/h. */
  readonly maxSpeedKmh: number;
  readonly access: AccessLimits;
  readonly ice: IceResistance | null;
  readonly wind: WindDrag | null;
  /** How wind changes the speed; null where it only costs fuel. */
  readonly windSpeed: WindSpeedAdjustment | null;
  readonly waves: WaveResistance | null;
  readonly consumption: ConsumptionModel;
  readonly risk: RiskLimit | null;
}

/** Where the vessel can't go; null means no limit of that kind. */
export interface AccessLimits {
  /** Least depth of water, m. */
  readonly minDepthM: number | null;
  /** Highest sea-ice concentration, %. */
  readonly maxIceConcentration: number | null;
  /** Highest significant wave height, m. */
  readonly maxWaveHeightM: number | null;
  /** Highest ground that an aircraft flies over, m. */
  readonly maxElevationM: number | null;
  readonly excludedZones: readonly string[];
}

/** R = ½ k Frᵇ ρ B h s² Cⁿ; see ice.ts. */
export interface IceResistance {
  readonly k: number;
  readonly b: number;
  readonly n: number;
  readonly beamM: number;
  /** The strongest resistance that the vessel overcomes, N. */
  readonly forceLimitN: number;
}

export interface WindDrag {
  readonly frontalAreaM2: number;
  /** kg/m³. */
  readonly airDensity: number;
  /** Ascending, 0…180: angle between the heading and where the apparent wind comes from. */
  readonly anglesDeg: readonly number[];
  /** Drag coefficient at each angle. */
  readonly coefficients: readonly number[];
}

export interface WindSpeedAdjustment {
  readonly forceLimitN: number;
  /** Part of the force limit from which the wind slows the vessel to `slowFactor` of its speed. */
  readonly strongWindShare: number;
  readonly slowFactor: number;
  /** The tailwind's gain of speed is divided by this. */
  readonly tailwindFactor: number;
}

export interface WaveResistance {
  readonly lengthM: number;
  readonly beamM: number;
  readonly blockCoefficient: number;
  /** kg/m³. */
  readonly waterDensity: number;
}

/** What is consumed: fuel in tonnes, battery in ampere-hours. */
export type Consumed = 'fuel' | 'battery';

export type ConsumptionModel = { readonly of: Consumed } & (
  | {
      /** (a2 v² + a1 v + a0 + b2 R² + b1 R) · 24 per day, v in km/h, R in N. */
      readonly type: 'polynomial_fuel';
      readonly speed: readonly [a2: number, a1: number, a0: number];
      readonly resistance: readonly [b2: number, b1: number];
    }
  | {
      /** p1 v + p0 per day in a full dive, else that times (d1 elevation + d0). */
      readonly type: 'polynomial_battery';
      readonly speed: readonly [p1: number, p0: number];
      readonly depth: readonly [d1: number, d0: number];
      /** Depth of water from which the vessel dives fully, m. */
      readonly maxDiveDepthM: number;
    }
  | { readonly type: 'constant_consumption'; readonly rate: number }
);

export interface RiskLimit {
  readonly iceClass: IceClass;
  /** Cells whose risk index outcome is below this are closed. */
  readonly minimumRio: number;
}
